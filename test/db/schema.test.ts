import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { MAIL_KINDS } from '../../domain/accounts/mails.ts'
import { BUDGET_PERIODS } from '../../domain/budgets/budget.ts'
import { LIST_HASHES, LIST_KINDS } from '../../domain/do-not-process/lists.ts'
import { KNOWN_ISSUE_STATUSES } from '../../domain/feedback/known-issue.ts'
import { FEEDBACK_OUTCOMES, FEEDBACK_TYPES } from '../../domain/feedback/report.ts'
import { SUBJECT_KINDS } from '../../domain/identity/kinds.ts'
import { INBOUND_OUTCOMES } from '../../domain/inbound/outcome.ts'
import {
  CHANNELS,
  REPEAT_TOUCH_DAYS_DEFAULT,
  SUPPRESSION_KINDS,
  SUPPRESSION_REASONS,
} from '../../domain/outbound/channels.ts'
import { TOUCH_KINDS } from '../../domain/outbound/recipients.ts'
import { ANSWER_CLASSES } from '../../domain/replies/classes.ts'
import { TOPUP_ORIGINS, TOPUP_STATUSES } from '../../domain/payments/topup.ts'
import { SUBSCRIPTION_STATUSES } from '../../domain/plans/subscription.ts'
import { PAID_PLANS } from '../../domain/pricing/plans.ts'
import { REFERRAL_STATUSES } from '../../domain/referrals/credit.ts'
import { ATTEMPTS_MAX } from '../../domain/routing/plan.ts'
import { APPROVAL_DECISIONS, APPROVAL_REASONS } from '../../domain/approvals/approval.ts'
import { ATTEMPT_OUTCOMES, ENDED_STATUSES, ENVIRONMENTS, RUN_STATUSES } from '../../domain/runs/states.ts'
import { EMAIL_DOMAIN_STATUSES } from '../../domain/senders/inbox-address.ts'
import { INBOX_STATUSES, MESSAGING_ACCOUNT_STATUSES, NETWORKS } from '../../domain/senders/sender.ts'
import { CHANGE_CAUSES } from '../../domain/rows/change-cause.ts'
import { PLANS, ROW_IDENTITY_KINDS } from '../../domain/tables/limits.ts'
import { PAYLOAD_DAYS } from '../../domain/runs/retention.ts'
import { LEDGER_PROMISES } from '../../domain/wallets/proof.ts'
import { TRANSACTION_KINDS } from '../../domain/wallets/transactions.ts'
import { PAUSE_REASONS, REFRESH_STATES } from '../../domain/watches/states.ts'
import { DELIVERY_STATUSES } from '../../domain/webhooks/delivery.ts'
import type { Database } from '../../db/database.ts'
import { CONNECTION_STATUSES } from '../../db/access/connections/queries.ts'
import { INVOICE_KINDS } from '../../db/money/invoices/read.ts'
import { MIGRATION_NAMES, pendingMigrations } from '../../db/migrate.ts'
import { MIGRATIONS } from '../../db/migrations/index.ts'
import { ARTIFACT_KINDS } from '../../db/access/oauth/artifacts.ts'
import { ACCOUNT_KINDS } from '../../db/money/wallets/ledger.ts'
import { openTestDatabase } from './build.ts'

interface Check {
  readonly table_name: string
  readonly columns: string
  readonly definition: string
}

let db: Database
let close: () => Promise<void>
let checks: readonly Check[]

beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  checks = (
    await db.pool.query<Check>(
      `select c.conrelid::regclass::text as table_name, pg_get_constraintdef(c.oid) as definition,
      (select string_agg(a.attname, ' ' order by a.attname) from pg_attribute a where a.attrelid = c.conrelid
        and a.attnum = any(c.conkey)) as columns
    from pg_constraint c where c.contype = 'c' and c.connamespace = 'public'::regnamespace`,
    )
  ).rows
})
afterAll(() => close())

/** The values that the only list check of exactly these columns names, in its order. */
function listed(table: string, ofColumns: string, containing = ''): string[] {
  const lists = checks.filter(
    (check) =>
      check.table_name === table &&
      check.columns === ofColumns &&
      /ARRAY\[|= '/.test(check.definition) &&
      check.definition.includes(containing),
  )
  expect(lists).toHaveLength(1)
  return [...(lists[0]?.definition ?? '').matchAll(/'([^']+)'::text/g)].map(([, value = '']) => value)
}

it('no migration is pending', async () => {
  expect(await pendingMigrations(db)).toEqual([])
  expect(MIGRATION_NAMES).toEqual(MIGRATIONS.map(({ name }) => name).toSorted())
})

describe('defaults of columns are those of the rules', () => {
  it.each([
    ['workspace', 'payload_days', String(PAYLOAD_DAYS.default)],
    ['workspace', 'repeat_touch_days', String(REPEAT_TOUCH_DAYS_DEFAULT)],
  ])('%s.%s', async (table, column, value) => {
    const { rows } = await db.pool.query(
      'select column_default as value from information_schema.columns where table_name = $1 and column_name = $2',
      [table, column],
    )
    expect(rows).toEqual([{ value }])
  })
})

describe('check constraints list exactly the states of the rules', () => {
  it.each([
    ['account', 'kind', ACCOUNT_KINDS],
    ['account_link', 'network', NETWORKS],
    ['account_mail', 'kind', MAIL_KINDS],
    ['agent_sign_up', 'budget_period', BUDGET_PERIODS],
    ['approval', 'decision', APPROVAL_DECISIONS],
    ['approval', 'reason', APPROVAL_REASONS],
    ['attempt', 'outcome', ATTEMPT_OUTCOMES],
    ['chat_participant', 'channel', NETWORKS.filter((network) => network !== 'gmail')],
    ['chat_participant', 'kind', TOUCH_KINDS.filter((kind) => kind !== 'email')],
    ['connection', 'status', CONNECTION_STATUSES],
    ['do_not_process_list', 'hash', LIST_HASHES],
    ['do_not_process_list', 'kind', LIST_KINDS],
    ['email_domain', 'status', EMAIL_DOMAIN_STATUSES],
    ['feedback_report', 'outcome', FEEDBACK_OUTCOMES],
    ['feedback_report', 'type', FEEDBACK_TYPES],
    ['inbound_message', 'outcome', INBOUND_OUTCOMES],
    ['inbox', 'status', INBOX_STATUSES],
    ['invoice', 'kind', INVOICE_KINDS],
    ['known_issue', 'status', KNOWN_ISSUE_STATUSES],
    ['ledger_drift', 'promise', LEDGER_PROMISES],
    ['messaging_account', 'network', NETWORKS],
    ['messaging_account', 'status', MESSAGING_ACCOUNT_STATUSES],
    ['message_sender', 'kind', TOUCH_KINDS],
    ['oauth_artifact', 'kind', ARTIFACT_KINDS],
    ['plan_checkout', 'plan', PAID_PLANS],
    ['plan_subscription', 'plan', PAID_PLANS],
    ['plan_subscription', 'next_plan', PAID_PLANS],
    ['plan_subscription', 'status', SUBSCRIPTION_STATUSES],
    ['referral', 'status', REFERRAL_STATUSES],
    ['row_change', 'cause', CHANGE_CAUSES],
    ['row_identity', 'kind', ROW_IDENTITY_KINDS],
    ['run', 'status', RUN_STATUSES],
    ['run_subject', 'kind', SUBJECT_KINDS],
    ['suppression', 'kind', SUPPRESSION_KINDS],
    ['suppression', 'reason', SUPPRESSION_REASONS],
    ['table_row', 'last_reply_class', ANSWER_CLASSES],
    ['table_row', 'last_touch_channel', CHANNELS],
    ['topup', 'origin', TOPUP_ORIGINS],
    ['topup', 'status', TOPUP_STATUSES],
    ['touch', 'channel', CHANNELS],
    ['touch', 'kind', TOUCH_KINDS],
    ['touch_claim', 'channel', CHANNELS],
    ['touch_claim', 'kind', TOUCH_KINDS],
    ['transfer', 'kind', TRANSACTION_KINDS],
    ['watch', 'paused_reason', PAUSE_REASONS],
    ['watch_refresh', 'state', REFRESH_STATES],
    ['watch_refresh', 'status', ENDED_STATUSES],
    ['webhook_delivery', 'status', DELIVERY_STATUSES],
    ['workspace', 'plan', PLANS],
  ] as const)('%s.%s', (table, column, values) => {
    expect(listed(table, column).toSorted()).toEqual(values.toSorted())
  })

  it('environment, in every table', () => {
    const tables = checks.filter(({ columns }) => columns === 'environment').map(({ table_name: table }) => table)
    expect(tables.length).toBeGreaterThan(30)
    for (const table of tables) expect(listed(table, 'environment').toSorted()).toEqual(ENVIRONMENTS.toSorted())
  })

  it('a run has an end exactly in the states that end it', () => {
    expect(listed('run', 'finished_at status', 'finished_at IS NOT NULL')).toEqual([...ENDED_STATUSES])
  })

  it('a run has as many attempts as the rules allow', () => {
    const [check] = checks.filter(({ table_name: table, columns: of }) => table === 'attempt' && of === 'number')
    expect(check?.definition).toBe(`CHECK (((number >= 1) AND (number <= ${ATTEMPTS_MAX})))`)
  })
})

describe('the order of each list is indexed', () => {
  it.each([
    ['the runs of an environment', 'run', '(workspace_id, environment, id DESC)'],
    ['... of one status', 'run', '(workspace_id, environment, status, id DESC)'],
    ['... of one capability', 'run', '(workspace_id, environment, capability, id DESC)'],
    ['... of one provider', 'run', '(workspace_id, environment, provider, id DESC)'],
    ['... of one key', 'run', '(api_key_id, id DESC)'],
    ['the transfers out of an account', 'transfer', '(debit_account_id, id)'],
    ['the inboxes of an environment', 'inbox', '(workspace_id, environment, id)'],
    ['the accounts of a network', 'messaging_account', '(workspace_id, environment, network, id)'],
    ['the transfers into an account', 'transfer', '(credit_account_id, id)'],
  ])('%s', async (_, table, key) => {
    const { rows } = await db.pool.query<{ indexdef: string }>('select indexdef from pg_indexes where tablename = $1', [
      table,
    ])
    expect(rows.filter(({ indexdef }) => indexdef.includes(key))).not.toEqual([])
  })
})
