import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from '@jest/globals'
import type { Lane } from '../../domain/routing/lanes.ts'
import { leftovers } from '../support/child-process.ts'
import { CALL_PROVIDER, CRASH_TIMES, type CrashAt, type CrashTime } from '../support/crash-point.ts'
import { played } from '../support/crash-rows.ts'
import { crashedRun } from '../support/crashed-run.ts'
import { findEffects } from '../support/effects.ts'
import { findThrough, occupyAccount } from '../support/live-providers.ts'
import { runClient } from '../support/run-client.ts'
import { until } from '../support/until.ts'

/** A crash, and by the run's end: how often the provider was called, and how many executors had the attempt. */
type Row = readonly [effect: string, when: CrashTime, lane: Lane, calls: number, executions: number]

const LANES = ['quick', 'slow'] as const
const PROVIDERS = { quick: 'hunter', slow: 'findymail' } as const
/** Rows take turns, and the last one waits for all others. */
const TIMEOUT_MS = 400_000

/** A lookup is repeated at most once, and only when its outcome was not stored. */
const ROWS: readonly Row[] = [
  // One statement holds and begins, another one stores the outcome and settles.
  ['reserve_and_begin', 'before', 'quick', 1, 1],
  ['reserve_and_begin', 'after', 'quick', 1, 2],
  ['record_and_settle', 'before', 'quick', 2, 2],
  ['record_and_settle', 'after', 'quick', 1, 1],
  ['reserve_run', 'before', 'slow', 1, 1],
  ['reserve_run', 'after', 'slow', 1, 1],
  ['begin_attempt', 'before', 'slow', 1, 1],
  ['begin_attempt', 'after', 'slow', 1, 2],
  ['record_outcome', 'before', 'slow', 2, 2],
  ['record_outcome', 'after', 'slow', 1, 1],
  ['settle_run', 'before', 'slow', 1, 1],
  ['settle_run', 'after', 'slow', 1, 1],
  ...LANES.flatMap((lane): Row[] => [
    [CALL_PROVIDER, 'before', lane, 1, 2],
    [CALL_PROVIDER, 'after', lane, 2, 2],
    ['take_over_attempt', 'before', lane, 1, 2],
    ['take_over_attempt', 'after', lane, 1, 3],
  ]),
]

/** The quick lane after a first provider that failed: how often the two providers are called. */
const FALLBACKS: readonly (readonly [effect: string, when: CrashTime, first: number, second: number])[] = [
  ['record_outcome', 'before', 2, 1],
  ['record_outcome', 'after', 1, 1],
  ['begin_attempt', 'before', 1, 1],
  ['begin_attempt', 'after', 1, 1],
  ['record_and_settle', 'before', 1, 2],
  ['record_and_settle', 'after', 1, 1],
]

/** Crashes that lead to the one of the row: an attempt is only taken over from a worker that has died. */
const EARLIER: Readonly<Record<string, readonly CrashAt[]>> = { take_over_attempt: ['call_provider:before'] }

/** A quick turn that finds no room waits in the slow lane. */
const CANCELLED = LANES.flatMap((lane) => CRASH_TIMES.map((when) => ['cancel_run', when, lane] as const))

/** Effects whose crashes a file of `test/long/crash/` plays. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  record_skipped_attempt: 'repeats.test.ts',
  give_up_attempt: 'repeats.test.ts',
  reserve_and_begin_many: 'wallet-batches.test.ts',
  record_and_settle_many: 'wallet-batches.test.ts',
  reserve_send: 'sends.test.ts',
  insert_run: 'api-kill.test.ts',
  claim_overdue_runs: 'api-kill.test.ts',
  note_external_run: 'actors.test.ts',
  extend_lease: 'actors.test.ts',
  settle_run_before_bill: 'actors.test.ts',
  postpone_final_bill: 'actors.test.ts',
  close_final_bill: 'actors.test.ts',
  settle_linked_run: 'linked.test.ts',
  settle_linked_run_before_bill: 'linked.test.ts',
  create_webhook: 'webhook-requests.test.ts',
  rotate_webhook_secret: 'webhook-requests.test.ts',
  add_test_delivery: 'webhook-requests.test.ts',
  retry_delivery: 'webhook-requests.test.ts',
  record_delivery_attempt: 'deliveries.test.ts',
  stop_delivery: 'deliveries.test.ts',
  disable_failing_endpoint: 'deliveries.test.ts',
  claim_overdue_deliveries: 'deliveries.test.ts',
  store_inbound: 'inbound.test.ts',
  process_inbound: 'inbound.test.ts',
  claim_overdue_inbound: 'inbound.test.ts',
  ...Object.fromEntries(
    [
      'begin_inbox',
      'settle_inbox',
      'give_inbox_up',
      'open_account_link',
      'bind_account',
      'remove_account',
      'begin_domain',
      'settle_domain',
      'give_domain_up',
      'remove_domain',
    ].map((name) => [name, 'connecting.test.ts']),
  ),
  find_erased_names: 'erasures.test.ts',
  erase_batch: 'erasures.test.ts',
  finish_erasure: 'erasures.test.ts',
  claim_overdue_erasures: 'erasures.test.ts',
  claim_overdue_mails: 'account-mails.test.ts',
  close_mail: 'account-mails.test.ts',
  begin_auto_topup: 'topups.test.ts',
  settle_auto_topup: 'topups.test.ts',
  claim_due_auto_topups: 'topups.test.ts',
  claim_overdue_topups: 'topups.test.ts',
  request_refresh: 'watches.test.ts',
  begin_refresh: 'watches.test.ts',
  record_refresh: 'watches.test.ts',
  claim_overdue_refreshes: 'watches.test.ts',
}

/** Effects that no run depends on, with the reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  write_spend_guard: 'one statement of one request of the api',
  add_months: 'all or nothing, and the next round makes what is missing',
  prove_wallets: 'a proof that did not commit is made again by the next round',
  write_repeat_window: 'one statement of one request of the api, which may be repeated',
  ...Object.fromEntries(
    ['close_workspace', 'erase_workspace_batch', 'finish_workspace_erasure'].map((name) => [
      name,
      'one transaction of a command that goes on when it is repeated',
    ]),
  ),
  request_erasure: 'one transaction of one request of the api, which may be repeated under its key',
  write_payload_days: 'one statement of one request of the api, which may be repeated',
  insert_long_run: '`insert_run` with the blocks of its subjects in one transaction: its crash is that of `insert_run`',
  record_long_outcome:
    '`record_outcome` with the blocks of its subjects in one transaction: its crash is that of `record_outcome`',
  announce_provider_accounts: 'one statement of a worker that starts, the same for every worker',
  record_domain_state: 'what a provider reports of one domain: the next check replaces it',
  write_reported_health: 'one row of what a provider reports: the next reading replaces it',
  store_actor_schema: 'one row of what a provider reports: the next reading replaces it',
  ...Object.fromEntries(
    ['add_inbox', 'set_inbox_status', 'add_messaging_account', 'set_messaging_account_status'].map((name) => [
      name,
      'one statement of a command for demonstrations and tests',
    ]),
  ),
  record_own_webhook:
    'one statement after the webhook was made: the next registration finds the webhook by its address',
  suppress_unsubscribed: 'a statement of `unsubscribe` or of `process_inbound`',
  add_suppressions: 'one statement of one request of the api, which may be repeated',
  unsubscribe: 'one transaction of one request of the api, which may be repeated',
  remove_suppressions: 'one statement of one request of the api, which may be repeated',
  ...Object.fromEntries(
    [
      'create_table',
      'write_rows',
      'update_rows',
      'delete_rows',
      'store_connection',
      'mint_api_key_within_limit',
      'suppress',
      'unsuppress',
      'cancel_by_request',
      'update_auto_topup',
    ].map((name) => [
      name,
      'one transaction of one request of the api, in which its answer is stored: the same request repeats nothing (remembered-answers.test.ts)',
    ]),
  ),
  revoke_connection: 'one statement of one request of the api, which may be repeated',
  ...Object.fromEntries(
    ['claim_answer', 'take_over_answer', 'store_answer', 'give_answer_key_back', 'purge_answers'].map((name) => [
      name,
      'requests of the api that are not runs (api/route/idempotency.test.ts)',
    ]),
  ),
  ...Object.fromEntries(
    ['switch_tables', 'edit_table', 'delete_table'].map((name) => [
      name,
      'one transaction of one request of the api, which may be repeated: rows merge',
    ]),
  ),
  change_webhook: 'one statement of one request of the api, which may be repeated',
  ...Object.fromEntries(
    ['delete_webhook_deliveries', 'delete_webhook'].map((name) => [
      name,
      'a request of the api that goes on where it was stopped when it is repeated; the endpoint is off before (webhook-requests.test.ts)',
    ]),
  ),
  ...Object.fromEntries(
    ['purge_events', 'purge_payloads', 'purge_deliveries', 'purge_inbound_messages', 'purge_webhook_secrets'].map(
      (name) => [
        name,
        'takes what is no longer kept, each batch one statement: what is left the next one takes (db/events/purge.test.ts)',
      ],
    ),
  ),
  wait_for_share: 'says that a run waits, and when it is looked for; without it the next try says so',
  ...Object.fromEntries(
    ['postpone_starts', 'hand_over_starts'].map((name) => [
      name,
      "says when the sweeper looks for a run that is accepted and not started: without it, by the run's own time (long/load/fair-starts.test.ts)",
    ]),
  ),
  ...Object.fromEntries(
    ['postpone_inbound', 'hand_over_inbound'].map((name) => [
      name,
      "says when the sweeper looks for a provider's message that is not processed: without it, half a minute after it was received",
    ]),
  ),
  postpone_delivery_sweep:
    'says when a workflow is looked for that is there, on a timer; without it the sweeper looks earlier',
  create_watch: 'one transaction of one request of the api, which stores its answer with it',
  delete_watch:
    'one statement of one request of the api, which may be repeated; its Schedule follows when it fires or is reconciled',
  ...Object.fromEntries(
    ['claim_watch_reconciliation', 'finish_watch_reconciliation', 'give_watch_reconciliation_back'].map((name) => [
      name,
      'says who compares Schedules with rows, and when: doing it twice or an hour later is harmless (worker/watch-schedules.test.ts)',
    ]),
  ),
  rewrap_webhook_secrets: 'a command that goes on where it was stopped (db/webhooks/rotate.test.ts)',
  rewrap_credentials: 'a command that goes on where it was stopped (connections/rotate.test.ts)',
  rewrap_own_webhooks: 'a command that goes on where it was stopped (connections/rotate.test.ts)',
  ...Object.fromEntries(
    ['set_negotiated_rate', 'remove_negotiated_rate'].map((name) => [
      name,
      "one transaction of an operator's command, which may be repeated: what stands like this is left as it is",
    ]),
  ),
  ...Object.fromEntries(
    [
      'settle_differing_topup',
      'close_refused_event',
      'credit_unknown_payment',
      'close_indeterminate_runs',
      'revoke_leaked_token',
    ].map((name) => [
      name,
      "one transaction of an operator's command, which may be repeated: what is decided is left as it is (test/ops)",
    ]),
  ),
  ...Object.fromEntries(
    ['change_simulated_plan', 'open_plan_checkout', 'take_subscription'].map((name) => [
      name,
      'one transaction of one request of the api, which stores its answer in it or may be repeated (test/api/http/plan/plan.test.ts)',
    ]),
  ),
  pay_simulated_plan: 'one transaction of one request of the api, which may be repeated: a checkout is paid once',
  claim_due_referrals: 'says when a referral is looked at next: done twice or not at all, it falls due again',
  settle_referral:
    'one transaction under keys that are unique; what is not done falls due again (db/referrals/referrals.test.ts)',
  move_plan_on:
    'one transaction that finds the plan as it stands: done again, it changes nothing, and what is not done falls due again',
  fold_health: 'counts beside the runs: what was added and how far it came are one statement',
  store_feedback: 'one statement of one request of the api: a report that is sent again is kept again, and counted',
  ...Object.fromEntries(
    ['add_known_issue', 'set_known_issue', 'remove_known_issue', 'make_reset_link'].map((name) => [
      name,
      "one statement of an operator's command, who sees what became of it",
    ]),
  ),
  ...Object.fromEntries(
    ['sign_up sign_in revoke_session end_own_session end_other_sessions mint_api_key revoke_api_key change_password']
      .concat('reset_password verify_email insert_reset_mail insert_verify_mail withdraw_invitation change_role')
      .concat('invite_member join_workspace switch_workspace remove_member')
      .flatMap((names) => names.split(' '))
      .map((name) => [
        name,
        'one transaction of one request of the api or of a command, which may be repeated: a repeated sign-up answers `conflict`, and the password opens another session',
      ]),
  ),
  purge_sessions: 'takes what is no longer kept: what is left the next one takes',
  ensure_user: 'one statement of a command, which may be repeated',
  ...Object.fromEntries(
    [
      'register_oauth_client',
      'store_oauth_artifact',
      'destroy_oauth_artifact',
      'connect_app',
      'revoke_connected_app',
      'disconnect_app',
    ].map((name) => [name, 'one statement or transaction of one request of the api, which may be repeated']),
  ),
  consume_oauth_artifact:
    'one statement; a code or refresh token whose request died is used up: repeated within seconds it is refused, later the app sends the person to consent again, as OAuth has it',
  make_oauth_keys: 'one statement of every first request: the first one counts (db/oauth/keys.test.ts)',
  rewrap_oauth_keys: 'a command that goes on where it was stopped (db/oauth/keys.test.ts)',
  ensure_workspace: 'one transaction of a command, under a name that is unique',
  open_topup: 'one transaction of one request of the api, with its answer: a page without an answer is never paid',
  note_opened_checkout:
    'one transaction of one request of the api, with its answer: a page without an answer is never paid',
  pay_simulated_topup:
    'one transaction of a press of a button, which may be pressed again (api/http/wallet/simulated.test.ts)',
  ensure_referral_code: 'one statement under a unique key, read again after it',
  apply_stripe_event:
    'one transaction of one request of the api, which Stripe repeats until it is answered (test/api/http/inbound/stripe.test.ts)',
  credit_wallet: 'one statement under a unique key, before any run',
}

afterAll(() => {
  expect(leftovers()).toEqual([])
})

describe('the table of effects', () => {
  const here = new Set([...ROWS, ...CANCELLED].map(([effect]) => effect))

  it('has every statement that changes something, and none that is gone', async () => {
    const { names, hidden } = await findEffects()
    const known = new Set([...here, ...Object.keys(ELSEWHERE), ...Object.keys(EXEMPT)])
    expect({
      hidden,
      missing: names.filter((name) => !known.has(name)).map((name) => `${name}: add it to ROWS, ELSEWHERE or EXEMPT`),
      gone: [...known].filter((name) => name !== CALL_PROVIDER && !names.includes(name)),
    }).toEqual({ hidden: [], missing: [], gone: [] })
  })

  it.each(Object.entries(ELSEWHERE))('%s is played before and after itself in %s', (effect, file) => {
    const text = readFileSync(new URL(`../long/crash/${file}`, import.meta.url), 'utf8')
    expect(CRASH_TIMES.filter((when) => !text.includes(`'${effect}:${when}'`))).toEqual([])
  })
})

describe('a worker that dies around an effect of a run', () => {
  // The first row's workers are processes, ended by SIGKILL.
  it.concurrent.each(played(ROWS).map((row, index) => [...row, index === 0] as const))(
    '%s:%s in the %s lane: the run succeeds and is charged once (calls of its provider: %i)',
    async (effect, when, lane, calls, executions, signal) => {
      const provider = PROVIDERS[lane]
      const ended = await crashedRun({
        crashes: [...(EARLIER[effect] ?? []), `${effect}:${when}`],
        signal,
        environment: 'live',
        request: findThrough(provider),
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded', provider, attempts: [{ provider, outcome: 'succeeded' }] },
        closedAs: 'succeeded',
        transfers: ['hold', 'charge'],
        held: 0n,
        drifts: [],
        attempts: [{ provider, outcome: 'succeeded', executions }],
      })
      expect(ended.calls).toEqual({ hunter: 0, findymail: 0, leadmagic: 0, [provider]: calls })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(played(FALLBACKS))(
    '%s:%s after a provider that failed: the next one delivers and alone is charged, once',
    async (effect, when, first, second) => {
      const ended = await crashedRun({
        crashes: [`${effect}:${when}`],
        environment: 'live',
        request: findThrough('auto'),
        prepare: async ({ providers }) => providers.set('leadmagic', 'wrong'),
      })
      expect(ended).toMatchObject({
        run: { status: 'succeeded', provider: 'hunter' },
        closedAs: 'succeeded',
        transfers: expect.arrayContaining(['hold', 'charge']),
        held: 0n,
        drifts: [],
        attempts: [
          { provider: 'leadmagic', outcome: 'provider_error' },
          { provider: 'hunter', outcome: 'succeeded' },
        ],
      })
      expect(ended.calls).toEqual({ leadmagic: first, hunter: second, findymail: 0 })
    },
    TIMEOUT_MS,
  )

  it.concurrent.each(played(CANCELLED))(
    '%s:%s in the %s lane: the run that waits for its turn is cancelled, costs nothing, and calls no provider',
    async (effect, when, lane) => {
      const provider = PROVIDERS[lane]
      const ended = await crashedRun({
        crashes: [`${effect}:${when}`],
        environment: 'live',
        request: findThrough(provider),
        prepare: ({ service }) => occupyAccount(service.db, provider),
        // An operator's signal alone: the api cancels by itself.
        async underway({ service }, runId) {
          const client = runClient(service.url, service.workspace.keys.live)
          await until(
            () => client.get(runId),
            ({ body }) => body.status === 'queued',
          )
          await service.client.workflow.getHandle(runId).signal('cancel')
        },
      })
      expect(ended).toMatchObject({
        run: { status: 'cancelled' },
        closedAs: 'cancelled',
        transfers: ['hold', 'release'],
        held: 0n,
        spent: 0n,
        drifts: [],
      })
      expect([ended.attempts, ended.calls]).toEqual([[], { hunter: 0, findymail: 0, leadmagic: 0 }])
    },
    TIMEOUT_MS,
  )
})
