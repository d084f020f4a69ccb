// Made by `npm run client:types` from the OpenAPI document, which comes from the routes: change those, not this file.

export interface ApiKey {
  /** The id of the key, which is not the key itself. */
  id: string
  name: string
  environment: 'test' | 'live'
  /** Prefix and suffix only: the key itself is shown once, when it is made. */
  display: string
  /** Written every few seconds; null: never. */
  last_used_at: Timestamp | null
  created_at: Timestamp
  revoked: boolean
}

export interface ApiKeyCreate {
  /** Where it is used. (at most 100 characters) */
  name: string
  environment: 'test' | 'live'
}

export interface ApiKeyCreated {
  /** The id of the key, which is not the key itself. */
  id: string
  /** Shown once. */
  api_key: string
  note: string
}

export interface ApiKeyList {
  usage_days: number
  no_key_usage: KeyUsage
  /** Newest first. */
  items: ApiKeyWithUsage[]
}

export interface ApiKeyWithUsage {
  /** The id of the key, which is not the key itself. */
  id: string
  name: string
  environment: 'test' | 'live'
  /** Prefix and suffix only: the key itself is shown once, when it is made. */
  display: string
  /** Written every few seconds; null: never. */
  last_used_at: Timestamp | null
  created_at: Timestamp
  revoked: boolean
  usage: KeyUsage
}

export interface Attempt {
  provider: string
  outcome:
    | 'succeeded'
    | 'no_match'
    | 'provider_error'
    | 'provider_timeout'
    | 'rate_limited'
    | 'rejected'
    | 'skipped'
    | 'unknown'
    | 'cancelled'
  duration_ms: number | null
  detail: string | null
}

export interface AutoTopup {
  enabled: boolean
  /** The wallet is filled when less than this is available. null: it was never set up. */
  threshold: Money | null
  amount: Money | null
  /** Automatic top-ups of a calendar month (UTC) never exceed it together. */
  monthly_limit: Money | null
  spent_this_month: Money
  /** A paid checkout keeps its card for automatic top-ups. */
  card_on_file: boolean
  last_attempt: {
    /** The id of the top-up. */
    topup_id: string
    status: 'pending' | 'paid' | 'failed' | 'expired' | 'amount_differs'
    amount: Money
    /** Why it failed. */
    reason: string | null
    at: Timestamp
  } | null
  /** Not before this, after a failure; null: as soon as the wallet needs it, or never while it is off. */
  next_attempt_at: Timestamp | null
}

/** Amounts that are left out keep their value; the first time all three are needed. */
export interface AutoTopupUpdate {
  enabled: boolean
  threshold?: UsdAmount
  amount?: UsdAmount
  monthly_limit?: UsdAmount
}

export interface Billing {
  currency: 'USD'
  /** The amount held; null before the reservation. */
  quoted: Money | null
  /** What settled: null until then and when the whole reservation was released, `0.00` for free deliveries. */
  charged: Money | null
  /** True when the platform's own provider account served the run; false with the workspace's key or a saved row. */
  platform_funded: boolean
}

export interface CapabilityInspection {
  kind: 'capability'
  capability: string
  title: string
  description: string
  /** `coming_soon`: no live adapter yet. It can be inspected, and run in the sandbox, whose output is not real data. */
  status: 'live' | 'coming_soon'
  providers: string[]
  live_providers: string[]
  platforms: string[]
  /** The cheapest offer that can run now; null when none can. */
  starting_price: {
    amount: Money
    currency: 'USD'
  } | null
  category: string
  /** It can be run with a test key. */
  sandbox: boolean
  /** JSON Schema of `input`: the source of truth for run input. */
  input_schema: { [member: string]: unknown }
  output_fields: string[]
  billing: 'per_call' | 'on_match' | 'metered'
  offers: Offer[]
  health: Health
  /** A body that POST /v1/run takes. */
  example: { [member: string]: unknown }
  /** null where it cannot be run at all. */
  run: {
    cli: string
  } | null
  hints: string[]
}

export interface CapabilityItem {
  kind: 'capability'
  capability: string
  title: string
  description: string
  /** `coming_soon`: no live adapter yet. It can be inspected, and run in the sandbox, whose output is not real data. */
  status: 'live' | 'coming_soon'
  providers: string[]
  live_providers: string[]
  platforms: string[]
  /** The cheapest offer that can run now; null when none can. */
  starting_price: {
    amount: Money
    currency: 'USD'
  } | null
  health: Health
  /** The command that goes on from here. */
  hint: string
}

export interface CapabilityList {
  items: CapabilityItem[]
  /** Pass it back as `cursor`; null at the end. */
  next_cursor: string | null
}

export interface ChosenPlan {
  plan: 'pay_per_call' | 'plus' | 'pro' | 'scale'
  /** A month. */
  price: string
  /** Both environments count together. */
  limits: {
    tables: number
    rows: number
    /** Off list prices, where nothing was negotiated. (0 to 100) */
    discount_percent: number
  }
  /** Above a limit after a smaller plan was chosen, everything stays readable, and nothing more is taken. */
  usage: {
    tables: number
    rows: number
  }
  /** When the next month is charged; null: nothing is, or the plan ends then. */
  renews_at: Timestamp | null
  /** When the plan ends and calls are paid one by one again; null: it goes on. */
  cancel_at: Timestamp | null
  /** The smaller plan that counts from `renews_at`; null: the same. */
  next_plan: 'pay_per_call' | 'plus' | 'pro' | 'scale' | null
  /** A payment has failed: until then the plan stays, and then it is lost. null: nothing is due. */
  payment_due_by: Timestamp | null
  /** Where the plan is paid; it counts once it is. null: nothing is to be paid on a page, and what is shown counts. */
  checkout_url: string | null
}

export interface ConnectRequest {
  /** The provider's key; `login:password` where the provider has two parts. (at most 4096 characters) */
  api_key: string
}

export interface ConnectedApp {
  id: string
  /** The app's own choice; nobody has checked it. */
  name: string
  scopes: ('read' | 'run' | 'write')[]
  created_at: Timestamp
  /** A few seconds late; null: never. */
  last_used_at: Timestamp | null
}

export interface ConnectedAppList {
  /** Oldest first. */
  items: ConnectedApp[]
}

export interface Connection {
  provider: string
  status: 'active' | 'revoked'
  /** When the provider accepted the key; null where it offers no free check. */
  last_verified_at: Timestamp | null
  created_at: Timestamp
}

export interface ConnectionList {
  items: Connection[]
}

export interface DiscoverRequest {
  /** (at most 500 characters) */
  query: string
  /** (1 to 50; 10 unless given) */
  limit?: number
  /** Both when left out. */
  kind?: 'capability' | 'endpoint'
  /** Only what this provider serves. (at most 100 characters) */
  provider?: string
}

export interface Discovered {
  items: (DiscoveredCapability | DiscoveredEndpoint)[]
  hints: string[]
}

export interface DiscoveredCapability {
  kind: 'capability'
  capability: string
  title: string
  description: string
  /** `coming_soon`: no live adapter yet. It can be inspected, and run in the sandbox, whose output is not real data. */
  status: 'live' | 'coming_soon'
  providers: string[]
  live_providers: string[]
  platforms: string[]
  /** The cheapest offer that can run now; null when none can. */
  starting_price: {
    amount: Money
    currency: 'USD'
  } | null
  health: Health
  /** Relevance, 1 for the top hit. (0 to 1) */
  score: number
  /** The command that goes on from here. */
  hint: string
}

export interface DiscoveredEndpoint {
  kind: 'endpoint'
  provider: string
  /** The provider's own path, verbatim. */
  endpoint: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  title: string
  /** `live` runs now; `ready` waits for an account: the platform's, or your own where `requires_byok`; `excluded` is never called raw. */
  status: 'live' | 'ready' | 'excluded'
  cost: EndpointCost
  health: Health
  /** Capabilities whose live adapters call this endpoint: prefer them. */
  wrapped_by: string[]
  /** Only a workspace's own key may call it. */
  requires_byok: boolean
  /** Why it is excluded, or why it takes your own key. */
  reason: string | null
  /** Relevance, 1 for the top hit. (0 to 1) */
  score: number
  /** The command that goes on from here. */
  hint: string
}

export interface EmailInbox {
  /** Send from it with `inbox_id`. */
  inbox_id: string
  address: string
  domain: string
  /** `pending`: the provider has not answered yet; ask for it again. */
  status: 'pending' | 'active' | 'disabled' | 'removed'
  /** An inbox of the sandbox: no mail leaves or arrives. */
  simulated?: true
}

export interface EndpointCost {
  model: 'free' | 'per_call' | 'per_task' | 'per_result' | 'per_event'
  /** What a call costs the caller; null: no rate is known, so 1.00 is held. */
  estimate: Money | null
  currency: 'USD'
  note: string
}

export interface EndpointInspection {
  kind: 'endpoint'
  provider: string
  /** The provider's own path, verbatim. */
  endpoint: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  title: string
  /** `live` runs now; `ready` waits for an account: the platform's, or your own where `requires_byok`; `excluded` is never called raw. */
  status: 'live' | 'ready' | 'excluded'
  cost: EndpointCost
  health: Health
  /** Capabilities whose live adapters call this endpoint: prefer them. */
  wrapped_by: string[]
  /** Only a workspace's own key may call it. */
  requires_byok: boolean
  /** Why it is excluded, or why it takes your own key. */
  reason: string | null
  connected: boolean
  input: {
    pathParams: {
      /** Name -> what is known of the value. */
      properties: { [member: string]: unknown }
      required: string[]
      /** Members left out of the listing; they can be sent. */
      omitted?: number
    }
    queryParams: {
      /** Name -> what is known of the value. */
      properties: { [member: string]: unknown }
      required: string[]
      /** Members left out of the listing; they can be sent. */
      omitted?: number
    }
    body: {
      /** Name -> what is known of the value. */
      properties: { [member: string]: unknown }
      required: string[]
      /** Members left out of the listing; they can be sent. */
      omitted?: number
      type: string
      encoding: 'json' | 'form' | 'multipart'
    } | null
    bodyType: 'task' | 'actor_input' | 'json'
  }
  /** The members at the top of the provider's answer, or of each item of a list, as far as its documents describe them. */
  output_fields?: string[]
  /** A body that POST /v1/run takes; null where it cannot be run at all. */
  example: { [member: string]: unknown } | null
  /** null where it cannot be run at all. */
  run: {
    cli: string
  } | null
  hints: string[]
}

export interface EndpointItem {
  kind: 'endpoint'
  provider: string
  /** The provider's own path, verbatim. */
  endpoint: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  title: string
  /** `live` runs now; `ready` waits for an account: the platform's, or your own where `requires_byok`; `excluded` is never called raw. */
  status: 'live' | 'ready' | 'excluded'
  cost: EndpointCost
  health: Health
  /** Capabilities whose live adapters call this endpoint: prefer them. */
  wrapped_by: string[]
  /** Only a workspace's own key may call it. */
  requires_byok: boolean
  /** Why it is excluded, or why it takes your own key. */
  reason: string | null
  /** The command that goes on from here. */
  hint: string
}

export interface EndpointList {
  items: EndpointItem[]
  /** Pass it back as `cursor`; null at the end. */
  next_cursor: string | null
}

export interface Error {
  error: ErrorDetail
}

export interface ErrorCodeList {
  items: {
    code:
      | 'invalid_request'
      | 'unauthorized'
      | 'insufficient_balance'
      | 'cost_limit_exceeded'
      | 'budget_exceeded'
      | 'forbidden'
      | 'suppressed'
      | 'not_found'
      | 'no_match'
      | 'capability_not_found'
      | 'endpoint_not_found'
      | 'method_not_allowed'
      | 'conflict'
      | 'provider_not_available'
      | 'repeat_touch'
      | 'limit_reached'
      | 'cancelled'
      | 'cursor_expired'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'idempotency_mismatch'
      | 'rate_limited'
      | 'invalid_feedback'
      | 'internal_error'
      | 'provider_error'
      | 'unavailable'
      | 'provider_timeout'
    status: number
    meaning: string
    action: string
  }[]
}

export interface ErrorDetail {
  code:
    | 'invalid_request'
    | 'unauthorized'
    | 'insufficient_balance'
    | 'cost_limit_exceeded'
    | 'budget_exceeded'
    | 'forbidden'
    | 'suppressed'
    | 'not_found'
    | 'no_match'
    | 'capability_not_found'
    | 'endpoint_not_found'
    | 'method_not_allowed'
    | 'conflict'
    | 'provider_not_available'
    | 'repeat_touch'
    | 'limit_reached'
    | 'cancelled'
    | 'cursor_expired'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'idempotency_mismatch'
    | 'rate_limited'
    | 'invalid_feedback'
    | 'internal_error'
    | 'provider_error'
    | 'unavailable'
    | 'provider_timeout'
  message: string
  /** Quote it in feedback and to support. */
  request_id: string
  /** JSON pointer to the first field at fault. */
  param?: string
  /** Every fault at once. */
  details?: Fault[]
  /** The current status of the run. */
  status?:
    | 'created'
    | 'reserved'
    | 'queued'
    | 'running'
    | 'succeeded'
    | 'no_match'
    | 'failed'
    | 'timed_out'
    | 'blocked'
    | 'cancelled'
  /** The spend controls that stopped the run. */
  controls?: ('max_cost' | 'per_run_limit' | 'daily_limit')[]
  /** The run that the error is about. */
  run_id?: string
  /** The run that contacted the same person before. */
  earlier_run_id?: string
  /** When it did. */
  contacted_at?: string
  /** Seconds, as in the `Retry-After` header. */
  retry_after?: number
  available?: Money
  /** What the wallet owes: nothing is held until top-ups have paid it back. */
  receivable?: string
  required?: Money
  topup_url?: string
  fits_with_max_cost?: Money
  /** The oldest event that is still kept; null when none is. */
  oldest?: string | null
}

export interface Event {
  id: string
  /**
   * One of `email.received`, `email.delivered`, `email.bounced`, `email.complained`, `email.rejected`, `gmail.received`, `linkedin.message_received`,
   * `linkedin.new_connection`, `instagram.message_received`, `whatsapp.message_received`, `account.disconnected`, `account.reconnected`,
   * `watch.updated`, `watch.paused`, `wallet.topup_failed`.
   */
  type: string
  created_at: Timestamp
  /** What the type says; `GET /v1/webhooks` describes each. */
  data: { [member: string]: unknown }
}

export interface EventPage {
  /** Oldest first. */
  items: Event[]
  /** More events are there already. */
  has_more: boolean
  /** Store it, and pass it as `after` to get only newer events; an empty page repeats the `after` it was asked with. */
  next_after: string | null
}

export interface Fault {
  /** JSON pointer to the field at fault; `/<name>` for query parameters and headers. */
  path: string
  message: string
}

export interface Features {
  /** Tables, suppressions and the outbound guard. Usage counts both environments together. */
  tables: {
    enabled: boolean
    enabled_at: Timestamp | null
    usage: {
      tables: number
      rows: number
    }
    limits: {
      tables: number
      rows: number
    }
  }
}

export interface FeaturesUpdate {
  /**
   * false keeps tables and suppressions and applies none of them: sends to suppressed people and repeated first messages go out, and nothing of it
   * can be read or changed until tables are on again.
   */
  tables: boolean
}

export interface FeedbackAccepted {
  id: string
  status: 'accepted'
  received_at: Timestamp
  /** The problem is tracked already: no need to report it again. */
  known_issue?: {
    id: string
    title: string
    status: 'acknowledged' | 'planned' | 'in_progress' | 'fixed' | 'wont_fix'
    workaround?: string
  }
}

export interface FeedbackDiscovery {
  spec_version: '0.1'
  /** Where to POST reports. */
  endpoint: string
  types: (
    | 'missing_capability'
    | 'bug'
    | 'unclear_documentation'
    | 'unexpected_response'
    | 'unhelpful_error'
    | 'performance'
    | 'other')[]
  max_bytes: 65536
  /** No credential is read. */
  auth: 'none'
}

export interface FeedbackReport {
  /** What kind of problem it is. */
  type:
    | 'missing_capability'
    | 'bug'
    | 'unclear_documentation'
    | 'unexpected_response'
    | 'unhelpful_error'
    | 'performance'
    | 'other'
  /** What you or your user wanted to get done: the task, not the call. (at most 1000 characters) */
  goal: string
  /** What stood in the way. (at most 4000 characters) */
  message: string
  /** A capability, raw endpoint, MCP tool or path. (at most 512 characters) */
  endpoint?: string
  /** Where the endpoint is a path. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  /** What became of the task. */
  outcome?: 'blocked' | 'degraded' | 'completed'
  /** What you expected to find or to happen. (at most 2000 characters) */
  expected?: string
  /** The change that would have let you succeed. (at most 2000 characters) */
  suggestion?: string
  /** Whether you found a way around it. */
  workaround?: boolean
  /** Which way. (at most 2000 characters) */
  workaround_description?: string
  /** A `run_id`, or the `request_id` of an error. (at most 256 characters) */
  request_id?: string
  /** Anything that all reports of one task share. (at most 256 characters) */
  session_id?: string
  agent?: {
    /** What you are called. (at most 128 characters) */
    name?: string
    /** Your version. (at most 64 characters) */
    version?: string
    /** The model you run on. (at most 128 characters) */
    model?: string
    /** The framework you run in. (at most 128 characters) */
    framework?: string
  }
  evidence?: {
    /** (100 to 599) */
    status_code?: number
    /** What was sent, without secrets. */
    request?: { [member: string]: unknown }
    /** The telling part of the answer. (at most 4000 characters) */
    response_excerpt?: string
  }
}

export interface Health {
  /** `unknown` is too little data, not a warning. */
  status: 'healthy' | 'stable' | 'degraded' | 'outage' | 'unknown'
  latency_ms_p50: number | null
  latency_ms_p95: number | null
  /** Of decided calls: answers and honest misses, against the provider's failures. */
  success_rate: number | null
  sample_size: number
  window_days: number
  source: 'measured' | 'provider_reported'
}

export interface History {
  subject: {
    query: string
    kind: 'email' | 'domain' | 'linkedin' | 'url' | 'handle' | 'phone' | 'text'
    /** The form that was compared. */
    normalized: string
  }
  /** Newest first. */
  items: HistoryItem[]
  /** Messages that went out, or may have, newest first. */
  touches: HistoryTouch[]
  /** The latest that succeeded. */
  last_touch: HistoryTouch | null
  /** Paid lookups that succeeded and whose input named the subject, newest first. */
  reusable: ReusableRun[]
  /** How many runs ended how. */
  by_status: { [member: string]: number }
  /** How many runs called what; raw runs by their endpoint. */
  by_capability: { [member: string]: number }
  charged: Money
  first_seen: Timestamp | null
  last_seen: Timestamp | null
  hints: string[]
  /** More runs match than `items` lists. */
  truncated: boolean
}

export interface HistoryItem {
  run_id: string
  kind: 'capability' | 'endpoint'
  /** null for raw runs. */
  capability: string | null
  /** Raw runs: the provider's own path. */
  endpoint: string | null
  provider: string | null
  charged: Money | null
  status:
    | 'created'
    | 'reserved'
    | 'queued'
    | 'running'
    | 'succeeded'
    | 'no_match'
    | 'failed'
    | 'timed_out'
    | 'blocked'
    | 'cancelled'
  /** The run's input; null when it has more than 50,000 characters: read the run then. */
  input: { [member: string]: unknown } | unknown[] | null
  matched: {
    in: 'input' | 'result'
    /** JSON path of where the subject was found first. */
    path: string
    /** False where the subject covers what stands there (a domain an email at it), or is part of it (words of a name). */
    exact: boolean
  }
  created_at: Timestamp
}

export interface HistoryOfMany {
  /** In the order of the question. */
  items: HistoryRow[]
  totals: {
    subjects: number
    seen: number
    unseen: number
    contacted: number
    errors: number
  }
}

export interface HistoryRequest {
  /** (1 to 200 items) */
  subjects: string[]
  /** What the subject is; detected when left out. */
  kind?: 'email' | 'domain' | 'linkedin' | 'url' | 'handle' | 'phone' | 'text'
}

export type HistoryRow = {
  subject: string
  kind: 'email' | 'domain' | 'linkedin' | 'url' | 'handle' | 'phone' | 'text'
  seen: boolean
  /** Runs that match, counted up to 10,000. */
  count: number
  last_seen: Timestamp | null
  /** A message went out to it, or may have. */
  contacted: boolean
  /** The latest that succeeded. */
  last_touch: HistoryTouch | null
  /** The newest paid lookup of it that succeeded. */
  reusable: ReusableRun | null
} | {
  subject: string
  error: {
    code: 'invalid_request'
    message: string
  }
}

export interface HistoryTouch {
  run_id: string
  capability: string | null
  channel: 'email' | 'linkedin' | 'instagram' | 'whatsapp'
  at: Timestamp
}

/**
 * Lands the result as rows of a table that is there: people and companies as they are listed, posts and comments as their authors with the posts
 * under `signals`, a single record as one row, and of a raw payload its longest list of objects.
 */
export interface Into {
  /** A table of this environment. (at most 64 characters) */
  table: string
  /** Of the rows that this run creates; rows that are there keep theirs. (at most 200 characters) */
  status?: string
}

export interface Invoice {
  /** The id of the invoice. */
  id: string
  /** Without gaps within a workspace and environment. */
  number: string
  status: 'paid' | 'partially_refunded' | 'refunded'
  /** No money moved. */
  simulated: boolean
  currency: 'USD'
  total: Money
  /** Refunds and chargebacks. */
  refunded: string
  lines: {
    description: string
    quantity: number
    amount: Money
    topup_id: string | null
  }[]
  period: {
    start: Timestamp
    end: Timestamp
  }
  created_at: Timestamp
}

export interface InvoiceList {
  /** Newest first. */
  items: Invoice[]
  /** Pass it back as `cursor`; null at the end. */
  next_cursor: string | null
}

export interface KeyUsage {
  /** However they ended. */
  runs: number
  charged: Money
}

export interface ListedWatchRefresh {
  refresh_id: string
  watch_id: string
  /** The ordinary run that it made. */
  run_id: string
  /** `done` once its run has ended and its records are compared. */
  state: 'started' | 'done'
  /** That of the run. */
  status:
    | 'created'
    | 'reserved'
    | 'queued'
    | 'running'
    | 'succeeded'
    | 'no_match'
    | 'failed'
    | 'timed_out'
    | 'blocked'
    | 'cancelled'
  /** null: asked for by hand. */
  scheduled_for: Timestamp | null
  created_at: Timestamp
  finished_at: Timestamp | null
  /** Records that are as they were. */
  unchanged: number
  /** Records beyond the first 5,000, which are not compared. */
  left_out: number
  table?: RunTable
  /** Why something did not land in the table. */
  note: string | null
  /** New records. */
  new: number
  /** Records that have changed. */
  changed: number
  error?: ErrorDetail
}

export interface MessagingAccount {
  /** Send from it with `account_id`. */
  account_id: string
  /** What the network calls it. */
  name: string
  status: 'connecting' | 'connected' | 'disconnected' | 'removed'
  /** When it was connected last. */
  connected_at: Timestamp | null
  /** An account of the sandbox: nothing reaches anybody. */
  simulated?: true
}

/** An amount in USD, as a decimal string with two to six decimals. */
export type Money = string

export interface Offer {
  provider: string
  /** Routing considers it now. */
  executable: boolean
  /** A real adapter exists. */
  wired: boolean
  /** The price is a measured margin over the provider's cost, not an estimate. */
  verified: boolean
  platforms: string[]
  price: {
    amount: Money
    currency: 'USD'
    note: string
  }
  pricing?: {
    base: Money
    per_result: Money
    default_limit: number
  } | {
    by_platform: { [member: string]: {
      base: Money
      per_result: Money
      default_limit: number
    } }
  }
  health: Health
  requires_byok: boolean
  /** The workspace's own key serves it; such calls are not metered. */
  connected: boolean
}

export interface OpenedTopup {
  /** Where it is paid, within 24 hours. */
  checkout_url: string
  /** The id of the top-up. */
  topup_id: string
}

export interface OutboundGuard {
  /** For so many days nobody gets a second first message over one channel; 0 switches the guard off. (0 to 365) */
  repeat_touch_days: number
  /** False when the window is 0. */
  enabled: boolean
}

export interface OutboundGuardUpdate {
  /** For so many days nobody gets a second first message over one channel; 0 switches the guard off. (0 to 365) */
  repeat_touch_days: number
}

export interface Plan {
  plan: 'pay_per_call' | 'plus' | 'pro' | 'scale'
  /** A month. */
  price: string
  /** Both environments count together. */
  limits: {
    tables: number
    rows: number
    /** Off list prices, where nothing was negotiated. (0 to 100) */
    discount_percent: number
  }
  /** Above a limit after a smaller plan was chosen, everything stays readable, and nothing more is taken. */
  usage: {
    tables: number
    rows: number
  }
  /** When the next month is charged; null: nothing is, or the plan ends then. */
  renews_at: Timestamp | null
  /** When the plan ends and calls are paid one by one again; null: it goes on. */
  cancel_at: Timestamp | null
  /** The smaller plan that counts from `renews_at`; null: the same. */
  next_plan: 'pay_per_call' | 'plus' | 'pro' | 'scale' | null
  /** A payment has failed: until then the plan stays, and then it is lost. null: nothing is due. */
  payment_due_by: Timestamp | null
}

export interface PlanChoice {
  plan: 'pay_per_call' | 'plus' | 'pro' | 'scale'
}

export interface PlanPortal {
  portal_url: string
}

export interface ProviderItem {
  provider: string
  title: string
  kind: string
  status: 'live' | 'ready' | 'excluded'
  /** Why it is excluded. */
  reason?: string
  endpoints: {
    count: number
    status: 'live' | 'ready' | 'excluded'
  }
  capabilities: string[]
  health: Health
}

export interface ProviderList {
  items: ProviderItem[]
}

/**
 * Links the run to one row of a table: the row is written when the run is settled. A saved enrichment answers the same question for nothing for 30
 * days.
 */
export interface Record {
  /** A table of this environment. (at most 64 characters) */
  table: string
  /** The row: its key, or any email, URL or `platform:handle` it carries. (at most 600 characters) */
  key: string
  /** Changed in the row when the run succeeds: `status`, `next_at` (ISO 8601 or `+4d`) and data; null removes a field. */
  set?: { [member: string]: unknown }
  /** Which result fields are copied into the row: `all`, or a map of result field (dotted paths reach nested ones) to row field. */
  save?: 'all' | { [member: string]: string }
  /** Changed in the row when nothing is found. */
  on_miss?: { [member: string]: unknown }
}

export interface Referrals {
  code: string
  /** Send it to people who should sign up. */
  url: string
  /** What this workspace has got for its referrals and still has; credits that were taken back are left out. */
  credited: string
  /** Credits that were taken back after a refund or a chargeback. */
  taken_back: string
  /** Referrals that have paid a top-up and not spent enough of it yet. */
  pending: number
  /** Referrals that earned no credit because a limit was reached. */
  capped: number
  limits: {
    /** Credits that a workspace can earn in a calendar month (UTC). */
    per_month: number
    /** Credits that a workspace can earn in all. */
    in_all: number
    /** Credits earned this month, those taken back included. */
    used_this_month: number
    /** Credits earned so far, those taken back included. */
    used_in_all: number
  }
  /** The last 100, newest first. */
  items: {
    /**
     * `signed_up`: no live top-up is paid, or it was refunded. `pending`: a top-up is paid and not spent yet. `credited`: both sides have the credit.
     * `capped`: a limit was reached. `refused`: the card was used before. `taken_back`: the top-up was refunded or disputed later.
     */
    status: 'signed_up' | 'pending' | 'credited' | 'capped' | 'refused' | 'taken_back'
    /** The credit of each side; null: none was given. */
    amount: Money | null
    created_at: Timestamp
    credited_at: Timestamp | null
    taken_back_at: Timestamp | null
  }[]
}

export interface ReusableRun {
  run_id: string
  kind: 'capability' | 'endpoint'
  /** null for raw runs. */
  capability: string | null
  /** Raw runs: the provider's own path. */
  endpoint: string | null
  provider: string | null
  charged: Money | null
  created_at: Timestamp
  /** The path that answers its result. */
  poll_url: string
}

export interface Routing {
  /** `auto` or a provider slug; a pinned provider never falls back. (at most 100 characters; "auto" unless given) */
  provider?: string
  /** ("best_value" unless given) */
  strategy?: 'cheapest' | 'fastest' | 'highest_success_rate' | 'best_value'
  max_cost?: UsdAmount
  /** false: one attempt only. (true unless given) */
  allow_fallback?: boolean
  /** true buys an enrichment again instead of answering from a saved row. (false unless given) */
  fresh?: boolean
  /** true sends a repeated first message anyway. (false unless given) */
  allow_repeat?: boolean
}

/** The data of the row stands beside these members. */
export interface Row {
  key: string
  status: string | null
  next_at: Timestamp | null
  /** Sends that reached the person, by whichever identity. */
  touches: number
  last_touch_at: Timestamp | null
  last_touch_channel: 'email' | 'linkedin' | 'instagram' | 'whatsapp' | null
  row_created_at: Timestamp
  row_updated_at: Timestamp
  [member: string]: unknown
}

export interface RowsDelete {
  /** Row keys, or any email, URL or `platform:handle` that a row carries. (1 to 500 items) */
  keys?: string[]
  /** One status or several. */
  status?: string | string[]
  /** true keeps rows whose `next_at` has passed. */
  due?: boolean
  /**
   * Field to value (equality), or to `{op: value}` with `eq`, `ne`, `in`, `nin`, `exists`, `empty`, `contains`, `gt`, `gte`, `lt`, `lte`. Everything
   * must hold. Dotted paths reach nested fields; row fields filter the same way, with times ISO 8601 or relative (`-7d`).
   */
  where?: { [member: string]: unknown }
  /** A field name; a leading minus means descending. Newest first unless said otherwise. (at most 201 characters) */
  order?: string
  /** With a filter: rows at most. (1 to 500) */
  limit?: number
}

export interface RowsDeleted {
  deleted: number
  keys: string[]
}

export interface RowsImported {
  /** Lower-case letters, digits, `_` and `-`, at most 64. */
  table: string
  /** The table is new. */
  created: boolean
  inserted: number
  updated: number
  unchanged: number
  /** Lines whose identities name different rows; nothing was written for them. */
  conflicts: {
    /** The file's own line, on which the record begins; the header is on line 1. */
    line: number
    keys: string[]
    reason: string
  }[]
  refused: {
    /** The file's own line, on which the record begins; the header is on line 1. */
    line: number
    reason: string
  }[]
  keys: {
    inserted: string[]
    updated: string[]
  }
  /** Other tables that hold some of these people. */
  also_in: {
    /** Lower-case letters, digits, `_` and `-`, at most 64. */
    table: string
    count: number
    /** Rows by their status; `none` for those without one. */
    by_status: { [member: string]: number }
    contacted: number
  }[]
  hints: string[]
  /** Records of the file, without its header and blank lines. */
  lines: number
}

export interface RowsPage {
  items: SelectedRow[]
  /** Pass it back as `cursor`; null at the end. */
  next_cursor: string | null
}

export interface RowsQuery {
  /** One status or several. */
  status?: string | string[]
  /** true keeps rows whose `next_at` has passed. */
  due?: boolean
  /**
   * Field to value (equality), or to `{op: value}` with `eq`, `ne`, `in`, `nin`, `exists`, `empty`, `contains`, `gt`, `gte`, `lt`, `lte`. Everything
   * must hold. Dotted paths reach nested fields; row fields filter the same way, with times ISO 8601 or relative (`-7d`).
   */
  where?: { [member: string]: unknown }
  /** A field name; a leading minus means descending. Newest first unless said otherwise. (at most 201 characters) */
  order?: string
  /** Rows at most; 50 unless said otherwise. (1 to 500) */
  limit?: number
  /** `next_cursor` of the page before, with the same filter and order. (at most 12000 characters) */
  cursor?: string
  /** Only these members of each row, and its key. (at most 1000 items) */
  fields?: string[]
}

export interface RowsUpdate {
  /** `status`, `next_at` (ISO 8601, or relative such as `+4d` or `+12h`) and data fields; a null removes a field. */
  set: { [member: string]: unknown }
  /** Row keys, or any email, URL or `platform:handle` that a row carries. (1 to 500 items) */
  keys?: string[]
  /** One status or several. */
  status?: string | string[]
  /** true keeps rows whose `next_at` has passed. */
  due?: boolean
  /**
   * Field to value (equality), or to `{op: value}` with `eq`, `ne`, `in`, `nin`, `exists`, `empty`, `contains`, `gt`, `gte`, `lt`, `lte`. Everything
   * must hold. Dotted paths reach nested fields; row fields filter the same way, with times ISO 8601 or relative (`-7d`).
   */
  where?: { [member: string]: unknown }
  /** A field name; a leading minus means descending. Newest first unless said otherwise. (at most 201 characters) */
  order?: string
  /** Rows at most; 50 unless said otherwise. (1 to 500) */
  limit?: number
  /** `next_cursor` of the page before, with the same filter and order. (at most 12000 characters) */
  cursor?: string
  /**
   * A claim: only rows still in this status change (null or `none`: without one), and each goes to one of parallel callers. Needs another `status` in
   * `set`.
   */
  if_status?: string | null
}

export interface RowsUpdated {
  /** The rows that the set was applied to. */
  items: Row[]
  updated: number
  /** Pass it back as `cursor`; null at the end. */
  next_cursor: string | null
  /** Rows that the set would have given the identity of another row; nothing was written for them. */
  conflicts?: {
    key: string
    keys: string[]
    reason: string
  }[]
  /** Rows that would have named nobody, or been too large. */
  refused?: {
    key: string
    reason: string
  }[]
  hints?: string[]
}

export interface RowsWrite {
  /** Of the table, when this write creates it. (at most 2000 characters) */
  description?: string
  /** What rows are told apart by: `auto`, `domain`, `email`, `linkedin`, `phone`, `handle` or `field:<name>`. (at most 110 characters) */
  key?: string
  /** `status` and `next_at` are row fields, everything else is data. (1 to 500 items) */
  rows: { [member: string]: unknown }[]
  /** `replace` swaps the whole object. ("merge" unless given) */
  mode?: 'merge' | 'replace'
  /** Of rows that this call creates. (at most 200 characters) */
  status?: string
}

export interface RowsWritten {
  /** Lower-case letters, digits, `_` and `-`, at most 64. */
  table: string
  /** The table is new. */
  created: boolean
  inserted: number
  updated: number
  unchanged: number
  /** Rows whose identities name different rows; nothing was written for them. */
  conflicts: {
    /** Of the rows sent. */
    index: number
    /** The rows that its identities name. */
    keys: string[]
    reason: string
  }[]
  refused: {
    /** Of the rows sent. */
    index: number
    reason: string
  }[]
  keys: {
    inserted: string[]
    updated: string[]
  }
  /** Other tables that hold some of these people. */
  also_in: {
    /** Lower-case letters, digits, `_` and `-`, at most 64. */
    table: string
    count: number
    /** Rows by their status; `none` for those without one. */
    by_status: { [member: string]: number }
    contacted: number
  }[]
  hints: string[]
}

export interface Run {
  run_id: string
  status:
    | 'created'
    | 'reserved'
    | 'queued'
    | 'running'
    | 'succeeded'
    | 'no_match'
    | 'failed'
    | 'timed_out'
    | 'blocked'
    | 'cancelled'
  /** False while the run can still change its status. */
  done: boolean
  kind: 'capability' | 'endpoint'
  /** null for raw runs. */
  capability: string | null
  /** Raw runs: the provider's own path. */
  endpoint?: string
  environment: 'test' | 'live'
  /** True on every sandbox run: its result is not real data. */
  simulated: boolean
  /** The provider that served the run; null for a saved answer. */
  provider: string | null
  /** Why the provider was chosen, and who was excluded. */
  routing_reason: string | null
  billing: Billing
  usage_charges?: UsageCharge[]
  timing: {
    duration_ms: number | null
  }
  attempts: Attempt[]
  /** Present on success only; left out of listings. */
  result?: { [member: string]: unknown }
  error?: ErrorDetail
  request_id: string
  created_at: Timestamp
  /** The path that answers this run. */
  poll_url: string
  /** True in `created`, `reserved` and `queued`: the run can be cancelled. */
  stoppable: boolean
  table?: RunTable
  source?: RunSource
}

export interface RunList {
  items: Run[]
  /** Pass it back as `cursor`; null at the end. */
  next_cursor: string | null
}

export interface RunRequest {
  /** (at most 100 characters) */
  capability?: string
  /** Raw runs: whose endpoint is called. (at most 100 characters) */
  provider?: string
  /** Raw runs: the provider's own path, `METHOD /path` where it has several. (at most 500 characters) */
  endpoint?: string
  /**
   * A capability's input must match its `input_schema` (inspect it). A raw run's is the provider's own request body, or its query parameters where it
   * takes no body; task arrays hold up to 10 tasks.
   */
  input?: { [member: string]: unknown } | unknown[]
  /** Raw runs: values for the `{placeholders}` of the endpoint. */
  path?: { [member: string]: unknown }
  /** Raw runs: query parameters. */
  query?: { [member: string]: unknown }
  routing?: Routing
  response?: {
    /** true adds the provider's own payload. (false unless given) */
    include_raw?: boolean
  }
  /** How long the answer may wait for the end of the run. (0 to 120; 30 unless given) */
  wait_seconds?: number
  /** true answers 202 at once. (false unless given) */
  async?: boolean
  /** The body form of the `Idempotency-Key` header. */
  idempotency_key?: string
  into?: Into
  record?: Record
}

export interface RunSource {
  table: string
  key: string
  run_id: string
  saved_at: Timestamp
}

export interface RunTable {
  name: string
  key?: string | null
  saved?: string[]
  inserted?: number
  updated?: number
  unchanged?: number
  /** What was not written because its identities point at two different rows. */
  conflicts?: { [member: string]: unknown }[]
  /** Results that no row could be made of, or for which there was no room. */
  refused?: number
}

/** The data of the row stands beside these members. */
export interface SelectedRow {
  key: string
  status?: string | null
  next_at?: Timestamp | null
  touches?: number
  last_touch_at?: Timestamp | null
  last_touch_channel?: 'email' | 'linkedin' | 'instagram' | 'whatsapp' | null
  row_created_at?: Timestamp
  row_updated_at?: Timestamp
  [member: string]: unknown
}

export interface SignInRequest {
  /** Letter case does not matter. (at most 254 characters) */
  email: string
  /** (at most 256 characters) */
  password: string
  /** Of an earlier sign-in or sign-up on this device. One of another account, or one that is a year old, is ignored. (at most 128 characters) */
  device_token?: string
}

export interface SignUpRequest {
  /** Letter case does not matter. (at most 254 characters) */
  email: string
  /** 8 to 256 characters, of any kind. (at most 256 characters) */
  password: string
  /** What it is called; others may be called the same. (at most 100 characters) */
  workspace: string
  /** Of whoever recommended the service. (at most 64 characters) */
  referral_code?: string
}

export interface SignedIn {
  /** Shown once. Send it as `Authorization: Bearer <session_token>`. */
  session_token: string
  expires_at: Timestamp
  workspace: {
    id: string
    name: string
  }
  /**
   * Keep it on this device and send it with the next sign-in: wrong passwords that others try then do not lock this device out. It opens nothing.
   */
  device_token: string
}

export interface SignedOut {
  signed_out: true
}

export interface SignedUp {
  /** Shown once. Send it as `Authorization: Bearer <session_token>`. */
  session_token: string
  expires_at: Timestamp
  workspace: {
    id: string
    name: string
  }
  user: {
    id: string
    email: string
  }
  /** A sandbox key, shown once. */
  test_key: string
  /**
   * Keep it on this device and send it with the next sign-in: wrong passwords that others try then do not lock this device out. It opens nothing.
   */
  device_token: string
}

export interface SpendGuard {
  enabled: boolean
  daily_limit: Money | null
  per_run_limit: Money | null
  spent_today: Money
  settled_today: Money
  held_now: Money
  /** null while no daily limit applies. */
  remaining: Money | null
  resets_at: Timestamp
}

export interface SpendGuardUpdate {
  enabled?: boolean
  /** The daily cap of a UTC day; null takes it away. */
  daily_limit?: UsdAmount | null
  /** The most that one run may hold; null disables it. */
  per_run_limit?: UsdAmount | null
}

export interface Suppression {
  /** As it was given. */
  subject: string
  kind: 'email' | 'domain' | 'linkedin' | 'phone' | 'handle'
  reason: 'unsubscribe' | 'bounce' | 'complaint' | 'not_interested' | 'manual'
  /** `api`, or the event that added it. */
  source: string
  created_at: Timestamp
}

export interface SuppressionList {
  items: Suppression[]
  /** Pass it back as `cursor`; null at the end. */
  next_cursor: string | null
}

export interface SuppressionsAdded {
  added: number
  /** These were suppressed before, and keep their reason and time. */
  unchanged: number
  /** Every subject that could be read, once, as it stands now. */
  items: Suppression[]
  /** These name nobody that could be suppressed; the others were added. */
  refused: {
    subject: string
    reason: string
  }[]
}

export interface SuppressionsRemoved {
  removed: number
  /** Subjects, as they were given, that were not on the list. */
  not_found: string[]
}

export interface SuppressionsToAdd {
  /**
   * Emails, domains (each covers every address at it and below it), LinkedIn URLs, phones with their country code, `platform:handle`, or `@handle`
   * with `platform`. (1 to 1000 items)
   */
  subjects: string[]
  /** The network of every `@handle` among the subjects. (at most 40 characters) */
  platform?: string
  /** ("manual" unless given) */
  reason?: 'unsubscribe' | 'bounce' | 'complaint' | 'not_interested' | 'manual'
}

export interface SuppressionsToRemove {
  /**
   * Emails, domains (each covers every address at it and below it), LinkedIn URLs, phones with their country code, `platform:handle`, or `@handle`
   * with `platform`. (1 to 1000 items)
   */
  subjects: string[]
  /** The network of every `@handle` among the subjects. (at most 40 characters) */
  platform?: string
}

export interface Table {
  /** Lower-case letters, digits, `_` and `-`, at most 64. */
  name: string
  title: string | null
  description: string | null
  /** What rows are told apart by: `auto`, `domain`, `email`, `linkedin`, `phone`, `handle` or `field:<name>`. (at most 110 characters) */
  key: string
  rows: number
  /** Rows by their status; `none` for those without one. */
  by_status: { [member: string]: number }
  created_at: Timestamp
  updated_at: Timestamp
  /** Of a table with more than 25 MB of data the newest 10,000 rows stand for all. */
  columns: {
    name: string
    type: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'mixed'
    filled: number
    /** From 0 to 1. */
    fill_rate: number
  }[]
  /** Rows whose `next_at` has passed. */
  due: number
  /** The newest rows. */
  latest: Row[]
}

export interface TableCreate {
  /** Lower-case letters, digits, `_` and `-`, at most 64. */
  name: string
  title?: string | null
  description?: string | null
  /** What rows are told apart by: `auto`, `domain`, `email`, `linkedin`, `phone`, `handle` or `field:<name>`. (at most 110 characters) */
  key?: string
}

export interface TableDeleted {
  deleted: true
  /** Lower-case letters, digits, `_` and `-`, at most 64. */
  name: string
  rows: number
}

export interface TableEdit {
  /** Lower-case letters, digits, `_` and `-`, at most 64. */
  name?: string
  title?: string | null
  description?: string | null
  /** The order in which columns are shown, and what they hold; data is not changed by it. (at most 200 items) */
  columns?: {
    /** (at most 100 characters) */
    name: string
    /** ("string" unless given) */
    type?: 'string' | 'number' | 'boolean' | 'object' | 'array' | 'mixed'
  }[]
}

export interface TableList {
  items: TableSummary[]
  quota: {
    tables: {
      used: number
      limit: number
    }
    rows: {
      used: number
      limit: number
    }
  }
}

export interface TableSummary {
  /** Lower-case letters, digits, `_` and `-`, at most 64. */
  name: string
  title: string | null
  description: string | null
  /** What rows are told apart by: `auto`, `domain`, `email`, `linkedin`, `phone`, `handle` or `field:<name>`. (at most 110 characters) */
  key: string
  rows: number
  /** Rows by their status; `none` for those without one. */
  by_status: { [member: string]: number }
  created_at: Timestamp
  updated_at: Timestamp
}

/** A time in UTC, ISO 8601. */
export type Timestamp = string

export interface Topup {
  /** The id of the top-up. */
  id: string
  environment: 'test' | 'live'
  origin: 'checkout' | 'automatic'
  amount: Money
  /** `amount_differs`: something else was paid than was asked for, and an operator looks into it. */
  status: 'pending' | 'paid' | 'failed' | 'expired' | 'amount_differs'
  simulated: boolean
  /** Why it was not paid. */
  explanation: string | null
  refunded: Money
  charged_back: Money
  checkout_url: string | null
  created_at: Timestamp
  paid_at: Timestamp | null
}

export interface TopupRequest {
  amount: UsdAmount
}

export interface UsageCharge {
  amount: Money
  reason: 'provider_final_bill'
  at: Timestamp
}

/** An amount in USD, as a decimal string: at most nine digits before and six after the point. */
export type UsdAmount = string

export interface Wallet {
  environment: 'test' | 'live'
  /** Available and held together. */
  balance: string
  /** Held for runs that are under way, or whose final bill is not in. */
  held: string
  available: Money
  /** Only while something is owed: what refunds and chargebacks took beyond what was available. Nothing is held until top-ups have paid it back. */
  receivable?: string
  currency: 'USD'
  auto_topup: {
    enabled: boolean
    threshold: Money | null
    amount: Money | null
  }
}

export interface WalletTransaction {
  id: string
  kind: 'topup' | 'promotion' | 'referral' | 'charge' | 'adjustment' | 'refund' | 'chargeback' | 'hold' | 'release'
  /** Signed by its effect on the balance; of a hold and a release by their effect on what is available. */
  amount: string
  /** Available and held together, after this one. */
  balance_after: string
  run_id: string | null
  topup_id: string | null
  created_at: Timestamp
}

export interface WalletTransactions {
  /** Newest first. */
  items: WalletTransaction[]
  /** Pass it back as `cursor`; null at the end. */
  next_cursor: string | null
}

export interface Watch {
  id: string
  status: 'active' | 'paused' | 'deleted'
  /** A refresh by hand that succeeds resumes it. */
  paused_reason: 'insufficient_balance' | null
  environment: 'test' | 'live'
  /** null for raw endpoints. */
  capability: string | null
  /** Raw endpoints: whose. */
  provider: string | null
  /** Raw endpoints: the provider's own path, with its method. */
  endpoint: string | null
  /**
   * A capability's input must match its `input_schema` (inspect it). A raw run's is the provider's own request body, or its query parameters where it
   * takes no body; task arrays hold up to 10 tasks.
   */
  input?: { [member: string]: unknown } | unknown[]
  path?: { [member: string]: unknown }
  query?: { [member: string]: unknown }
  routing: {
    provider: string
    strategy: string
    max_cost: string | null
    allow_fallback: boolean
    /** Always true: a saved row would never tell anything new. */
    fresh: boolean
    allow_repeat: boolean
  }
  every: string
  into: {
    table: string
    status: string | null
  } | null
  webhook: boolean
  created_at: Timestamp
  /** null: it is not refreshed on schedule. */
  next_refresh_at: Timestamp | null
  /** The last one that is done. */
  last_refresh: ListedWatchRefresh | null
}

export interface WatchCreate {
  /** (at most 100 characters) */
  capability?: string
  /** Raw runs: whose endpoint is called. (at most 100 characters) */
  provider?: string
  /** Raw runs: the provider's own path, `METHOD /path` where it has several. (at most 500 characters) */
  endpoint?: string
  /**
   * A capability's input must match its `input_schema` (inspect it). A raw run's is the provider's own request body, or its query parameters where it
   * takes no body; task arrays hold up to 10 tasks.
   */
  input?: { [member: string]: unknown } | unknown[]
  /** Raw runs: values for the `{placeholders}` of the endpoint. */
  path?: { [member: string]: unknown }
  /** Raw runs: query parameters. */
  query?: { [member: string]: unknown }
  into?: Into
  routing?: Routing
  /** How often it is refreshed: hours or days, from `1h` to `30d`. */
  every: string
  /** false: `watch.updated` stands on the event stream and is sent to no webhook endpoint. (true unless given) */
  webhook?: boolean
}

export interface WatchList {
  /** Newest first. */
  items: Watch[]
  /** Pass it back as `cursor`; null at the end. */
  next_cursor: string | null
}

export interface WatchRefresh {
  refresh_id: string
  watch_id: string
  /** The ordinary run that it made. */
  run_id: string
  /** `done` once its run has ended and its records are compared. */
  state: 'started' | 'done'
  /** That of the run. */
  status:
    | 'created'
    | 'reserved'
    | 'queued'
    | 'running'
    | 'succeeded'
    | 'no_match'
    | 'failed'
    | 'timed_out'
    | 'blocked'
    | 'cancelled'
  /** null: asked for by hand. */
  scheduled_for: Timestamp | null
  created_at: Timestamp
  finished_at: Timestamp | null
  /** Records that are as they were. */
  unchanged: number
  /** Records beyond the first 5,000, which are not compared. */
  left_out: number
  table?: RunTable
  /** Why something did not land in the table. */
  note: string | null
  /** Records that the watch has not seen before; empty until it is done. */
  new: { [member: string]: unknown }[]
  changed: {
    /** null: it was too large to be kept (64 KB). */
    before: { [member: string]: unknown } | null
    /** As it is now. */
    after: { [member: string]: unknown }
  }[]
  /** The path that answers this refresh. */
  poll_url: string
  error?: ErrorDetail
}

export interface WatchWithRefreshes {
  id: string
  status: 'active' | 'paused' | 'deleted'
  /** A refresh by hand that succeeds resumes it. */
  paused_reason: 'insufficient_balance' | null
  environment: 'test' | 'live'
  /** null for raw endpoints. */
  capability: string | null
  /** Raw endpoints: whose. */
  provider: string | null
  /** Raw endpoints: the provider's own path, with its method. */
  endpoint: string | null
  /**
   * A capability's input must match its `input_schema` (inspect it). A raw run's is the provider's own request body, or its query parameters where it
   * takes no body; task arrays hold up to 10 tasks.
   */
  input?: { [member: string]: unknown } | unknown[]
  path?: { [member: string]: unknown }
  query?: { [member: string]: unknown }
  routing: {
    provider: string
    strategy: string
    max_cost: string | null
    allow_fallback: boolean
    /** Always true: a saved row would never tell anything new. */
    fresh: boolean
    allow_repeat: boolean
  }
  every: string
  into: {
    table: string
    status: string | null
  } | null
  webhook: boolean
  created_at: Timestamp
  /** null: it is not refreshed on schedule. */
  next_refresh_at: Timestamp | null
  /** The last one that is done. */
  last_refresh: ListedWatchRefresh | null
  /** The last 20, newest first, without their records. */
  refreshes: ListedWatchRefresh[]
}

export interface Webhook {
  id: string
  url: string
  /** The types that are sent to it; empty: every type. */
  events: string[]
  description: string | null
  enabled: boolean
  /** Why it was switched off by the service; null when it was not, or when somebody did it. */
  disabled_reason: string | null
  /** The first failed attempt since the last success: three days after it the endpoint is switched off. */
  failing_since: Timestamp | null
  created_at: Timestamp
}

export interface WebhookCreate {
  /** https, and publicly reachable. (at most 2048 characters) */
  url: string
  /** The types to send; empty: every type. (at most 15 items) */
  events?: (
    | 'email.received'
    | 'email.delivered'
    | 'email.bounced'
    | 'email.complained'
    | 'email.rejected'
    | 'gmail.received'
    | 'linkedin.message_received'
    | 'linkedin.new_connection'
    | 'instagram.message_received'
    | 'whatsapp.message_received'
    | 'account.disconnected'
    | 'account.reconnected'
    | 'watch.updated'
    | 'watch.paused'
    | 'wallet.topup_failed')[]
  description?: string | null
}

export interface WebhookDelivery {
  id: string
  event_id: string
  type: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: {
    at: Timestamp
    /** null: there was no answer. */
    status_code: number | null
    /** Why it failed. */
    error: string | null
    latency_ms: number
    /** The beginning of the answer. */
    response: string | null
  }[]
  /** null: there is none. */
  next_attempt_at: Timestamp | null
  created_at: Timestamp
}

export interface WebhookEdit {
  /** https, and publicly reachable. (at most 2048 characters) */
  url?: string
  /** The types to send; empty: every type. (at most 15 items) */
  events?: (
    | 'email.received'
    | 'email.delivered'
    | 'email.bounced'
    | 'email.complained'
    | 'email.rejected'
    | 'gmail.received'
    | 'linkedin.message_received'
    | 'linkedin.new_connection'
    | 'instagram.message_received'
    | 'whatsapp.message_received'
    | 'account.disconnected'
    | 'account.reconnected'
    | 'watch.updated'
    | 'watch.paused'
    | 'wallet.topup_failed')[]
  description?: string | null
  /** false stops what is pending; true starts clean. */
  enabled?: boolean
}

export interface WebhookList {
  /** Oldest first. */
  items: Webhook[]
  event_types: {
    type: string
    description: string
  }[]
}

export interface WebhookTested {
  delivered: boolean
  /** What the endpoint answered; null: nothing. */
  status_code: number | null
  latency_ms: number | null
  /** Why it was not delivered. */
  error: string | null
  delivery_id: string
}

export interface WebhookWithDeliveries {
  id: string
  url: string
  /** The types that are sent to it; empty: every type. */
  events: string[]
  description: string | null
  enabled: boolean
  /** Why it was switched off by the service; null when it was not, or when somebody did it. */
  disabled_reason: string | null
  /** The first failed attempt since the last success: three days after it the endpoint is switched off. */
  failing_since: Timestamp | null
  created_at: Timestamp
  /** The last 20, newest first. */
  deliveries: WebhookDelivery[]
}

export interface WebhookWithSecret {
  id: string
  url: string
  /** The types that are sent to it; empty: every type. */
  events: string[]
  description: string | null
  enabled: boolean
  /** Why it was switched off by the service; null when it was not, or when somebody did it. */
  disabled_reason: string | null
  /** The first failed attempt since the last success: three days after it the endpoint is switched off. */
  failing_since: Timestamp | null
  created_at: Timestamp
  /** Shown once. The key of the signatures is this whole string. */
  secret: string
}

export interface WhoAmI {
  workspace: {
    id: string
    name: string
  }
  /** In which the credential acts; sessions and connected apps choose it by the header `Service-Environment`. */
  environment: 'test' | 'live'
  credential: 'key' | 'session' | 'app'
  /** The person of a session; null for keys and connected apps. */
  user: {
    id: string
    email: string
  } | null
  /** When the session ends; null for keys and connected apps. */
  expires_at: Timestamp | null
  /** null where it is no key. */
  api_key_id: string | null
  /** What the connected app may do; null for keys and sessions, which are not limited by scopes. */
  scopes: ('read' | 'run' | 'write')[] | null
}

/** Every operation by its method and path: what it takes, and as `answer` the body of its success. */
export interface Operations {
  /** Is the process alive? */
  'GET /healthz': {
    answer: {
      status: 'ok'
    }
  }
  /** Can the process serve requests? */
  'GET /readyz': {
    answer: {
      status: 'ready'
      checks: { [member: string]: 'ok' | 'unreachable' }
    }
  }
  /** Sign up */
  'POST /v1/auth/signup': {
    body: SignUpRequest
    answer: SignedUp
  }
  /** Sign in */
  'POST /v1/auth/signin': {
    body: SignInRequest
    answer: SignedIn
  }
  /** Sign out */
  'POST /v1/auth/signout': {
    answer: SignedOut
  }
  /** What a credential stands for */
  'GET /v1/auth/me': {
    answer: WhoAmI
  }
  /** List the API keys */
  'GET /v1/api-keys': {
    query?: {
      /** How far back usage is counted. (1 to 365; 30 unless given) */
      days?: number
    }
    answer: ApiKeyList
  }
  /** Mint an API key */
  'POST /v1/api-keys': {
    body: ApiKeyCreate
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: ApiKeyCreated
  }
  /** Revoke an API key */
  'DELETE /v1/api-keys/{key_id}': {
    params: {
      /** The id of the key, which is not the key itself. */
      key_id: string
    }
    answer: ApiKey
  }
  /** Read the plan */
  'GET /v1/plan': {
    answer: Plan
  }
  /** Choose a plan */
  'POST /v1/plan': {
    body: PlanChoice
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: ChosenPlan
  }
  /** Cancel the plan */
  'POST /v1/plan/cancel': {
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: ChosenPlan
  }
  /** Open the billing portal */
  'POST /v1/plan/portal': {
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: PlanPortal
  }
  /** Describe the authorization server */
  'GET /.well-known/oauth-authorization-server': {
    answer: {
      issuer: string
      authorization_endpoint: string
      token_endpoint: string
      revocation_endpoint: string
      registration_endpoint: string
      jwks_uri: string
      scopes_supported: string[]
      response_types_supported: string[]
      response_modes_supported: string[]
      grant_types_supported: string[]
      token_endpoint_auth_methods_supported: string[]
      revocation_endpoint_auth_methods_supported: string[]
      code_challenge_methods_supported: string[]
      authorization_response_iss_parameter_supported: boolean
      service_documentation: string
    }
  }
  /** Describe this API to OAuth clients */
  'GET /.well-known/oauth-protected-resource': {
    answer: {
      resource: string
      resource_name: string
      authorization_servers: string[]
      scopes_supported: ('read' | 'run' | 'write')[]
      bearer_methods_supported: string[]
      resource_documentation: string
    }
  }
  /** List connected apps */
  'GET /v1/connected-apps': {
    answer: ConnectedAppList
  }
  /** Disconnect an app */
  'DELETE /v1/connected-apps/{app_id}': {
    params: {
      /** The id of the app, as the list of connected apps names it. (at most 100 characters) */
      app_id: string
    }
    answer: ConnectedApp
  }
  /** Run a capability or a raw endpoint */
  'POST /v1/run': {
    body: RunRequest
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Run
  }
  /** List runs */
  'GET /v1/runs': {
    query?: {
      /** Runs that have this status. */
      status?:
        | 'created'
        | 'reserved'
        | 'queued'
        | 'running'
        | 'succeeded'
        | 'no_match'
        | 'failed'
        | 'timed_out'
        | 'blocked'
        | 'cancelled'
      /** Runs of this capability. (at most 100 characters) */
      capability?: string
      /**
       * Runs that this provider served, and open ones that wait for it: it has been asked, comes next, or they are pinned to it. (at most 100
       * characters)
       */
      provider?: string
      /** Raw runs: the provider's own path. (at most 500 characters) */
      endpoint?: string
      /** Runs that were asked for with this key (`GET /v1/api-keys`). (at most 100 characters) */
      api_key_id?: string
      /** Items of a page, at most. (1 to 200; 50 unless given) */
      limit?: number
      /** `next_cursor` of the page before, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: RunList
  }
  /** Read a run */
  'GET /v1/runs/{run_id}': {
    params: {
      /** The id of the run, `run_…`. (at most 100 characters) */
      run_id: string
    }
    query?: {
      /** Seconds to wait for the end of the run. (0 to 120) */
      wait?: number
    }
    answer: Run
  }
  /** Cancel a run */
  'POST /v1/runs/{run_id}/cancel': {
    params: {
      /** The id of the run, `run_…`. (at most 100 characters) */
      run_id: string
    }
    answer: Run
  }
  /** What was done about a subject */
  'GET /v1/history': {
    query: {
      /** The subject: an email, domain, LinkedIn URL, any URL, handle, phone or name. (at most 2000 characters) */
      q: string
      /** What the subject is; detected when left out. */
      kind?: 'email' | 'domain' | 'linkedin' | 'url' | 'handle' | 'phone' | 'text'
      /** Items of a page, at most. (1 to 200; 50 unless given) */
      limit?: number
    }
    answer: History
  }
  /** What was done about many subjects */
  'POST /v1/history': {
    body: HistoryRequest
    answer: HistoryOfMany
  }
  /** Read the spend guard */
  'GET /v1/spend-guard': {
    answer: SpendGuard
  }
  /** Change the spend guard */
  'POST /v1/spend-guard': {
    body: SpendGuardUpdate
    answer: SpendGuard
  }
  /** List suppressions */
  'GET /v1/suppressions': {
    query?: {
      /** Subjects of this kind. */
      kind?: 'email' | 'domain' | 'linkedin' | 'phone' | 'handle'
      /** Subjects that were suppressed for this reason. */
      reason?: 'unsubscribe' | 'bounce' | 'complaint' | 'not_interested' | 'manual'
      /** Items of a page, at most. (1 to 500; 50 unless given) */
      limit?: number
      /** `next_cursor` of the page before, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: SuppressionList
  }
  /** Suppress people and domains */
  'POST /v1/suppressions': {
    body: SuppressionsToAdd
    answer: SuppressionsAdded
  }
  /** Take people and domains off the list */
  'POST /v1/suppressions/remove': {
    body: SuppressionsToRemove
    answer: SuppressionsRemoved
  }
  /** Read the outbound guard */
  'GET /v1/outbound-guard': {
    answer: OutboundGuard
  }
  /** Change the outbound guard */
  'POST /v1/outbound-guard': {
    body: OutboundGuardUpdate
    answer: OutboundGuard
  }
  /** List connections */
  'GET /v1/connections': {
    answer: ConnectionList
  }
  /** Connect a provider */
  'POST /v1/connections/{provider}': {
    params: {
      /** A provider slug. (at most 100 characters) */
      provider: string
    }
    body: ConnectRequest
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Connection
  }
  /** Disconnect a provider */
  'DELETE /v1/connections/{provider}': {
    params: {
      /** A provider slug. (at most 100 characters) */
      provider: string
    }
    answer: Connection
  }
  /** Read features */
  'GET /v1/features': {
    answer: Features
  }
  /** Turn features on and off */
  'POST /v1/features': {
    body: FeaturesUpdate
    answer: Features
  }
  /** List tables */
  'GET /v1/tables': {
    answer: TableList
  }
  /** Create a table */
  'POST /v1/tables': {
    body: TableCreate
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Table
  }
  /** Describe a table */
  'GET /v1/tables/{name}': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
    }
    answer: Table
  }
  /** Edit or rename a table */
  'PATCH /v1/tables/{name}': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
    }
    body: TableEdit
    answer: Table
  }
  /** Delete a table and its rows */
  'DELETE /v1/tables/{name}': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
    }
    query?: {
      /** Must be true: rows are gone for good. */
      confirm?: boolean
    }
    answer: TableDeleted
  }
  /** List rows */
  'GET /v1/tables/{name}/rows': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
    }
    query?: {
      /** One status or several, parted by commas or repeated. */
      status?: string | string[]
      /** true keeps rows whose `next_at` has passed. */
      due?: boolean
      /** Only these members of each row, and its key; parted by commas or repeated. */
      fields?: string | string[]
      /** Rows at most; 50 unless said otherwise. (1 to 500) */
      limit?: number
      /** `next_cursor` of the page before, with the same filter and order. (at most 12000 characters) */
      cursor?: string
    }
    answer: RowsPage
  }
  /** Write rows */
  'POST /v1/tables/{name}/rows': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
    }
    body: RowsWrite
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: RowsWritten
  }
  /** Update or claim rows */
  'PATCH /v1/tables/{name}/rows': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
    }
    body: RowsUpdate
    answer: RowsUpdated
  }
  /** Query rows */
  'POST /v1/tables/{name}/rows/query': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
    }
    body: RowsQuery
    answer: RowsPage
  }
  /** Delete rows */
  'POST /v1/tables/{name}/rows/delete': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
    }
    body: RowsDelete
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: RowsDeleted
  }
  /** Export a table as CSV */
  'GET /v1/tables/{name}/export.csv': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
    }
    answer: string
  }
  /** Import a CSV file */
  'POST /v1/tables/{name}/import': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
    }
    query?: {
      /** Of rows that this file creates and that name none of their own. (at most 200 characters) */
      status?: string
    }
    body: string
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: RowsImported
  }
  /** Delete one row */
  'DELETE /v1/tables/{name}/rows/{key}': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
      /** The row's key, or any email, URL or `platform:handle` it carries; percent-encoded. (at most 600 characters) */
      key: string
    }
    answer: RowsDeleted
  }
  /** Read the event stream */
  'GET /v1/events': {
    query?: {
      /** `next_after` of the page before, or the id of any event. */
      after?: string
      /** Nothing that happened earlier; only without `after`. With neither, the stream starts at the oldest kept event. */
      since?: string
      /** Event types, parted by commas; every type unless given. (at most 2000 characters) */
      types?: string
      /** Items of a page, at most. (1 to 500; 50 unless given) */
      limit?: number
      /** Seconds to wait for the first event when there is none. (0 to 30) */
      wait?: number
    }
    answer: EventPage
  }
  /** List webhook endpoints and event types */
  'GET /v1/webhooks': {
    answer: WebhookList
  }
  /** Register a webhook endpoint */
  'POST /v1/webhooks': {
    body: WebhookCreate
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: WebhookWithSecret
  }
  /** Read a webhook endpoint and its last deliveries */
  'GET /v1/webhooks/{webhook_id}': {
    params: {
      /** The id of the endpoint, `wh_…`. (at most 100 characters) */
      webhook_id: string
    }
    answer: WebhookWithDeliveries
  }
  /** Change a webhook endpoint, or switch it off or on */
  'PATCH /v1/webhooks/{webhook_id}': {
    params: {
      /** The id of the endpoint, `wh_…`. (at most 100 characters) */
      webhook_id: string
    }
    body: WebhookEdit
    answer: Webhook
  }
  /** Delete a webhook endpoint */
  'DELETE /v1/webhooks/{webhook_id}': {
    params: {
      /** The id of the endpoint, `wh_…`. (at most 100 characters) */
      webhook_id: string
    }
    answer: Webhook
  }
  /** Send a test event to a webhook endpoint */
  'POST /v1/webhooks/{webhook_id}/test': {
    params: {
      /** The id of the endpoint, `wh_…`. (at most 100 characters) */
      webhook_id: string
    }
    answer: WebhookTested
  }
  /** Replace the secret of a webhook endpoint */
  'POST /v1/webhooks/{webhook_id}/rotate-secret': {
    params: {
      /** The id of the endpoint, `wh_…`. (at most 100 characters) */
      webhook_id: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: WebhookWithSecret
  }
  /** Deliver an event again */
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry': {
    params: {
      /** The id of the endpoint, `wh_…`. (at most 100 characters) */
      webhook_id: string
      /** The id of the delivery, `whd_…`. (at most 100 characters) */
      delivery_id: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: WebhookDelivery
  }
  /** Read the wallet */
  'GET /v1/wallet': {
    answer: Wallet
  }
  /** List the wallet's transactions */
  'GET /v1/wallet/transactions': {
    query?: {
      /** `holds`: holds and releases too. You may change `include` between pages. */
      include?: 'holds'
      /** Items of a page, at most. (1 to 200; 50 unless given) */
      limit?: number
      /** `next_cursor` of the page before, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: WalletTransactions
  }
  /** Top the wallet up */
  'POST /v1/wallet/topups/checkout': {
    body: TopupRequest
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: OpenedTopup
  }
  /** Read a top-up */
  'GET /v1/wallet/topups/{topup_id}': {
    params: {
      /** The id of the top-up. */
      topup_id: string
    }
    answer: Topup
  }
  /** Read automatic top-ups */
  'GET /v1/wallet/auto-topup': {
    answer: AutoTopup
  }
  /** Set automatic top-ups */
  'POST /v1/wallet/auto-topup': {
    body: AutoTopupUpdate
    answer: AutoTopup
  }
  /** List invoices */
  'GET /v1/wallet/invoices': {
    query?: {
      /** Items of a page, at most. (1 to 200; 50 unless given) */
      limit?: number
      /** `next_cursor` of the page before, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: InvoiceList
  }
  /** Read an invoice */
  'GET /v1/wallet/invoices/{invoice_id}': {
    params: {
      /** The id of the invoice. */
      invoice_id: string
    }
    answer: Invoice
  }
  /** Read referrals */
  'GET /v1/referrals': {
    answer: Referrals
  }
  /** List watches */
  'GET /v1/watch': {
    query?: {
      /** Items of a page, at most. (1 to 200; 50 unless given) */
      limit?: number
      /** `next_cursor` of the page before, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: WatchList
  }
  /** Watch a query */
  'POST /v1/watch': {
    body: WatchCreate
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Watch
  }
  /** Read a watch and its last refreshes */
  'GET /v1/watch/{watch_id}': {
    params: {
      /** The id of the watch, `watch_…`. (at most 100 characters) */
      watch_id: string
    }
    answer: WatchWithRefreshes
  }
  /** Delete a watch */
  'DELETE /v1/watch/{watch_id}': {
    params: {
      /** The id of the watch, `watch_…`. (at most 100 characters) */
      watch_id: string
    }
    answer: Watch
  }
  /** Refresh a watch now */
  'POST /v1/watch/{watch_id}/refresh': {
    params: {
      /** The id of the watch, `watch_…`. (at most 100 characters) */
      watch_id: string
    }
    query?: {
      /** How long the answer may wait for the end of the refresh. (0 to 120; 30 unless given) */
      wait_seconds?: number
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: WatchRefresh
  }
  /** Read a refresh of a watch */
  'GET /v1/watch/{watch_id}/refreshes/{refresh_id}': {
    params: {
      /** The id of the watch, `watch_…`. (at most 100 characters) */
      watch_id: string
      /** The id of the refresh, `refresh_…`. (at most 100 characters) */
      refresh_id: string
    }
    query?: {
      /** Seconds to wait for the end of the refresh. (0 to 120) */
      wait?: number
    }
    answer: WatchRefresh
  }
  /** Find what does a job */
  'POST /v1/discover': {
    body: DiscoverRequest
    answer: Discovered
  }
  /** Inspect a capability or a raw endpoint */
  'POST /v1/inspect': {
    body: {
      /** (at most 100 characters) */
      capability: string
    } | {
      /** (at most 100 characters) */
      provider: string
      /** The path, `METHOD /path`, or a concrete path of a template. (at most 500 characters) */
      endpoint: string
    }
    answer: CapabilityInspection | EndpointInspection
  }
  /** List the capabilities */
  'GET /v1/catalog/capabilities': {
    query?: {
      /** Items of a page, at most. (1 to 1000; 200 unless given) */
      limit?: number
      /** `next_cursor` of the page before, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: CapabilityList
  }
  /** List the providers */
  'GET /v1/catalog/providers': {
    answer: ProviderList
  }
  /** Read a provider */
  'GET /v1/catalog/providers/{provider}': {
    params: {
      /** A provider slug. (at most 100 characters) */
      provider: string
    }
    answer: ProviderItem
  }
  /** List a provider's raw endpoints */
  'GET /v1/catalog/providers/{provider}/endpoints': {
    params: {
      /** A provider slug. (at most 100 characters) */
      provider: string
    }
    query?: {
      /** Items of a page, at most. (1 to 1000; 200 unless given) */
      limit?: number
      /** `next_cursor` of the page before, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: EndpointList
  }
  /** List connected LinkedIn accounts */
  'GET /v1/linkedin/accounts': {
    answer: {
      items: MessagingAccount[]
    }
  }
  /** Connect LinkedIn */
  'POST /v1/linkedin/accounts': {
    body?: {
      /** An account of this network that lost its session, to connect it again. Left out: a new one. (at most 64 characters) */
      account_id?: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: {
      /** Open it in a browser within the hour: a person signs in to the network there. */
      connect_url: string
    }
  }
  /** Disconnect LinkedIn */
  'DELETE /v1/linkedin/accounts/{account_id}': {
    params: {
      /** As the list of accounts names it. (at most 64 characters) */
      account_id: string
    }
    answer: MessagingAccount
  }
  /** List connected Instagram accounts */
  'GET /v1/instagram/accounts': {
    answer: {
      items: MessagingAccount[]
    }
  }
  /** Connect Instagram */
  'POST /v1/instagram/accounts': {
    body?: {
      /** An account of this network that lost its session, to connect it again. Left out: a new one. (at most 64 characters) */
      account_id?: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: {
      /** Open it in a browser within the hour: a person signs in to the network there. */
      connect_url: string
    }
  }
  /** Disconnect Instagram */
  'DELETE /v1/instagram/accounts/{account_id}': {
    params: {
      /** As the list of accounts names it. (at most 64 characters) */
      account_id: string
    }
    answer: MessagingAccount
  }
  /** List connected WhatsApp accounts */
  'GET /v1/whatsapp/accounts': {
    answer: {
      items: MessagingAccount[]
    }
  }
  /** Connect WhatsApp */
  'POST /v1/whatsapp/accounts': {
    body?: {
      /** An account of this network that lost its session, to connect it again. Left out: a new one. (at most 64 characters) */
      account_id?: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: {
      /** Open it in a browser within the hour: a person signs in to the network there. */
      connect_url: string
    }
  }
  /** Disconnect WhatsApp */
  'DELETE /v1/whatsapp/accounts/{account_id}': {
    params: {
      /** As the list of accounts names it. (at most 64 characters) */
      account_id: string
    }
    answer: MessagingAccount
  }
  /** List connected Gmail accounts */
  'GET /v1/gmail/accounts': {
    answer: {
      items: MessagingAccount[]
    }
  }
  /** Connect Gmail */
  'POST /v1/gmail/accounts': {
    body?: {
      /** An account of this network that lost its session, to connect it again. Left out: a new one. (at most 64 characters) */
      account_id?: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: {
      /** Open it in a browser within the hour: a person signs in to the network there. */
      connect_url: string
    }
  }
  /** Disconnect Gmail */
  'DELETE /v1/gmail/accounts/{account_id}': {
    params: {
      /** As the list of accounts names it. (at most 64 characters) */
      account_id: string
    }
    answer: MessagingAccount
  }
  /** List email inboxes and domains */
  'GET /v1/email/inboxes': {
    answer: {
      /** What inboxes can be made under: the provider's domain and your own. */
      domains: {
        domain: string
        status: 'registered' | 'pending' | 'active' | 'failed'
      }[]
      items: EmailInbox[]
      /** Domains that were bought and are not connected for mail yet. */
      registered_domains: string[]
    }
  }
  /** Make an email inbox */
  'POST /v1/email/inboxes': {
    body: {
      /** What stands before the sign: letters and digits, with single `.`, `_`, `+` or `-` between them. (at most 64 characters) */
      username: string
      /** One of your active domains; the provider's own when it is left out. (at most 253 characters) */
      domain?: string
      /** What recipients see beside the address. (at most 100 characters) */
      display_name?: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: EmailInbox
  }
  /** Report what stood in the way */
  'POST /feedback': {
    body: FeedbackReport
    answer: FeedbackAccepted
  }
  /** Read how feedback is taken */
  'GET /.well-known/agent-feedback': {
    answer: FeedbackDiscovery
  }
  /** Read what this service is, as text for language models */
  'GET /llms.txt': {
    answer: string
  }
  /** List every error code with its status, its meaning and what to do */
  'GET /v1/errors': {
    answer: ErrorCodeList
  }
  /** Read this API as an OpenAPI 3.1 document */
  'GET /openapi.json': {
    answer: { [member: string]: unknown }
  }
}

/** The POSTs that take an `Idempotency-Key`. */
export const KEYED: readonly string[] = [
  '/v1/api-keys',
  '/v1/plan',
  '/v1/plan/cancel',
  '/v1/plan/portal',
  '/v1/run',
  '/v1/connections/{provider}',
  '/v1/tables',
  '/v1/tables/{name}/rows',
  '/v1/tables/{name}/rows/delete',
  '/v1/tables/{name}/import',
  '/v1/webhooks',
  '/v1/webhooks/{webhook_id}/rotate-secret',
  '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
  '/v1/wallet/topups/checkout',
  '/v1/watch',
  '/v1/watch/{watch_id}/refresh',
  '/v1/linkedin/accounts',
  '/v1/instagram/accounts',
  '/v1/whatsapp/accounts',
  '/v1/gmail/accounts',
  '/v1/email/inboxes',
]

/** The POSTs that only ask. */
export const READING: readonly string[] = [
  '/v1/history',
  '/v1/tables/{name}/rows/query',
  '/v1/inspect',
]
