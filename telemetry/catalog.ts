import type { ValueSetName } from './labels.ts'

/** The definition of one metric: its labels, each with the set that bounds it (`labels.ts`). */
export interface MetricDescription {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: Readonly<Record<string, ValueSetName>>
  /** Upper bounds of a histogram's buckets, in the unit at the end of its name. */
  readonly buckets?: readonly number[]
}

/** From a quick read to the longest wait (Spec 8: 120 s). */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120]
/** An actor may run for up to ten minutes. */
const ATTEMPT_SECONDS = [...REQUEST_SECONDS, 300, 600]
/** From a sandbox run to an actor that works for minutes. */
const RUN_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900]
/** A reservation follows the request within a few milliseconds, or when a worker is back. */
const QUEUE_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 30, 60, 300]

/** Every metric of the service itself; Temporal's and the process's are separate. Nothing else is counted. */
export const METRICS = {
  http_requests_total: {
    type: 'counter',
    help: 'HTTP requests by route pattern and status.',
    labels: { method: 'method', route: 'route', status: 'http_status' },
  },
  http_request_duration_seconds: {
    type: 'histogram',
    help: 'Duration of HTTP requests by route pattern.',
    labels: { method: 'method', route: 'route' },
    buckets: REQUEST_SECONDS,
  },
  http_requests_in_flight: {
    type: 'gauge',
    help: 'HTTP requests that are being answered; waits for runs and events are among them.',
    labels: {},
  },
  requests_waiting: {
    type: 'gauge',
    help: 'Requests that wait for a permit, by queue.',
    labels: { queue: 'queue' },
  },
  requests_refused_busy_total: {
    type: 'counter',
    help: 'Requests that were refused because too many of their caller waited; `waits`: long waits that were answered at once.',
    labels: { queue: 'queue' },
  },
  refusals_delayed_total: {
    type: 'counter',
    help: 'Refusals that were answered late, because their caller is refused all the time.',
    labels: { status: 'http_status' },
  },
  mcp_tool_calls_total: {
    type: 'counter',
    help: "Calls of the MCP server's tools. `failed`: a run that did not succeed; `refused`: a mistake of the caller; `error`: ours.",
    labels: { tool: 'tool', outcome: 'call_outcome' },
  },
  mcp_tool_call_duration_seconds: {
    type: 'histogram',
    help: "Duration of calls of the MCP server's tools.",
    labels: { tool: 'tool' },
    buckets: REQUEST_SECONDS,
  },
  discover_searches_total: {
    type: 'counter',
    help: 'Searches of discover, by whether anything was found. `npm run discover:misses` lists the words of the others.',
    labels: { result: 'search_result' },
  },
  inbound_refused_total: {
    type: 'counter',
    help: "Messages to the providers' webhook routes that were refused, of which nothing else is kept.",
    labels: { provider: 'inbound_provider', reason: 'inbound_reason' },
  },
  embedding_requests_total: {
    type: 'counter',
    help: 'Requests to the embeddings service, for the index and for queries, by how they ended.',
    labels: { purpose: 'embedding_purpose', outcome: 'embedding_outcome' },
  },
  discover_semantic_searches_total: {
    type: 'counter',
    help: 'Searches of discover while DISCOVER_EMBEDDINGS_URL is set. All but `used` were answered by words alone.',
    labels: { result: 'semantic_result' },
  },
  discover_embedded_texts: {
    type: 'gauge',
    help: 'Capabilities and endpoints with a vector in the index of this process; absent until it is complete.',
    labels: {},
  },
  password_hashes_total: {
    type: 'counter',
    help: 'Computations of argon2: one for each sign-up and sign-in that was tried, whether the address exists or not.',
    labels: {},
  },

  runs_ended_total: {
    type: 'counter',
    help: 'Runs that ended, counted by the process that ended them.',
    labels: { environment: 'environment', kind: 'run_kind', status: 'ended_status', code: 'code' },
  },
  run_duration_seconds: {
    type: 'histogram',
    help: 'From the acceptance of a run to its end.',
    labels: { environment: 'environment', kind: 'run_kind' },
    buckets: RUN_SECONDS,
  },
  run_queue_latency_seconds: {
    type: 'histogram',
    help: 'From the acceptance of a run to its reservation: how long it waited for a worker.',
    labels: { environment: 'environment', kind: 'run_kind' },
    buckets: QUEUE_SECONDS,
  },
  runs_waiting_for_start: {
    type: 'gauge',
    help: 'Accepted runs of this process that wait for a permit to start.',
    labels: { environment: 'environment' },
  },
  run_starts_under_way: {
    type: 'gauge',
    help: 'Runs of this process that are on their way to a worker (RUN_STARTS_AT_ONCE).',
    labels: { environment: 'environment' },
  },
  run_start_wait_seconds: {
    type: 'histogram',
    help: 'How long runs waited for a permit to start.',
    labels: { environment: 'environment' },
    buckets: QUEUE_SECONDS,
  },
  runs_open: {
    type: 'gauge',
    help: 'Runs that have not ended, or await a final bill; counted up to 50,000.',
    labels: { status: 'open_status' },
  },
  runs_oldest_open_age_seconds: {
    type: 'gauge',
    help: 'How long ago the oldest run that has not ended was accepted; 0 without any.',
    labels: {},
  },
  runs_overdue: {
    type: 'gauge',
    help: 'Runs that should have moved by now and that no sweeper has started; counted up to 50,000.',
    labels: {},
  },
  runs_oldest_overdue_age_seconds: {
    type: 'gauge',
    help: 'For how long the oldest overdue run has been overdue; 0 without any.',
    labels: {},
  },
  sweeps_found_total: {
    type: 'counter',
    help: 'What a sweeper found overdue and started again.',
    labels: { what: 'sweep' },
  },
  sweeps_failed_total: {
    type: 'counter',
    help: 'What a sweeper found overdue and could not start.',
    labels: { what: 'sweep' },
  },

  reservations_refused_total: {
    type: 'counter',
    help: 'Reservations that the spend guard (`per_run_limit`, `daily_limit`), the budget of a key (`key_budget`), the balance or what is owed refused.',
    labels: { environment: 'environment', control: 'control' },
  },
  charged_usd_total: {
    type: 'counter',
    help: 'What runs were charged when they ended, in USD; `none` is without a delivery.',
    labels: { environment: 'environment', provider: 'provider' },
  },
  final_bills_usd_total: {
    type: 'counter',
    help: "What providers' final bills have added to charges or taken off them, in USD.",
    labels: { environment: 'environment', direction: 'direction' },
  },
  provider_cost_usd_total: {
    type: 'counter',
    help: 'What providers bill the platform for attempts, in USD: as they report it, or by their rate cards.',
    labels: { environment: 'environment', provider: 'provider' },
  },
  provider_cost_unreadable_total: {
    type: 'counter',
    labels: { provider: 'provider' },
    help: "Costs that providers reported and that could not be read; an actor's final bill counts at each reading.",
  },
  topups_ended_total: {
    type: 'counter',
    help: 'Top-ups by how they ended. `amount_differs`: an operator has to look.',
    labels: { environment: 'environment', origin: 'origin', status: 'topup_status', simulated: 'boolean' },
  },
  topups_paid_usd_total: {
    type: 'counter',
    help: 'What top-ups have credited, in USD.',
    labels: { environment: 'environment', simulated: 'boolean' },
  },
  stripe_events_total: {
    type: 'counter',
    help: "Stripe's events by what was done with them. `refused`: it contradicts what is known.",
    labels: { outcome: 'stripe_outcome' },
  },

  provider_attempts_total: {
    type: 'counter',
    help: 'Attempts at providers by how they ended.',
    labels: { environment: 'environment', provider: 'provider', outcome: 'attempt_outcome' },
  },
  provider_attempt_duration_seconds: {
    type: 'histogram',
    help: 'Duration of attempts that called the provider.',
    labels: { provider: 'provider' },
    buckets: ATTEMPT_SECONDS,
  },
  provider_attempts_open: {
    type: 'gauge',
    help: 'Attempts at providers that have not ended; 0 for a provider with an account and no waiting run. Counted among 50,000 open runs.',
    labels: { provider: 'provider' },
  },
  provider_oldest_open_attempt_age_seconds: {
    type: 'gauge',
    help: 'How long ago the oldest of them was begun.',
    labels: { provider: 'provider' },
  },
  provider_in_rotation: {
    type: 'gauge',
    help: '1 while routing may choose at least one offer of a provider that has an account here, else 0.',
    labels: { provider: 'provider' },
  },
  provider_offers: {
    type: 'gauge',
    help: 'Live offers of providers by what routing makes of them.',
    labels: { provider: 'provider', state: 'offer_state' },
  },
  provider_hit_rate: {
    type: 'gauge',
    help: "How often a live offer's answers find something, 0 to 1, over 30 days; newer answers weigh more. Absent: too few answers.",
    labels: { provider: 'provider', capability: 'capability' },
  },
  provider_hit_sample_size: {
    type: 'gauge',
    help: 'The answers that its hit rate is of.',
    labels: { provider: 'provider', capability: 'capability' },
  },

  worker_shares_taken: {
    type: 'gauge',
    help: "Shares of this worker's slots that are held now, by lane and environment.",
    labels: { lane: 'share_lane', environment: 'share_environment' },
  },
  worker_shares_max: {
    type: 'gauge',
    help: 'How many shares each lane of this worker has.',
    labels: { lane: 'share_lane' },
  },
  worker_shares_refused_total: {
    type: 'counter',
    help: 'Shares that were refused, by the bound that refused them: a quick attempt goes to the slow lane, a slow one and inbound work come back later, a call is answered `unavailable`.',
    labels: { lane: 'share_lane', environment: 'share_environment', reason: 'share_reason' },
  },

  events_written_total: {
    type: 'counter',
    help: 'Events that were written to the streams.',
    labels: { environment: 'environment', type: 'event_type' },
  },
  webhook_attempts_total: {
    type: 'counter',
    help: 'Attempts of deliveries. `failed`: it was the last one.',
    labels: { environment: 'environment', outcome: 'delivery_outcome' },
  },
  webhook_attempt_duration_seconds: {
    type: 'histogram',
    help: 'How long receivers took to answer, or to fail.',
    labels: {},
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  webhook_endpoints_disabled_total: {
    type: 'counter',
    help: 'Endpoints that were switched off because they failed for three days.',
    labels: {},
  },
  webhook_deliveries_pending: {
    type: 'gauge',
    help: 'Deliveries that have not ended; counted up to 50,000.',
    labels: {},
  },
  webhook_deliveries_due: {
    type: 'gauge',
    help: 'Deliveries whose attempt should have been made by now; counted up to 50,000.',
    labels: {},
  },
  webhook_oldest_due_age_seconds: {
    type: 'gauge',
    help: 'For how long the oldest of them has been due; 0 without any.',
    labels: {},
  },
  inbound_messages_waiting: {
    type: 'gauge',
    help: "Providers' messages that are stored and not processed; counted up to 50,000.",
    labels: {},
  },
  inbound_oldest_waiting_age_seconds: {
    type: 'gauge',
    help: 'For how long the oldest of them has waited; 0 without any.',
    labels: {},
  },

  partitions_end_in_seconds: {
    type: 'gauge',
    help: 'Until when the tables of months have partitions; workers make three months ahead. At 0 no run can be stored.',
    labels: {},
  },

  stored_bytes: {
    type: 'gauge',
    help: 'What customers make the service keep, in bytes on disk with indexes, by what it is.',
    labels: { kind: 'stored_kind' },
  },
  ledger_drifts: {
    type: 'gauge',
    help: 'Promises of the ledger that were found broken, by promise (`ledger_drift` names them); 0 is the proof.',
    labels: { promise: 'promise' },
  },
  ledger_wallets_proved_total: {
    type: 'counter',
    help: 'Wallets that were proved against their transfers.',
    labels: {},
  },
  ledger_oldest_proof_age_seconds: {
    type: 'gauge',
    help: 'Since when every wallet has been proved at least once: the age of the oldest proof.',
    labels: {},
  },

  database_pool_connections: {
    type: 'gauge',
    help: 'Connections to PostgreSQL of this process.',
    labels: { state: 'pool_state' },
  },
  database_pool_connections_max: { type: 'gauge', help: 'How many it may have.', labels: {} },
  database_pool_waiting: { type: 'gauge', help: 'Statements that wait for a connection.', labels: {} },

  database_hangs: {
    type: 'gauge',
    help: '1 while PostgreSQL answers no query of this process, else 0.',
    labels: {},
  },
  database_connections_dead_total: {
    type: 'counter',
    help: 'Connections to PostgreSQL that had died without a word and were replaced.',
    labels: {},
  },
  end_notices_listening: {
    type: 'gauge',
    help: '1 while this api hears of ended runs by LISTEN; else 0, and the poll finds them up to a second later.',
    labels: {},
  },
  end_notices_lost_total: {
    type: 'counter',
    help: 'Connections for LISTEN that were lost or could not be made; the next one follows within a second.',
    labels: {},
  },
  run_ends_heard_total: {
    type: 'counter',
    help: 'Requests whose run has ended while they waited, by how the api heard of it.',
    labels: { by: 'heard_by' },
  },
  temporal_reachable: {
    type: 'gauge',
    help: '1 while this api reaches Temporal, else 0: runs are accepted then, and start later.',
    labels: {},
  },

  log_lines_total: { type: 'counter', help: 'Lines of the log.', labels: { level: 'level' } },
  service_build_info: {
    type: 'gauge',
    help: 'What runs here; always 1.',
    labels: { version: 'version', node: 'node', process: 'process' },
  },
  metrics_rounds_failed_total: {
    type: 'counter',
    help: 'Rounds that could not read what their gauges show: these are absent then.',
    labels: { round: 'round' },
  },
  metrics_sources_failed_total: {
    type: 'counter',
    help: 'Scrapes that a part of this page was missing from.',
    labels: { source: 'source' },
  },
} as const satisfies Record<string, MetricDescription>

type Catalog = typeof METRICS
type OfType<Type extends MetricDescription['type']> = {
  [Name in keyof Catalog]: Catalog[Name]['type'] extends Type ? Name : never
}[keyof Catalog]

export type MetricName = keyof Catalog
export type CounterName = OfType<'counter'>
export type GaugeName = OfType<'gauge'>
export type HistogramName = OfType<'histogram'>
/** The labels of a metric, each with a text. */
export type LabelsOf<Name extends MetricName> = Readonly<Record<keyof Catalog[Name]['labels'], string>>
