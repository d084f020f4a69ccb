import { ERASED_TEXT, type ErasureStage } from '../../domain/erasures/stages.ts'

/**
 * What an erasure does with the rows of a table:
 * - `named`: those whose `kind` and `value` are a name of the person are deleted; where it names a column, only those
 *   from before the request. The statement of the stage `people` is made of these lines;
 * - `stage`: the statement of that stage decides what goes;
 * - `with`: they are deleted with their row of that table;
 * - `kept`: they stay, for that reason.
 */
type OfPerson =
  | { readonly named: string | null }
  | { readonly stage: ErasureStage }
  | { readonly with: string }
  | { readonly kept: string }

/**
 * The same when a workspace is erased: `deleted` and `set` are parts of the last statement, `by hand` is written in
 * that statement, and `closed` is done where its access ends (`END_ACCESS`). A stage goes through everything, as of a
 * person who is everywhere.
 */
type OfWorkspace =
  | 'deleted'
  | 'closed'
  | 'by hand'
  | { readonly set: string }
  | { readonly stage: ErasureStage }
  | { readonly with: string }
  | { readonly kept: string }

interface PersonalTable {
  readonly person: OfPerson
  readonly workspace: OfWorkspace
}

const both = <Rule extends OfPerson & OfWorkspace>(rule: Rule): PersonalTable => ({ person: rule, workspace: rule })
const CUSTOMERS_OWN = { kept: 'the customer’s own people and settings, not their contacts' } as const
const BILLING = both({ kept: 'money: amounts and ids' })
const SERVICE = both({ kept: 'of the service: it names no workspace and no contact' })
const STATES = both({ kept: 'ids, states and times' })

/** Every table of the database. A table with data about people is one line here, and a test misses one without. */
export const REGISTRY: Readonly<Record<string, PersonalTable>> = {
  // Runs and what was made of them.
  run: both({ stage: 'runs' }),
  attempt: both({ stage: 'runs' }),
  approval: both({ stage: 'runs' }),
  run_subject: both({ stage: 'runs' }),
  run_subject_block: both({ stage: 'runs' }),
  run_metadata: both({ stage: 'runs' }),
  touch: { person: { stage: 'runs' }, workspace: 'deleted' },
  touch_claim: both({ kept: 'of a run under way: its end deletes it' }),
  sender: { person: CUSTOMERS_OWN, workspace: 'deleted' },
  sender_slot: STATES,
  waiting_send: STATES,
  saved_enrichment: { person: { named: 'saved_at' }, workspace: { stage: 'runs' } },
  idempotent_answer: { person: { stage: 'stored_answers' }, workspace: 'deleted' },
  unreported_run: STATES,
  address_report: STATES,
  usage_charge: BILLING,
  payload_purge: STATES,

  // Tables and what is imported.
  workspace_table: { person: { kept: 'names and columns of a table' }, workspace: 'deleted' },
  table_row: both({ stage: 'rows' }),
  row_identity: both({ stage: 'rows' }),
  row_change: both({ stage: 'rows' }),
  row_merge: both({ stage: 'rows' }),
  shared_phone: { person: { stage: 'people' }, workspace: 'deleted' },
  file_mapping: { person: { kept: 'headings of files' }, workspace: 'deleted' },
  job: both({ stage: 'watches' }),
  job_row: both({ stage: 'watches' }),
  job_row_cells: both({ stage: 'watches' }),
  job_upload: both({ stage: 'watches' }),
  job_upload_part: both({ with: 'job_upload' }),
  watch: both({ stage: 'watches' }),
  watch_record: both({ stage: 'watch_records' }),
  watch_refresh: both({ stage: 'watch_records' }),
  watch_reconciliation: SERVICE,

  // Messages and those who send them.
  suppression: { person: { stage: 'people' }, workspace: 'deleted' },
  do_not_process_list: {
    person: { kept: 'the customer’s name of a list' },
    workspace: { set: `name = '${ERASED_TEXT}'` },
  },
  do_not_process_part: { person: { kept: 'counts' }, workspace: { with: 'do_not_process_list' } },
  do_not_process_sweep: both({ kept: 'receipts: counts and no name' }),
  do_not_process_block: {
    person: { kept: 'hashes of who is not to be processed' },
    workspace: { with: 'do_not_process_list' },
  },
  chat_participant: { person: { named: null }, workspace: 'deleted' },
  network_connection: { person: { stage: 'people' }, workspace: 'deleted' },
  received_message: { person: { stage: 'messages' }, workspace: 'deleted' },
  message_sender: { person: { stage: 'people' }, workspace: 'deleted' },
  inbound_message: both({ kept: 'its body goes when it is processed' }),
  inbox: { person: CUSTOMERS_OWN, workspace: { set: 'display_name = null' } },
  messaging_account: { person: CUSTOMERS_OWN, workspace: { set: `name = '${ERASED_TEXT}'` } },
  account_link: STATES,
  email_domain: both(CUSTOMERS_OWN),
  event: both({ stage: 'events' }),
  event_counter: STATES,
  webhook_endpoint: { person: CUSTOMERS_OWN, workspace: 'closed' },
  webhook_secret: { person: CUSTOMERS_OWN, workspace: { with: 'webhook_endpoint' } },
  webhook_delivery: both({ stage: 'deliveries' }),

  // The customer: its people, keys and apps.
  workspace: { person: CUSTOMERS_OWN, workspace: 'by hand' },
  app_user: { person: CUSTOMERS_OWN, workspace: 'by hand' },
  member: { person: CUSTOMERS_OWN, workspace: 'by hand' },
  session: { person: CUSTOMERS_OWN, workspace: 'closed' },
  account_mail: { person: CUSTOMERS_OWN, workspace: 'deleted' },
  invitation_refusal: both({ kept: 'hashes of addresses that want no invitation' }),
  agent_sign_up: { person: CUSTOMERS_OWN, workspace: { set: 'owner_email = null' } },
  api_key: { person: CUSTOMERS_OWN, workspace: { set: `name = '${ERASED_TEXT}'` } },
  connected_app: { person: CUSTOMERS_OWN, workspace: 'closed' },
  oauth_client: SERVICE,
  oauth_artifact: { person: CUSTOMERS_OWN, workspace: 'closed' },
  oauth_key: SERVICE,
  connection: { person: CUSTOMERS_OWN, workspace: 'closed' },
  connection_webhook: { person: CUSTOMERS_OWN, workspace: 'closed' },
  erasure: both({ kept: 'receipts: counts and no name' }),
  audit_entry: both({ kept: 'what operators did' }),

  // Money.
  ...Object.fromEntries(
    [
      ['wallet', 'account', 'transfer', 'wallet_proof', 'ledger_drift', 'budget', 'bounce_credit', 'topup'],
      ['payment_card', 'auto_topup', 'invoice', 'invoice_counter', 'stripe_event', 'stripe_customer', 'stripe_payment'],
      ['stripe_refund_failure', 'stripe_dispute', 'negotiated_rate', 'plan_checkout', 'plan_subscription'],
      ['referral_code', 'referral', 'referral_card'],
    ]
      .flat()
      .map((table) => [table, BILLING]),
  ),

  // The service itself.
  ...Object.fromEntries(
    [
      ['actor_schema', 'provider_account', 'offer_health_hour', 'offer_health_progress', 'reported_health'],
      ['offer_hits_day', 'offer_hits_recent', 'sold_address_day', 'rate_limit', 'known_issue', 'feedback_report'],
      ['discover_vector', 'discover_miss', 'migration'],
    ]
      .flat()
      .map((table) => [table, SERVICE]),
  ),
}

const TABLES = Object.entries(REGISTRY)

/** CTEs that delete what is found by the person's names alone: after a CTE `names` (`kind`, `value`). */
export const ERASED_BY_NAME = TABLES.flatMap(([table, { person }]) =>
  'named' in person
    ? [
        `by_name_${table} as (
      delete from ${table} where workspace_id = :workspaceId and environment = :environment
        and (kind, value) in (select kind, value from names)${
          person.named === null ? '' : ` and ${person.named} < :requestedAt::timestamptz`
        }
    )`,
      ]
    : [],
).join(', ')

/** CTEs of what goes with the workspace `:id`. */
export const ERASED_WITH_WORKSPACE = TABLES.flatMap(([table, { workspace }]) => {
  if (workspace === 'deleted') return [`all_of_${table} as (delete from ${table} where workspace_id = :id)`]
  if (typeof workspace === 'object' && 'set' in workspace)
    return [`all_of_${table} as (update ${table} set ${workspace.set} where workspace_id = :id)`]
  return []
}).join(', ')
