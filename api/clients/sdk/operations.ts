// Made by `npm run client:types` from the OpenAPI document, which comes from the routes: change those, not this file.

export interface AcceptInvitationRequest {
  /** The token in the link of the mail. It works once. (at most 128 characters) */
  token: string
  /**
   * The password of the account that the address has; for an address without one, a new password. (at most 256
   * characters)
   */
  password: string
  /** (at most 128 characters) */
  device_token?: string
}

export interface AgentClaimRequest {
  /** The token in `claim_url`. It works once. (at most 128 characters) */
  token: string
  budget: BudgetTerms
}

export interface AgentClaimed {
  workspace: {
    id: string
    name: string
  }
  budget: BudgetTerms
  claimed_at: Timestamp
}

export interface AgentSignUpRequest {
  /** What the agent calls itself. It becomes the name of the workspace. (at most 80 characters) */
  name: string
  /**
   * The person who shall adopt the workspace: they get a mail with the link, and only they can claim it. (at most 254
   * characters)
   */
  owner_email?: string
}

export interface AgentSignUpState {
  workspace: {
    id: string
    name: string
  }
  /** `quarantined`: sandbox only, until a person claims the workspace. */
  status: 'quarantined' | 'claimed'
  /** When the link and the key end; null: the workspace is claimed, and the key stays. */
  claim_expires_at: Timestamp | null
  /** `ready`: take it with `POST /v1/agents/live-key`. `none`: the workspace is not claimed. */
  live_key: 'none' | 'ready' | 'taken'
}

export interface AgentSignedUp {
  workspace: {
    id: string
    name: string
  }
  /** A sandbox key, shown once. */
  test_key: string
  /** The page on which a person adopts the workspace. Give it to your person; it works once. */
  claim_url: string
  /** Then the link and the key end. */
  claim_expires_at: string
}

export interface ApiKey {
  /** The id of the key, which is not the key itself. */
  id: string
  name: string
  environment: 'test' | 'live'
  /** Prefix and suffix only. The key is shown once, when it is created. */
  display: string
  /** Updated every few seconds; null: never used. */
  last_used_at: Timestamp | null
  created_at: Timestamp
  revoked: boolean
  /** null: it does not expire. */
  expires_at: string | null
  /** null: only the wallet and the spend guard limit it. */
  budget: Budget | null
  /** What it may do; null: all that keys may. */
  allow: KeyAllow | null
  /** It may approve and reject runs that wait for an approval, but not those that it has requested. */
  approver: boolean
}

export interface ApiKeyCreate {
  /** A name for the key. (at most 100 characters) */
  name: string
  environment: 'test' | 'live'
  budget?: BudgetTerms
  allow?: KeyAllow
  /** From this time on the key is refused. */
  expires_at?: string
  /**
   * It may approve and reject runs that wait for an approval, but not those that it has requested. (false unless given)
   */
  approver?: boolean
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

export interface ApiKeyUpdate {
  /** A name for the key. (at most 100 characters) */
  name?: string
  budget?: BudgetTerms | null
  allow?: KeyAllow | null
  expires_at?: string | null
  /** It may approve and reject runs that wait for an approval, but not those that it has requested. */
  approver?: boolean
}

export interface ApiKeyWithUsage {
  /** The id of the key, which is not the key itself. */
  id: string
  name: string
  environment: 'test' | 'live'
  /** Prefix and suffix only. The key is shown once, when it is created. */
  display: string
  /** Updated every few seconds; null: never used. */
  last_used_at: Timestamp | null
  created_at: Timestamp
  revoked: boolean
  /** null: it does not expire. */
  expires_at: string | null
  /** null: only the wallet and the spend guard limit it. */
  budget: Budget | null
  /** What it may do; null: all that keys may. */
  allow: KeyAllow | null
  /** It may approve and reject runs that wait for an approval, but not those that it has requested. */
  approver: boolean
  usage: KeyUsage
}

export interface ApprovalDecided {
  /**
   * For the one who requested the run. It is part of the event, and of the error of a rejected run. (at most 500
   * characters)
   */
  note?: string
}

export interface ApprovalPolicy {
  /** Runs that would hold more; null: no run for its cost. */
  runs_above: UsdAmount | null
  /** `new_people`: sends that reach a person that no run of this environment has contacted before. */
  sends: 'never' | 'new_people' | 'always'
  /** Raw calls that may change something at their provider. */
  raw_writes: boolean
  /** Jobs with a higher ceiling, before their first row; null: no job. */
  jobs_above?: UsdAmount | null
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
  /** The wallet is topped up if less than this is available; null: not configured. */
  threshold: Money | null
  amount: Money | null
  /** The limit for all automatic top-ups of a calendar month (UTC). */
  monthly_limit: Money | null
  spent_this_month: Money
  /** A paid checkout stores its card for automatic top-ups. */
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
  /**
   * After a failure, the earliest time of the next attempt; null: as soon as the balance is low, or never while
   * disabled.
   */
  next_attempt_at: Timestamp | null
}

/** Omitted amounts keep their value. The first time, all three are required. */
export interface AutoTopupUpdate {
  enabled: boolean
  threshold?: UsdAmount
  amount?: UsdAmount
  monthly_limit?: UsdAmount
}

/**
 * The amounts of a run. `held` is present from the first settlement of an actor to its final bill: what remains of the
 * hold.
 */
export interface Billing {
  currency: 'USD'
  /** The amount of the hold; null before the hold. */
  quoted: Money | null
  /** The charge; null before settlement or if the whole hold was released, `0.00` for free results. */
  charged: Money | null
  /** What came back of the charge: the address that the run sold bounced. Only if something did. */
  credited?: string
  held?: Money
  /** True if the account of the platform served the run; false if the workspace's key or a saved answer did. */
  platform_funded: boolean
}

export interface Budget {
  amount: Money
  /**
   * A day, a week from Monday, or a month in UTC; `total` never starts again. A change of the period starts the count
   * at zero.
   */
  period: 'day' | 'week' | 'month' | 'total'
  /** What was charged in this period. */
  spent: string
  /** What open runs hold. */
  held: string
  remaining: Money
  /** When the next period begins; null for `total`. */
  resets_at: Timestamp | null
}

export interface BudgetTerms {
  amount: UsdAmount
  /**
   * A day, a week from Monday, or a month in UTC; `total` never starts again. A change of the period starts the count
   * at zero.
   */
  period: 'day' | 'week' | 'month' | 'total'
}

export interface CallbackList {
  webhook_id: string
  /** The last 20, newest first, or the last 20 of the `status`. */
  deliveries: WebhookDelivery[]
}

export interface CallbackSecret {
  webhook_id: string
  environment: 'test' | 'live'
  /** Signs the callbacks of this environment. */
  secret: string
  created_at: Timestamp
}

export interface CapabilityInspection {
  kind: 'capability'
  capability: string
  title: string
  description: string
  /**
   * `live`: the environment that is shown has an adapter. `coming_soon`: there is no live adapter yet; it can be
   * inspected, and run in the sandbox with simulated results.
   */
  status: 'live' | 'coming_soon'
  providers: string[]
  live_providers: string[]
  platforms: string[]
  /** The cheapest offer that can run now in the environment that is shown; null if there is none. */
  starting_price: {
    amount: Money
    currency: 'USD'
  } | null
  category: string
  /** It can be run with a test key. */
  sandbox: boolean
  /** JSON Schema of `input`, which validates the input of a run. */
  input_schema: { [member: string]: unknown }
  output_fields: string[]
  billing: 'per_call' | 'on_match' | 'metered'
  offers: Offer[]
  health: Health
  /** A body for POST /v1/run. */
  example: { [member: string]: unknown }
  /** null if it cannot be run. */
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
  /**
   * `live`: the environment that is shown has an adapter. `coming_soon`: there is no live adapter yet; it can be
   * inspected, and run in the sandbox with simulated results.
   */
  status: 'live' | 'coming_soon'
  providers: string[]
  live_providers: string[]
  platforms: string[]
  /** The cheapest offer that can run now in the environment that is shown; null if there is none. */
  starting_price: {
    amount: Money
    currency: 'USD'
  } | null
  health: Health
  /** The command for the next step. */
  hint: string
}

export interface CapabilityList {
  items: CapabilityItem[]
  /** Send it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface ChangeMemberRequest {
  /**
   * A viewer reads. A member also starts runs and changes data. An owner also decides over money, credentials, senders
   * and people.
   */
  role: 'owner' | 'member' | 'viewer'
}

export interface ChosenPlan {
  plan: 'pay_per_call' | 'plus' | 'pro' | 'scale'
  /** A month. */
  price: string
  /** Both environments are counted together. */
  limits: {
    tables: number
    rows: number
    /** The discount on list prices, unless prices were negotiated. (0 to 100) */
    discount_percent: number
  }
  /**
   * If the usage exceeds a limit after a change to a smaller plan, all data stays readable and nothing can be added.
   */
  usage: {
    tables: number
    rows: number
  }
  /** When the next month is charged; null: no charge is due, or the plan ends. */
  renews_at: Timestamp | null
  /** When the plan ends and `pay_per_call` begins; null: the plan continues. */
  cancel_at: Timestamp | null
  /** The smaller plan that is effective from `renews_at`; null: no change. */
  next_plan: 'pay_per_call' | 'plus' | 'pro' | 'scale' | null
  /** After a failed payment, the end of the grace period, at which the plan ends; null: no payment has failed. */
  payment_due_by: Timestamp | null
  /**
   * The checkout of the plan; the plan is effective after payment. null: no payment is needed, and the shown plan is
   * effective.
   */
  checkout_url: string | null
}

export interface ConnectRequest {
  /** The key of the provider; `login:password` if it has two parts. (at most 4096 characters) */
  api_key: string
  /**
   * The host of the account with its port, for a provider that gives each account its own (Unipile). (at most 259
   * characters)
   */
  account?: string
}

export interface ConnectedApp {
  id: string
  /** The name that the app chose. It is not verified. */
  name: string
  /** The host that has published the app: that of its client id, which is a URL. null: it registered itself. */
  host: string | null
  scopes: ('read' | 'run' | 'write')[]
  created_at: Timestamp
  /** Updated every few seconds; null: never used. */
  last_used_at: Timestamp | null
  /** null: only the wallet and the spend guard limit it. */
  budget: Budget | null
}

export interface ConnectedAppList {
  /** Oldest first. */
  items: ConnectedApp[]
}

export interface ConnectedAppUpdate {
  /** null removes the budget. */
  budget: BudgetTerms | null
}

export interface Connection {
  provider: string
  /** `rejected`: the provider refuses the key since `rejected_at`. */
  status: 'active' | 'rejected' | 'revoked'
  /** The host of the account; null if all accounts of the provider have one host. */
  account: string | null
  /** When the provider accepted the key; null if the provider has no free check. */
  last_verified_at: Timestamp | null
  created_at: Timestamp
  /** When a call showed that the provider rejects the key. */
  rejected_at: Timestamp | null
  /** What the provider answered. */
  rejected_reason: string | null
  /**
   * Whether received mail and messages, bounces and complaints of this account arrive here; null if its provider
   * reports none, or the connection is revoked.
   */
  receiving: boolean | null
  /** What makes it work or receive; null if nothing is to be done. */
  next_step: string | null
}

export interface ConnectionList {
  items: Connection[]
}

export interface DiscoverRequest {
  /** (at most 500 characters) */
  query: string
  /** (1 to 50; 10 unless given) */
  limit?: number
  /** Both if omitted. */
  kind?: 'capability' | 'endpoint'
  /** Only results of this provider. (at most 100 characters) */
  provider?: string
}

export interface Discovered {
  items: (DiscoveredCapability | DiscoveredEndpoint)[]
  /** null unless `items` is empty. */
  did_you_mean: UnmatchedQuery | null
  hints: string[]
}

export interface DiscoveredCapability {
  kind: 'capability'
  capability: string
  title: string
  description: string
  /**
   * `live`: the environment that is shown has an adapter. `coming_soon`: there is no live adapter yet; it can be
   * inspected, and run in the sandbox with simulated results.
   */
  status: 'live' | 'coming_soon'
  providers: string[]
  live_providers: string[]
  platforms: string[]
  /** The cheapest offer that can run now in the environment that is shown; null if there is none. */
  starting_price: {
    amount: Money
    currency: 'USD'
  } | null
  health: Health
  /** How well it fits, relative to the first result, which has 1. (0 to 1) */
  score: number
  /**
   * How well it fits, comparable between queries and filters; 1 is a live capability that the query describes
   * completely. (0 to 1)
   */
  relevance: number
  /** The command for the next step. */
  hint: string
}

export interface DiscoveredEndpoint {
  kind: 'endpoint'
  provider: string
  /** The provider's own path, verbatim. */
  endpoint: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  title: string
  /**
   * `live` runs now. `ready` waits for an account: that of the platform, or your own if `requires_byok`. `excluded`
   * cannot be called raw.
   */
  status: 'live' | 'ready' | 'excluded'
  cost: EndpointCost
  health: Health
  /** Capabilities whose live adapters call this endpoint: prefer them. */
  wrapped_by: string[]
  /** It needs the workspace's own key. */
  requires_byok: boolean
  /** Why it is excluded, or why it needs your own key. */
  reason: string | null
  /** How well it fits, relative to the first result, which has 1. (0 to 1) */
  score: number
  /**
   * How well it fits, comparable between queries and filters; 1 is a live capability that the query describes
   * completely. (0 to 1)
   */
  relevance: number
  /** The command for the next step. */
  hint: string
}

export interface EmailDomain {
  domain: string
  /**
   * `pending`: publish the records, then check. `active`: mail can be sent. `failed`: the provider did not find the
   * records.
   */
  status: 'pending' | 'active' | 'failed' | 'removed'
  /** The DNS records to publish. Empty while the provider has not answered: repeat the request. */
  records: {
    type: string
    /** The name of the record, as the provider writes it. */
    name: string
    value: string
    /** Only of an MX record. */
    priority?: number
    ttl?: string
    /** What it is for, such as SPF or DKIM. */
    purpose?: string
    /** Whether the provider has found it: `verified` if it has. */
    status?: string
  }[]
  /** The provider that verifies the domain and sends its mail. */
  provider: string
  /** The account at the provider: the platform’s, or your own, whose key is connected. Sends use this account. */
  account: 'platform' | 'own'
  created_at: Timestamp
  /** A sandbox domain: a check verifies it. */
  simulated?: true
}

export interface EmailInbox {
  /** Send from it with `inbox_id`. */
  inbox_id: string
  address: string
  domain: string
  /**
   * `pending`: the provider has not answered yet; repeat the request. `disabled`: it stands in your own account at the
   * provider, which is not connected.
   */
  status: 'pending' | 'active' | 'disabled' | 'removed'
  /** The account at the provider: the platform’s, or your own, whose key is connected. Sends use this account. */
  account: 'platform' | 'own'
  /** A sandbox inbox: no mail is sent or received. */
  simulated?: true
}

export interface EmailVerified {
  email: string
  verified_at: Timestamp
}

export interface EndpointCost {
  model: 'free' | 'per_call' | 'per_task' | 'per_result' | 'per_event'
  /**
   * What a delivered call is charged by: the estimate of the rate card, the cost that the provider reports with its
   * answer, or nothing. null: no price is known, so it needs your own key.
   */
  basis: 'rate_card' | 'reported' | 'free' | null
  /** The price of a usual call for the caller; null: no rate is known, and a run holds 1.00. */
  estimate: Money | null
  currency: 'USD'
  note: string
  /** Where the rate of the estimate was published. */
  published?: string
  /** The member of the input or the query with the items, or their number, that the estimate grows with. */
  each?: string
  /** The estimate is that of `usual` items. Each `per` items begun beyond that add `price`; fewer items cost less. */
  item?: {
    price: Money
    per: number
    usual: number
  }
  /**
   * All members that the price grows with, where there are several: each `per` of one are a unit of `item.price`, and
   * the member with the most units counts.
   */
  units?: {
    member: string
    per: number
  }[]
  /** The part of the estimate that is paid once, beside the items. */
  base?: string
  /**
   * Members of the request that multiply the estimate: with the value `is`, above `above`, with a match of `pattern`,
   * or else with any value but false. Of those with the same `group` the largest counts.
   */
  surcharges?: {
    member: string
    times: number
    is?: string | number
    above?: number
    pattern?: string
    group?: number
  }[]
}

export interface EndpointInspection {
  kind: 'endpoint'
  provider: string
  /** The provider's own path, verbatim. */
  endpoint: string
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  title: string
  /**
   * `live` runs now. `ready` waits for an account: that of the platform, or your own if `requires_byok`. `excluded`
   * cannot be called raw.
   */
  status: 'live' | 'ready' | 'excluded'
  cost: EndpointCost
  health: Health
  /** Capabilities whose live adapters call this endpoint: prefer them. */
  wrapped_by: string[]
  /** It needs the workspace's own key. */
  requires_byok: boolean
  /** Why it is excluded, or why it needs your own key. */
  reason: string | null
  connected: boolean
  input: {
    pathParams: {
      /** Name -> the known facts about the value. */
      properties: { [member: string]: unknown }
      required: string[]
      /** The number of members that are not listed; they can be sent. */
      omitted?: number
    }
    queryParams: {
      /** Name -> the known facts about the value. */
      properties: { [member: string]: unknown }
      required: string[]
      /** The number of members that are not listed; they can be sent. */
      omitted?: number
    }
    body: {
      /** Name -> the known facts about the value. */
      properties: { [member: string]: unknown }
      required: string[]
      /** The number of members that are not listed; they can be sent. */
      omitted?: number
      type: string
      encoding: 'json' | 'form' | 'multipart'
    } | null
    bodyType: 'task' | 'actor_input' | 'json'
  }
  /**
   * The top-level members of the provider's response, or of each item of a list, as far as the provider documents them.
   */
  output_fields?: string[]
  /** A body that POST /v1/run takes; null if it cannot be run. */
  example: { [member: string]: unknown } | null
  /** null if it cannot be run. */
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
  /**
   * `live` runs now. `ready` waits for an account: that of the platform, or your own if `requires_byok`. `excluded`
   * cannot be called raw.
   */
  status: 'live' | 'ready' | 'excluded'
  cost: EndpointCost
  health: Health
  /** Capabilities whose live adapters call this endpoint: prefer them. */
  wrapped_by: string[]
  /** It needs the workspace's own key. */
  requires_byok: boolean
  /** Why it is excluded, or why it needs your own key. */
  reason: string | null
  /** The command for the next step. */
  hint: string
}

export interface EndpointList {
  items: EndpointItem[]
  /** Send it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface Erasure {
  erasure_id: string
  status: 'erasing' | 'finished'
  environment: 'test' | 'live'
  /** The kind of the subject. */
  kind: 'email' | 'linkedin' | 'phone' | 'handle'
  reference: string | null
  keep_suppression: boolean
  /** How many things of each kind were erased so far. */
  erased: {
    runs: number
    rows: number
    row_fields: number
    uploads: number
    job_rows: number
    watches: number
    watch_records: number
    events: number
    deliveries: number
    stored_answers: number
    messages: number
    touches: number
    suppressions: number
    connections: number
  }
  /**
   * Rows with an identity of the person that stay, the first 100, by their keys of today. What names the person leaves
   * them. (at most 100 items)
   */
  kept: {
    table: string
    key: string
    /**
     * `another_person`: the row has an email, profile or handle of another person. `in_doubt`: two names speak for two
     * people in one row.
     */
    reason: 'in_doubt' | 'another_person'
  }[]
  created_at: Timestamp
  finished_at: Timestamp | null
}

export interface ErasureList {
  items: Erasure[]
  /** Send it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface ErasurePreview {
  /** The kind of the subject. */
  kind: 'email' | 'linkedin' | 'phone' | 'handle'
  /** The person as the service reads the subject. */
  subject: string
  counts: {
    /** Rows that are deleted. */
    rows: number
    /** Rows that stay, because they have an identity of another person. */
    kept_rows: number
    /** Runs whose payloads are deleted. */
    runs: number
    /** Messages to the person. */
    touches: number
    /** Suppressions of the person. */
    suppressions: number
  }
  /** Rows with an identity of the person, the first 100. `counts` has no others. */
  rows: {
    table: string
    key: string
    /** `keep`: the row has an identity of another person. What names the erased one goes. */
    action: 'delete' | 'keep'
  }[]
  /**
   * Rows with an identity of the person that stay, the first 100, by their keys of today. What names the person leaves
   * them. (at most 100 items)
   */
  kept: {
    table: string
    key: string
    /**
     * `another_person`: the row has an email, profile or handle of another person. `in_doubt`: two names speak for two
     * people in one row.
     */
    reason: 'in_doubt' | 'another_person'
  }[]
}

export interface ErasureRequest {
  /**
   * The person: an email address, a LinkedIn profile, a phone number with country code, or `platform:handle`. (at most
   * 2000 characters)
   */
  subject: string
  /** How to read the subject; detected by default. */
  kind?: 'email' | 'linkedin' | 'phone' | 'handle'
  /**
   * Keeps a suppression of the person, for every identity that they have here, so that they are not contacted again.
   * Only hashes of the identities are kept. `false` deletes it. (true unless given)
   */
  keep_suppression?: boolean
  /**
   * Your own name for the request, such as a ticket. It stays in the receipt, so it must not name the person. (at most
   * 100 characters)
   */
  reference?: string
}

export interface ErasureToPreview {
  /**
   * The person: an email address, a LinkedIn profile, a phone number with country code, or `platform:handle`. (at most
   * 2000 characters)
   */
  subject: string
  /** How to read the subject; detected by default. */
  kind?: 'email' | 'linkedin' | 'phone' | 'handle'
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
      | 'approval_rejected'
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
      | 'approval_expired'
      | 'cancelled'
      | 'cursor_expired'
      | 'payload_too_large'
      | 'unsupported_media_type'
      | 'idempotency_mismatch'
      | 'rate_limited'
      | 'invalid_feedback'
      | 'internal_error'
      | 'provider_error'
      | 'send_outcome_unknown'
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
    | 'approval_rejected'
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
    | 'approval_expired'
    | 'cancelled'
    | 'cursor_expired'
    | 'payload_too_large'
    | 'unsupported_media_type'
    | 'idempotency_mismatch'
    | 'rate_limited'
    | 'invalid_feedback'
    | 'internal_error'
    | 'provider_error'
    | 'send_outcome_unknown'
    | 'unavailable'
    | 'provider_timeout'
  message: string
  /** Quote it in feedback and to support. */
  request_id: string
  /** JSON pointer to the first invalid field. */
  param?: string
  /** Known names that are similar to an unknown one, best first. */
  did_you_mean?: string[]
  /** All invalid fields. */
  details?: Fault[]
  /** The current status of the run. */
  status?:
    | 'created'
    | 'awaiting_approval'
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
  controls?: (
    | 'max_cost'
    | 'per_run_limit'
    | 'max_run_cost'
    | 'daily_limit'
    | 'key_budget'
    | 'job_ceiling')[]
  /** The run that the error refers to. */
  run_id?: string
  /** The earlier run that contacted the same person. */
  earlier_run_id?: string
  /** The time of the earlier contact. */
  contacted_at?: string
  /** The recipient that was contacted; absent if a table row relates the person. */
  recipient?: string
  /** With this `in_reply_to` the same email follows up in the thread. */
  in_reply_to?: string
  /** With this `chat_id`, in place of the person, the same message goes into the chat. */
  chat_id?: string
  /** Seconds, as in the `Retry-After` header. */
  retry_after?: number
  /** The balance of the wallet. */
  available?: string
  /** The amount that the wallet owes. No run can hold money until top-ups have repaid it. */
  receivable?: string
  required?: Money
  /** What the daily cap, the budget or the ceiling of the job has left. */
  remaining?: string
  /** When the day or the budget starts again; null: never. */
  resets_at?: Timestamp | null
  /** The page on which a person tops up the wallet. */
  topup_url?: string
  fits_with_max_cost?: Money
  /** The oldest stored event; null if there is none. */
  oldest?: string | null
}

export interface EstimatedJob {
  estimate: JobEstimate
  ceiling: Money
  environment: 'test' | 'live'
  /** The first rows from which no run can be made. */
  invalid_rows: {
    row: number
    key: string | null
    error: ErrorDetail
  }[]
}

export interface Event {
  id: string
  /**
   * One of `email.received`, `email.delivered`, `email.bounced`, `email.complained`, `email.unsubscribed`,
   * `email.rejected`, `gmail.received`, `linkedin.message_received`, `linkedin.new_connection`,
   * `instagram.message_received`, `whatsapp.message_received`, `account.disconnected`, `account.reconnected`,
   * `connection.rejected`, `run.awaiting_approval`, `run.approved`, `run.rejected`, `run.finished`,
   * `job.awaiting_approval`, `job.pilot_finished`, `job.paused`, `job.finished`, `run.credited`, `watch.updated`,
   * `watch.paused`, `wallet.topup_failed`.
   */
  type: string
  created_at: Timestamp
  /** The data of the event; `GET /v1/webhooks` describes the types. */
  data: { [member: string]: unknown }
}

export interface EventPage {
  /** Oldest first. */
  items: Event[]
  /** True if more events are available. */
  has_more: boolean
  /** Store it and send it as `after` to get newer events. An empty page repeats the `after` of the request. */
  next_after: string | null
}

export interface Fault {
  /** JSON pointer to the invalid field; `/<name>` for query parameters and headers. */
  path: string
  message: string
}

export interface Features {
  /** Tables, suppressions and the outbound guard. The usage covers both environments. */
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
   * false keeps tables and suppressions, but disables them. Messages to suppressed people and repeated first messages
   * are then sent, and tables and suppressions cannot be read or changed until the feature is on again.
   */
  tables: boolean
}

export interface FeedbackAccepted {
  id: string
  status: 'accepted'
  received_at: Timestamp
  /** The problem is already tracked. Do not report it again. */
  known_issue?: {
    id: string
    title: string
    status: 'acknowledged' | 'planned' | 'in_progress' | 'fixed' | 'wont_fix'
    workaround?: string
  }
}

export interface FeedbackDiscovery {
  spec_version: '0.1'
  /** The URL for reports (POST). */
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
  /** Always `none`: reports need no credential. */
  auth: 'none'
}

export interface FeedbackReport {
  /** The kind of problem. */
  type:
    | 'missing_capability'
    | 'bug'
    | 'unclear_documentation'
    | 'unexpected_response'
    | 'unhelpful_error'
    | 'performance'
    | 'other'
  /** The task that you or your user wanted to complete, not the call. (at most 1000 characters) */
  goal: string
  /** The problem. (at most 4000 characters) */
  message: string
  /** A capability, raw endpoint, MCP tool or path. (at most 512 characters) */
  endpoint?: string
  /** The HTTP method, if the endpoint is a path. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS'
  /** The outcome of the task. */
  outcome?: 'blocked' | 'degraded' | 'completed'
  /** The expected behaviour. (at most 2000 characters) */
  expected?: string
  /** The change that would have solved the problem. (at most 2000 characters) */
  suggestion?: string
  /** Whether you found a workaround. */
  workaround?: boolean
  /** Which way. (at most 2000 characters) */
  workaround_description?: string
  /** A `run_id`, or the `request_id` of an error. (at most 256 characters) */
  request_id?: string
  /** Any value that all reports of one task share. (at most 256 characters) */
  session_id?: string
  agent?: {
    /** The name of the agent. (at most 128 characters) */
    name?: string
    /** Your version. (at most 64 characters) */
    version?: string
    /** The model of the agent. (at most 128 characters) */
    model?: string
    /** The framework of the agent. (at most 128 characters) */
    framework?: string
  }
  evidence?: {
    /** (100 to 599) */
    status_code?: number
    /** The request, without secrets. */
    request?: { [member: string]: unknown }
    /** The relevant part of the response. (at most 4000 characters) */
    response_excerpt?: string
  }
}

/** How the file was read. A wrong guess is corrected by the parameters of the same names. */
export interface FileReading {
  format: 'csv' | 'xlsx'
  /** null for a workbook. */
  encoding:
    | 'utf-8'
    | 'utf-16le'
    | 'utf-16be'
    | 'windows-1252'
    | 'windows-1250'
    | 'windows-1251'
    | 'windows-1253'
    | 'windows-1254'
    | 'iso-8859-2'
    | 'iso-8859-15'
    | 'macintosh'
    | 'shift_jis'
    | 'gb18030'
    | 'big5'
    | 'euc-kr' | null
  /** null for a workbook. */
  separator: 'comma' | 'semicolon' | 'tab' | 'pipe' | null
  /** The number of the line, or row of the sheet, with the column names; 0: no line has them. */
  header_line: number
  /** The sheet that was read; null for a CSV file. */
  sheet: string | null
  /** The sheets of the workbook that are not hidden. */
  sheets: string[]
  columns: {
    /** As the file names it. */
    name: string
    /**
     * The field that it probably holds, such as `email`, `personal_email`, `first_name`, `last_name`; null: unknown.
     */
    field: string | null
    /**
     * `remembered`: the workspace has imported a file with the same column names before. `heading`, `values`: what the
     * suggestion is made from.
     */
    suggested_by: 'remembered' | 'heading' | 'values' | null
    /** Its first values, of a `dry_run`; longer ones are cut. */
    samples?: string[]
  }[]
}

export interface Health {
  /** `unknown` is too little data, not a warning. */
  status: 'healthy' | 'stable' | 'degraded' | 'outage' | 'unknown'
  latency_ms_p50: number | null
  latency_ms_p95: number | null
  /** The share of results and misses among calls with a known outcome; the rest are failures of the provider. */
  success_rate: number | null
  sample_size: number
  window_days: number
  source: 'measured' | 'provider_reported'
}

export interface History {
  subject: {
    query: string
    kind: 'email' | 'domain' | 'linkedin' | 'url' | 'handle' | 'phone' | 'text'
    /** The normalized subject. */
    normalized: string
  }
  /** Newest first. */
  items: HistoryItem[]
  /**
   * Messages that were sent, or may have been sent: the newest 200, whatever `limit` is. A hint says if there are more.
   */
  touches: HistoryTouch[]
  /** The latest successful one. */
  last_touch: HistoryTouch | null
  /** Successful paid lookups whose input contained the subject, newest first. */
  reusable: ReusableRun[]
  /** The number of runs by status. */
  by_status: { [member: string]: number }
  /** The number of runs by capability; raw runs by provider and path (`hunter /email-finder`). */
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
    | 'awaiting_approval'
    | 'reserved'
    | 'queued'
    | 'running'
    | 'succeeded'
    | 'no_match'
    | 'failed'
    | 'timed_out'
    | 'blocked'
    | 'cancelled'
  /** The input of the run; null if it has more than 50,000 characters. Read the run in that case. */
  input: { [member: string]: unknown } | unknown[] | null
  /** Raw runs: the values of the placeholders, such as the name of an actor; null if they are too long. */
  path?: { [member: string]: unknown } | null
  /** Raw runs: the query parameters; null if they are too long. */
  query?: { [member: string]: unknown } | null
  matched: {
    in: 'input' | 'result'
    /**
     * JSON path of the first match, `$.path…` and `$.query…` in those members. `$` is a message that reached the
     * subject through a chat or the row of `record`.
     */
    path: string
    /**
     * False if the subject only covers the value (a domain and an email of it) or is a part of it (words of a name).
     */
    exact: boolean
  }
  created_at: Timestamp
}

export interface HistoryOfMany {
  /** In the order of the request. */
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
  /** The kind of the subject; detected if omitted. */
  kind?: 'email' | 'domain' | 'linkedin' | 'url' | 'handle' | 'phone' | 'text'
}

export type HistoryRow = SubjectHistory | RefusedSubject

export interface HistoryTouch {
  run_id: string
  capability: string | null
  channel: 'email' | 'linkedin' | 'instagram' | 'whatsapp'
  at: Timestamp
}

/**
 * Imports the result into an existing table: each person or company as a row, posts and comments as their authors with
 * the posts under `signals`, a single record as one row, and the longest list of objects of a raw payload.
 */
export interface Into {
  /** A table of this environment. (at most 64 characters) */
  table: string
  /** The status of created rows. Existing rows keep their status. (at most 200 characters) */
  status?: string
}

export interface Invitation {
  /** The id of the invitation. */
  id: string
  email: string
  /**
   * A viewer reads. A member also starts runs and changes data. An owner also decides over money, credentials, senders
   * and people.
   */
  role: 'owner' | 'member' | 'viewer'
  /** The address of the person who invites. */
  invited_by: string | null
  created_at: Timestamp
  expires_at: Timestamp
  /** When the mail server accepted the mail; null: not yet. */
  sent_at: Timestamp | null
  /** Why the mail server refused the mail, in its words. */
  refusal: string | null
}

export interface InvitationWithdrawn {
  /** The id of the invitation. */
  id: string
  withdrawn: true
}

export interface InvitationsRefused {
  email: string
  refused: true
}

export interface InviteRequest {
  /** Letter case does not matter. (at most 254 characters) */
  email: string
  /**
   * A viewer reads. A member also starts runs and changes data. An owner also decides over money, credentials, senders
   * and people.
   */
  role: 'owner' | 'member' | 'viewer'
}

export interface Invited {
  /** The id of the invitation. */
  id: string
  email: string
  /**
   * A viewer reads. A member also starts runs and changes data. An owner also decides over money, credentials, senders
   * and people.
   */
  role: 'owner' | 'member' | 'viewer'
  expires_at: Timestamp
}

export interface Invoice {
  /** The id of the invoice. */
  id: string
  /** Numbers have no gaps within a workspace and environment. */
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
  /** Send it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface Job {
  job_id: string
  /**
   * `estimating` while the pilot runs. `awaiting_approval` and `paused` wait for a request; `reason` says why.
   * `finishing`: the last rows are under way. The last four are ends; `partially_succeeded`: some rows have failed or
   * were cancelled.
   */
  status:
    | 'estimating'
    | 'awaiting_approval'
    | 'running'
    | 'paused'
    | 'finishing'
    | 'succeeded'
    | 'partially_succeeded'
    | 'cancelled'
    | 'failed'
  /** Why the job waits. */
  reason:
    | 'pilot_finished'
    | 'estimate_above_ceiling'
    | 'approval_needed'
    | 'requested'
    | 'ceiling_reached'
    | 'insufficient_balance'
    | 'daily_limit'
    | 'key_budget'
    | 'provider_outage'
    | 'payer_revoked'
    | 'request_refused' | null
  /** What to do about it. */
  advice: string | null
  environment: 'test' | 'live'
  /** true in the sandbox. */
  simulated: boolean
  /** The capability, or the endpoint of a raw job. */
  name: string
  /** The request without its items. */
  request: { [member: string]: unknown }
  approve: 'auto' | 'manual'
  concurrency: number
  estimate: JobEstimate
  ceiling: Money
  /** What the runs of the job were charged. */
  spent: string
  /** What its open runs hold. */
  held: string
  progress: {
    /** All rows. */
    rows: number
    /** Rows that have ended. */
    done: number
    /** Rows with a result. */
    found: number
    /** Rows for which no provider found anything. */
    missed: number
    /** Rows whose run failed; `POST /v1/jobs/{job_id}/retry` runs them again. */
    failed: number
    /** Rows that a guard stopped: a suppression, a repeated message, a limit of one run. */
    blocked: number
    /** Rows from which no run could be made. */
    invalid: number
    /** Rows that a saved answer served free of charge. */
    saved: number
    /** Rows that a cancellation stopped. */
    cancelled: number
    /** Rows that equal an earlier row: they have its run, and cost nothing. */
    repeated: number
    /** What the counted rows were charged, for each row with a result. */
    cost_per_found: Money | null
    /** How long the other rows take at the speed since the job began or last went on; null while it does not run. */
    eta_seconds: number | null
  }
  metadata?: RunMetadata
  /** As it was requested. */
  callback_url?: string
  /** The job whose failed rows this one runs again. */
  retry_of: string | null
  created_at: Timestamp
  finished_at: Timestamp | null
  /** The path of this job. */
  poll_url: string
}

export interface JobCreate {
  /** (at most 100 characters) */
  capability?: string
  /** Raw runs: the provider of the endpoint. (at most 100 characters) */
  provider?: string
  /** Raw runs: the provider's own path; `METHOD /path` if the path has several methods. (at most 500 characters) */
  endpoint?: string
  /** Raw runs: values for the `{placeholders}` of the endpoint. */
  path?: { [member: string]: unknown }
  /** Raw runs: query parameters. */
  query?: { [member: string]: unknown }
  /**
   * Rows of a table, objects, or those of a CSV file (`POST /v1/jobs/uploads`); copied when the job is made. Required
   * without `of`.
   */
  rows?: {
    /** A table of this environment. (at most 64 characters) */
    table: string
    /**
     * Field to value (equality), or to `{op: value}` with `eq`, `ne`, `in`, `nin`, `exists`, `empty`, `contains`, `gt`,
     * `gte`, `lt`, `lte`. All conditions must match. Dotted paths select nested fields. Row fields filter in the same
     * way, with times as ISO 8601 or relative (`-7d`).
     */
    where?: { [member: string]: unknown }
    /** The first rows only, oldest first. (1 to 50000) */
    limit?: number
  } | {
    /** (1 to 1000 items) */
    items: { [member: string]: unknown }[]
  } | {
    /** The id of an upload. */
    upload: string
  }
  /**
   * With `only: "errors"`: an ended job whose failed rows run again, with the same inputs. It excludes the members that
   * describe the run or its rows.
   */
  of?: string
  /**
   * The input of each run, in which `{{field}}` stands for a field of the row, with dots for nested ones. A value that
   * is one placeholder keeps its type; a member whose field is empty is left out.
   */
  input?: { [member: string]: unknown }
  /** Rows of a table only: what each run writes into its row, as `record` of `POST /v1/run`. */
  record?: {
    /**
     * Changes to the row if the run succeeds: `status`, `next_at` (ISO 8601 or `+4d`) and data; null removes a field.
     */
    set?: { [member: string]: unknown }
    /**
     * The result fields that are copied into the row: `all`, or a map of result field (dotted paths for nested fields)
     * to row field.
     */
    save?: 'all' | { [member: string]: string }
    /** Changes to the row if nothing is found. */
    on_miss?: { [member: string]: unknown }
  }
  routing?: Routing
  metadata?: RunMetadata
  /** Gets the `job.*` events of this job. (at most 2048 characters) */
  callback_url?: string
  /** The most that the job may spend, in USD: what its runs are charged and hold together never exceeds it. */
  ceiling: string
  /**
   * Rows that run first. After them the job continues by itself, or waits for an approval. 0: none. (0 to 1000; 10
   * unless given)
   */
  pilot?: number
  /**
   * `manual`: the job waits for an approval after its pilot. `auto`: only if it is then expected to cost more than its
   * ceiling. ("auto" unless given)
   */
  approve?: 'auto' | 'manual'
  /**
   * `empty`: only rows in which a field that `record.save` fills is empty. `errors`: the failed rows of the job `of`.
   * ("all" unless given)
   */
  only?: 'all' | 'empty' | 'errors'
  /**
   * Rows that may be under way at once: at most 20 (pay_per_call), 30 (plus), 50 (pro), 100 (scale). (1 to 100; 20
   * unless given)
   */
  concurrency?: number
  /** true answers the estimate; nothing is made. (false unless given) */
  dry_run?: boolean
}

export interface JobEdit {
  /** The most that the job may spend, in USD: what its runs are charged and hold together never exceeds it. */
  ceiling?: string
  /** Rows that may be under way at once: at most 20 (pay_per_call), 30 (plus), 50 (pro), 100 (scale). (1 to 100) */
  concurrency?: number
}

export interface JobEstimate {
  /** All rows. */
  rows: number
  /** Rows that run. */
  runnable: number
  /** Rows that a saved answer serves free of charge. */
  already_saved: number
  /** Rows whose recipients are suppressed. */
  suppressed: number
  /** Rows from which no run can be made; they cost nothing. */
  invalid: number
  /** Rows that equal an earlier row: they have its run, and cost nothing. */
  repeated: number
  /** Rows with several addresses in a cell, of which the first is used; left out: none. */
  first_of_several?: number
  /** If each run costs as much as its dearest provider. */
  max_cost: string
  /** By the hit rates and prices of the providers. */
  expected_cost: string
  /** By the hit rates of the providers. */
  expected_found: number
}

export interface JobItem {
  /** The number of the row, from 1. */
  row: number
  /** The key of a row of a table. */
  key: string | null
  /** The run of the row, once it has one. */
  run_id: string | null
  /** null: the row has not ended. */
  outcome:
    | 'found'
    | 'missed'
    | 'failed'
    | 'blocked'
    | 'invalid'
    | 'saved'
    | 'cancelled'
    | 'repeated' | null
  /** Of a `repeated` row: the number of the earlier row whose run it has. */
  same_as?: number
  charged: Money | null
  error?: ErrorDetail
}

export interface JobItemList {
  items: JobItem[]
  /** Send it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface JobList {
  items: Job[]
  /** Send it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface JobRetry {
  /** The rows that have failed. */
  only: 'errors'
  /** By default what the job has left of its ceiling. */
  ceiling?: string
}

export interface JobUpload {
  /** The id of an upload. */
  upload_id: string
  environment: 'test' | 'live'
  /** The names of the columns, in the order of the file. */
  columns: string[]
  /** The number of rows, without the column names. */
  rows: number
  /** The number of rows that equal an earlier row. They are kept, and a job runs them once. */
  duplicates: number
  /** The number of rows that do not fit the columns. A job does not run them. */
  invalid: number
  /** The first 20 of them, with their lines in the file. */
  refused: {
    /** The line of the file on which the record begins; the header is line 1. */
    line: number
    reason: string
  }[]
  /** The first 5 rows that fit the columns. Empty cells are left out. */
  sample: { [member: string]: unknown }[]
  /** How the file was read; null for uploads from before the service stored it. */
  file: FileReading | null
  /** The id of the API key, connected app or person. */
  created_by: string
  created_at: Timestamp
  /** When the upload is deleted. */
  expires_at: string
}

export interface KeyAllow {
  /** The capabilities that it may run: slugs, or all that begin alike, as `contact.*`. (1 to 100 items) */
  capabilities?: string[]
  /** The providers that its runs may use. (1 to 100 items) */
  providers?: string[]
  /** false: it makes no raw calls. */
  raw?: boolean
  /** false: it sends no messages. */
  sends?: boolean
  /** The most that one of its runs may hold. */
  max_run_cost?: string
}

export interface KeyUsage {
  /** All runs, whatever their status. */
  runs: number
  charged: Money
}

export interface LeftOutField {
  /** Dotted; it leads through lists. */
  path: string
  type: 'array' | 'object' | 'string' | 'number' | 'boolean' | 'null'
}

export interface LinkRequested {
  requested: true
}

export interface LinkToken {
  /** The token in the link of the mail. It works once. (at most 128 characters) */
  token: string
}

export interface ListedWatchRefresh {
  refresh_id: string
  watch_id: string
  /** The run of this refresh. */
  run_id: string
  /** `done` after the run has ended and its records are compared. */
  state: 'started' | 'done'
  /** The status of the run. */
  status:
    | 'created'
    | 'awaiting_approval'
    | 'reserved'
    | 'queued'
    | 'running'
    | 'succeeded'
    | 'no_match'
    | 'failed'
    | 'timed_out'
    | 'blocked'
    | 'cancelled'
  /** null: requested through the API. */
  scheduled_for: Timestamp | null
  created_at: Timestamp
  finished_at: Timestamp | null
  /** The number of unchanged records. */
  unchanged: number
  /** The number of records after the first 5,000, which are not compared. */
  left_out: number
  table?: RunTable
  /** Why records were not imported into the table. */
  note: string | null
  /** New records. */
  new: number
  /** The number of changed records. */
  changed: number
  error?: ErrorDetail
}

export interface Member {
  /** The id of the person. */
  id: string
  email: string
  /**
   * A viewer reads. A member also starts runs and changes data. An owner also decides over money, credentials, senders
   * and people.
   */
  role: 'owner' | 'member' | 'viewer'
  /** The person of this request. */
  you: boolean
  since: Timestamp
}

export interface MemberList {
  /** Oldest first; at most 200. */
  items: Member[]
  /** Those that may still be accepted, newest first. */
  invitations: Invitation[]
}

export interface MemberRemoved {
  /** The id of the person. */
  id: string
  removed: true
}

export interface MessagingAccount {
  /** Send from it with `account_id`. */
  account_id: string
  /** The name of the account on the network. */
  name: string
  status: 'connecting' | 'connected' | 'disconnected' | 'removed'
  /** The account at the provider: the platform’s, or your own, whose key is connected. Sends use this account. */
  account: 'platform' | 'own'
  /** The time of the last connection. */
  connected_at: Timestamp | null
  /** A sandbox account: no message leaves. */
  simulated?: true
}

/** An amount in USD, as a decimal string with two to six decimals. */
export type Money = string

export interface Offer {
  provider: string
  /** The offer is available for routing now. */
  executable: boolean
  /** Why the offer is not `executable`, and what a sender lacks; null if it is. */
  reason: string | null
  /** A real adapter exists. */
  wired: boolean
  /** True if the price follows from the measured cost of the provider; false if it is an estimate. */
  verified: boolean
  platforms: string[]
  /** What an input must be for this offer; routing leaves it out for any other input. */
  takes: {
    /** Sets of input fields; the input must complete one of them. */
    any_of: (string[])[]
    /** Input fields that it cannot take. */
    never: string[]
    /** By input field, the values that it takes. */
    only: { [member: string]: string }
  }
  facts: StatedFacts
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
  /**
   * Of calls before which no other provider had missed: how many of its answers found something, over 30 days in which
   * older answers weigh less. It is no part of health: an honest miss is a healthy answer.
   */
  hits: {
    /** null: too few answers to tell. */
    hit_rate: number | null
    sample_size: number
    /** The same of answers after another provider had missed; absent: there were none. */
    after_misses?: {
      hit_rate: number | null
      sample_size: number
    }
  }
  requires_byok: boolean
  /** True if the workspace's own key serves it; such calls are not metered. */
  connected: boolean
}

export interface OpenedPortal {
  portal_url: string
}

export interface OpenedTopup {
  /** The checkout, valid for 24 hours. */
  checkout_url: string
  /** The id of the top-up. */
  topup_id: string
}

export interface OtherSessionsEnded {
  /** How many other sessions ended. */
  ended_sessions: number
}

export interface OutboundGuard {
  /**
   * The number of days in which a repeated first message over the same channel is refused; 0 disables the guard. (0 to
   * 365)
   */
  repeat_touch_days: number
  /** False if the window is 0. */
  enabled: boolean
}

export interface OutboundGuardUpdate {
  /**
   * The number of days in which a repeated first message over the same channel is refused; 0 disables the guard. (0 to
   * 365)
   */
  repeat_touch_days: number
}

export interface OwnWorkspace {
  /** The id of the workspace. */
  id: string
  name: string
  role: 'owner' | 'member' | 'viewer'
  /** The workspace of this session. */
  current: boolean
}

export interface PasswordChangeRequest {
  /** (at most 256 characters) */
  current_password: string
  /** 8 to 256 characters, of any kind. (at most 256 characters) */
  password: string
}

export interface PasswordChanged {
  changed: true
  /** How many other sessions ended. */
  ended_sessions: number
}

export interface PasswordResetLinkRequest {
  /** Letter case does not matter. (at most 254 characters) */
  email: string
}

export interface PasswordResetRequest {
  /** The token in the link of the mail. It works once. (at most 128 characters) */
  token: string
  /** 8 to 256 characters, of any kind. (at most 256 characters) */
  password: string
}

export interface Plan {
  plan: 'pay_per_call' | 'plus' | 'pro' | 'scale'
  /** A month. */
  price: string
  /** Both environments are counted together. */
  limits: {
    tables: number
    rows: number
    /** The discount on list prices, unless prices were negotiated. (0 to 100) */
    discount_percent: number
  }
  /**
   * If the usage exceeds a limit after a change to a smaller plan, all data stays readable and nothing can be added.
   */
  usage: {
    tables: number
    rows: number
  }
  /** When the next month is charged; null: no charge is due, or the plan ends. */
  renews_at: Timestamp | null
  /** When the plan ends and `pay_per_call` begins; null: the plan continues. */
  cancel_at: Timestamp | null
  /** The smaller plan that is effective from `renews_at`; null: no change. */
  next_plan: 'pay_per_call' | 'plus' | 'pro' | 'scale' | null
  /** After a failed payment, the end of the grace period, at which the plan ends; null: no payment has failed. */
  payment_due_by: Timestamp | null
  /**
   * Whether `POST /v1/plan/portal` opens the billing portal. `after_first_payment`: choose a plan or top up the wallet
   * first. `unavailable`: this deployment takes no payments.
   */
  portal: 'open' | 'after_first_payment' | 'unavailable'
}

export interface PlanChoice {
  plan: 'pay_per_call' | 'plus' | 'pro' | 'scale'
}

export interface ProviderHealthDays {
  days: number
  items: {
    provider: string
    /** Oldest first. */
    by_day: {
      /** In UTC. */
      day: string
      /** The rate over decided calls, misses included; null: too few calls to tell. */
      success_rate: number | null
    }[]
  }[]
}

export interface ProviderItem {
  provider: string
  title: string
  kind: string
  status: 'live' | 'ready' | 'excluded'
  /** Why its endpoints are excluded. */
  reason?: string
  endpoints: {
    count: number
    status: 'live' | 'ready' | 'excluded'
  }
  capabilities: string[]
  facts: StatedFacts
  health: Health
  /**
   * Of the email addresses that it found or verified as valid in the last 30 days, and that the same workspace then
   * wrote to: the share that did not bounce as unknown.
   */
  accuracy: {
    /** null: too few addresses to tell. */
    rate: number | null
    /** The addresses that took mail or bounced. */
    sample_size: number
  }
}

export interface ProviderList {
  items: ProviderItem[]
}

/**
 * Links the run to one row of a table, which is updated when the run is settled. For 30 days, the saved answer serves
 * the same enrichment free of charge.
 */
export interface Record {
  /** A table of this environment. (at most 64 characters) */
  table: string
  /** The row: its key, or any of its emails, URLs or `platform:handle`. (at most 600 characters) */
  key: string
  /**
   * Changes to the row if the run succeeds: `status`, `next_at` (ISO 8601 or `+4d`) and data; null removes a field.
   */
  set?: { [member: string]: unknown }
  /**
   * The result fields that are copied into the row: `all`, or a map of result field (dotted paths for nested fields) to
   * row field.
   */
  save?: 'all' | { [member: string]: string }
  /** Changes to the row if nothing is found. */
  on_miss?: { [member: string]: unknown }
}

export interface Referrals {
  code: string
  /** Send it to people who should sign up. */
  url: string
  /** The credits of this workspace, without those that were taken back. */
  credited: string
  /** Credits that were taken back after a refund or a chargeback. */
  taken_back: string
  /** Referrals that have paid a top-up and have not spent enough of it yet. */
  pending: number
  /** Referrals that earned no credit because a limit was reached. */
  capped: number
  limits: {
    /** The maximum number of credits in a calendar month (UTC). */
    per_month: number
    /** The maximum number of credits in total. */
    in_all: number
    /** Credits earned this month, including those taken back. */
    used_this_month: number
    /** Credits earned so far, including those taken back. */
    used_in_all: number
  }
  /** The last 100, newest first. */
  items: {
    /**
     * `signed_up`: no live top-up has been paid, or it was refunded. `pending`: a top-up has been paid and is not spent
     * yet. `credited`: both sides received the credit. `capped`: a limit was reached. `refused`: the card was used
     * before. `taken_back`: the top-up was refunded or disputed later.
     */
    status: 'signed_up' | 'pending' | 'credited' | 'capped' | 'refused' | 'taken_back'
    /** The credit of each side; null: no credit was granted. */
    amount: Money | null
    created_at: Timestamp
    credited_at: Timestamp | null
    taken_back_at: Timestamp | null
  }[]
}

export interface RefusedSubject {
  subject: string
  error: {
    code: 'invalid_request'
    message: string
  }
}

export interface ResponseOptions {
  /** true adds the provider's payload to the result. (false unless given) */
  include_raw?: boolean
  /** Only these fields of the result, as dotted paths, which lead through lists (`items.email`). (1 to 50 items) */
  fields?: string[]
  /** The first items only, of every list in the result. (0 to 10000) */
  max_items?: number
  /** true adds `result_summary`: the lengths of the lists and the fields that are left out. */
  summary?: boolean
}

export interface Retention {
  /**
   * Inputs, results, raw answers and details of attempts are deleted this many days after the request. Billing, history
   * and tables stay. (7 to 365)
   */
  payload_days: number
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
  /** The path of its result. */
  poll_url: string
}

export interface Routing {
  /** `auto` or a provider slug. A pinned provider has no fallback. (at most 100 characters; "auto" unless given) */
  provider?: string
  /** ("best_value" unless given) */
  strategy?: 'cheapest' | 'fastest' | 'highest_success_rate' | 'best_value'
  max_cost?: UsdAmount
  /** false: one attempt only. (true unless given) */
  allow_fallback?: boolean
  /**
   * false: the run never tries an offer first to learn how often it finds. Of live lookups that pay for matches, one in
   * ten does. (true unless given)
   */
  explore?: boolean
  /**
   * Providers that come first, in this order; the others follow by `strategy`. Such a run never explores. (1 to 50
   * items)
   */
  order?: string[]
  /** Only these providers serve. (1 to 50 items) */
  only?: string[]
  /** These providers never serve. (1 to 50 items) */
  ignore?: string[]
  /** What a provider must state about itself. One that states nothing never serves. */
  require?: {
    /** Where the provider keeps data. The list grows. */
    data_region?: 'eu' | 'us' | 'uk' | 'global'
  }
  /** true buys an enrichment again instead of using a saved answer. (false unless given) */
  fresh?: boolean
  /** true sends a repeated first message anyway. (false unless given) */
  allow_repeat?: boolean
  /**
   * true permits a raw call that sends to people that only the provider knows: no suppression and no guard checks them.
   * (false unless given)
   */
  allow_unchecked_recipients?: boolean
}

export interface RoutingPolicy {
  /** Changes with the policy. Send it with an update. (at most 100 characters) */
  version: string
  default: RoutingRules
  /** Further rules by capability (`contact.find`) or group (`contact.*`). */
  capabilities: { [member: string]: RoutingRules }
  /**
   * What a run does that is led by an own key which its provider rejects. `stop`, if absent: no provider that charges
   * serves it. `pay_others`: the others serve it as usual.
   */
  own_key_rejected?: 'stop' | 'pay_others'
}

export interface RoutingPolicyUpdate {
  /** That of the policy that was read: the update is a `conflict` if it has changed since. (at most 100 characters) */
  version?: string
  default: RoutingRules
  /** Further rules by capability (`contact.find`) or group (`contact.*`). */
  capabilities: { [member: string]: RoutingRules }
  /**
   * What a run does that is led by an own key which its provider rejects. `stop`, if absent: no provider that charges
   * serves it. `pay_others`: the others serve it as usual.
   */
  own_key_rejected?: 'stop' | 'pay_others'
}

export interface RoutingRules {
  /**
   * Providers that come first, in this order; the others follow by `strategy`. Such a run never explores. (1 to 50
   * items)
   */
  order?: string[]
  /** Only these providers serve. (1 to 50 items) */
  only?: string[]
  /** These providers never serve. (1 to 50 items) */
  ignore?: string[]
  /** What a provider must state about itself. One that states nothing never serves. */
  require?: {
    /** Where the provider keeps data. The list grows. */
    data_region?: 'eu' | 'us' | 'uk' | 'global'
  }
}

/** The data fields of the row are siblings of these members. */
export interface Row {
  key: string
  status: string | null
  next_at: Timestamp | null
  /** Messages that reached the person, under any identity. */
  touches: number
  last_touch_at: Timestamp | null
  last_touch_channel: 'email' | 'linkedin' | 'instagram' | 'whatsapp' | null
  row_created_at: Timestamp
  row_updated_at: Timestamp
  [member: string]: unknown
}

export interface RowChanges {
  /** Newest first. The last one has `created` unless older changes are not kept. */
  items: {
    at: Timestamp
    /** True for the write that created the row. */
    created: boolean
    /**
     * `api`: a write or an update by an API key or a connected app. `edit`: the same by a person. `import`: a CSV file.
     * `run`: the result of a run with `record` or `into`. `watch`: new records of a refresh. `erasure`: a person that
     * the row mentioned was erased.
     */
    cause: 'api' | 'edit' | 'import' | 'run' | 'watch' | 'erasure'
    /** The id of the API key, connected app or person; null where a run or the service wrote. */
    by: string | null
    run_id: string | null
    /** Of that run; null for raw runs. */
    capability: string | null
    /** The watch of that refresh; null once it is deleted. */
    watch_id: string | null
    /**
     * The fields whose values changed: `status`, `next_at` and data, at most 30, without names of more than 100
     * characters. Empty where the row was created.
     */
    fields: string[]
    /** How many fields changed, also those that `fields` does not list. */
    field_count: number
    /** Where there are any: what went into the row by this change and can be taken out again. */
    merges?: {
      /** The number of the merge, for `unmerge`. */
      merge: number
      /** The kind of the identity that both have. */
      kind: 'email' | 'linkedin' | 'phone' | 'handle' | 'domain' | 'field'
      reason: string
    }[]
  }[]
}

export interface RowUnmerge {
  /** The number of the merge in the changes of the row; by default the newest. (1 to 2147483647) */
  merge?: number
}

export interface RowUnmerged {
  /** Lower-case letters, digits, `_` and `-`, at most 64. */
  table: string
  /** The number that the merge had. */
  merge: number
  /** The identity that both rows have. */
  identity: string
  /** Why they were joined. */
  reason: string
  row: Row
  part: Row
}

export interface RowsDelete {
  /** Row keys, or any email, URL or `platform:handle` of a row. (1 to 500 items) */
  keys?: string[]
  /** One status or several. */
  status?: string | string[]
  /** true selects rows whose `next_at` has passed. */
  due?: boolean
  /**
   * Field to value (equality), or to `{op: value}` with `eq`, `ne`, `in`, `nin`, `exists`, `empty`, `contains`, `gt`,
   * `gte`, `lt`, `lte`. All conditions must match. Dotted paths select nested fields. Row fields filter in the same
   * way, with times as ISO 8601 or relative (`-7d`).
   */
  where?: { [member: string]: unknown }
  /** A field name; a leading minus means descending. The default is newest first. (at most 201 characters) */
  order?: string
  /** With a filter: the maximum number of rows. (1 to 500) */
  limit?: number
}

export interface RowsDeleted {
  deleted: number
  keys: string[]
}

export interface RowsImported {
  /** Lower-case letters, digits, `_` and `-`, at most 64. */
  table: string
  /** True if this call created the table. */
  created: boolean
  inserted: number
  updated: number
  unchanged: number
  /** Lines whose identities match different rows. They were not written. */
  conflicts: {
    /** The line of the file on which the record begins; the header is line 1. */
    line: number
    keys: string[]
    reason: string
  }[]
  refused: {
    /** The line of the file on which the record begins; the header is line 1. */
    line: number
    reason: string
  }[]
  /**
   * Where there are any: lines that went into an existing row though they may be about another person, at most 500.
   * `unmerge` undoes it.
   */
  merged?: {
    /** The line of the file on which the record begins; the header is line 1. */
    line: number
    /** The row that it went into. */
    key: string
    /** The identity that both have. */
    identity: string
    reason: string
  }[]
  keys: {
    inserted: string[]
    updated: string[]
  }
  /** Other tables that contain some of these people. */
  also_in: {
    /** Lower-case letters, digits, `_` and `-`, at most 64. */
    table: string
    count: number
    /** The number of rows by status; `none` for rows without a status. */
    by_status: { [member: string]: number }
    contacted: number
  }[]
  hints: string[]
  /** The number of records in the file, without the header and blank lines. */
  lines: number
  /**
   * Which field each of these columns became: by `map`, or as `file` suggests where the request has no `map` and no
   * line has an identity under the column names of the file. null: columns kept their names.
   */
  mapped: { [member: string]: string | null } | null
  file: FileReading
}

export interface RowsPage {
  items: SelectedRow[]
  /** Send it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface RowsQuery {
  /** One status or several. */
  status?: string | string[]
  /** true selects rows whose `next_at` has passed. */
  due?: boolean
  /**
   * Field to value (equality), or to `{op: value}` with `eq`, `ne`, `in`, `nin`, `exists`, `empty`, `contains`, `gt`,
   * `gte`, `lt`, `lte`. All conditions must match. Dotted paths select nested fields. Row fields filter in the same
   * way, with times as ISO 8601 or relative (`-7d`).
   */
  where?: { [member: string]: unknown }
  /** A field name; a leading minus means descending. The default is newest first. (at most 201 characters) */
  order?: string
  /** The maximum number of rows; 50 by default. (1 to 500) */
  limit?: number
  /** `next_cursor` of the previous page, with the same filter and order. (at most 12000 characters) */
  cursor?: string
  /** Returns only these members of each row, and its key. (at most 1000 items) */
  fields?: string[]
}

export interface RowsUpdate {
  /** `status`, `next_at` (ISO 8601, or relative such as `+4d` or `+12h`) and data fields; a null removes a field. */
  set: { [member: string]: unknown }
  /** Row keys, or any email, URL or `platform:handle` of a row. (1 to 500 items) */
  keys?: string[]
  /** One status or several. */
  status?: string | string[]
  /** true selects rows whose `next_at` has passed. */
  due?: boolean
  /**
   * Field to value (equality), or to `{op: value}` with `eq`, `ne`, `in`, `nin`, `exists`, `empty`, `contains`, `gt`,
   * `gte`, `lt`, `lte`. All conditions must match. Dotted paths select nested fields. Row fields filter in the same
   * way, with times as ISO 8601 or relative (`-7d`).
   */
  where?: { [member: string]: unknown }
  /** A field name; a leading minus means descending. The default is newest first. (at most 201 characters) */
  order?: string
  /** The maximum number of rows; 50 by default. (1 to 500) */
  limit?: number
  /** `next_cursor` of the previous page, with the same filter and order. (at most 12000 characters) */
  cursor?: string
  /**
   * Makes the update a claim: only rows that still have this status change (null or `none`: no status), and each row
   * goes to one of several parallel callers. Requires another `status` in `set`.
   */
  if_status?: string | null
}

export interface RowsUpdated {
  /** The changed rows. */
  items: Row[]
  updated: number
  /** Send it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
  /** Rows that would have received an identity of another row. They were not changed. */
  conflicts?: {
    key: string
    keys: string[]
    reason: string
  }[]
  /** Rows that would have lost all identities, or become too large. They were not changed. */
  refused?: {
    key: string
    reason: string
  }[]
  hints?: string[]
}

export interface RowsWrite {
  /** The key mode, if this write creates the table. (at most 2000 characters) */
  description?: string
  /**
   * What identifies a row: `auto`, `domain`, `email`, `linkedin`, `phone`, `handle` or `field:<name>`. (at most 110
   * characters)
   */
  key?: string
  /** `status` and `next_at` are row fields; other members are data. (1 to 500 items) */
  rows: { [member: string]: unknown }[]
  /** `replace` replaces the whole object. ("merge" unless given) */
  mode?: 'merge' | 'replace'
  /** The status of created rows. (at most 200 characters) */
  status?: string
}

export interface RowsWritten {
  /** Lower-case letters, digits, `_` and `-`, at most 64. */
  table: string
  /** True if this call created the table. */
  created: boolean
  inserted: number
  updated: number
  unchanged: number
  /** Rows whose identities match different rows. They were not written. */
  conflicts: {
    /** Of the rows sent. */
    index: number
    /** The rows that its identities match. */
    keys: string[]
    reason: string
  }[]
  refused: {
    /** Of the rows sent. */
    index: number
    reason: string
  }[]
  /**
   * Where there are any: rows that went into an existing row though they may be about another person: by a phone alone,
   * or in spite of another email, profile or name. `unmerge` undoes it.
   */
  merged?: {
    /** Of the rows sent. */
    index: number
    /** The row that it went into. */
    key: string
    /** The identity that both have. */
    identity: string
    reason: string
  }[]
  keys: {
    inserted: string[]
    updated: string[]
  }
  /** Other tables that contain some of these people. */
  also_in: {
    /** Lower-case letters, digits, `_` and `-`, at most 64. */
    table: string
    count: number
    /** The number of rows by status; `none` for rows without a status. */
    by_status: { [member: string]: number }
    contacted: number
  }[]
  hints: string[]
}

export interface Run {
  run_id: string
  status:
    | 'created'
    | 'awaiting_approval'
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
  /**
   * The provider that served the run; null for a saved answer and for a run that ended without a delivery, whose
   * providers `attempts` names.
   */
  provider: string | null
  /** Why the provider was chosen, and which providers were excluded. */
  routing_reason: string | null
  billing: Billing
  usage_charges?: UsageCharge[]
  timing: {
    duration_ms: number | null
  }
  attempts: Attempt[]
  /** Present on success only; omitted in lists and beside `slice`. */
  result?: { [member: string]: unknown }
  result_summary?: RunResultSummary
  slice?: RunSlice
  error?: ErrorDetail
  request_id: string
  created_at: Timestamp
  /** When its input, result and details were deleted under `GET /v1/retention`; omitted before. */
  purged_at?: string
  /** The path of this run. */
  poll_url: string
  /** True in `created`, `awaiting_approval`, `reserved` and `queued`: the run can be cancelled. */
  stoppable: boolean
  approval?: RunApproval
  table?: RunTable
  source?: RunSource
  metadata?: RunMetadata
  /** As it was requested. */
  callback_url?: string
  /** The job that it runs a row of. */
  job_id?: string
}

/** Only while the run is `awaiting_approval`. */
export interface RunApproval {
  id: string
  /** Show it to a person: the page on which someone who has signed in decides. */
  url: string
  /** The run ends as `blocked` if it is not approved by then. */
  expires_at: string
  /**
   * Why: the request says so, or the workspace's policy about cost, sends, new people or raw calls that may change
   * something; `price_rose`: the run is more than 10 % dearer than what was approved.
   */
  reason: 'requested' | 'cost' | 'send' | 'new_people' | 'raw_write' | 'price_rose'
  /** What the run would hold. */
  estimate: string
}

export interface RunList {
  items: Run[]
  /** Send it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

/**
 * Up to 16 pairs of text, by which runs are listed (`metadata[customer]=acme`) and usage is grouped: keys of 1 to 40
 * characters without `[` and `]`, values of 1 to 500. They outlive payloads: no personal data, no secrets.
 */
export type RunMetadata = { [member: string]: string }

export interface RunRequest {
  /** (at most 100 characters) */
  capability?: string
  /** Raw runs: the provider of the endpoint. (at most 100 characters) */
  provider?: string
  /** Raw runs: the provider's own path; `METHOD /path` if the path has several methods. (at most 500 characters) */
  endpoint?: string
  /**
   * A capability's input must match its `input_schema` (inspect it). The input of a raw run is the provider's request
   * body, or its query parameters if it takes no body. A task array has at most 10 tasks.
   */
  input?: { [member: string]: unknown } | unknown[]
  /** Raw runs: values for the `{placeholders}` of the endpoint. */
  path?: { [member: string]: unknown }
  /** Raw runs: query parameters. */
  query?: { [member: string]: unknown }
  routing?: Routing
  response?: ResponseOptions
  /** Seconds to wait for the end of the run. (0 to 120; 30 unless given) */
  wait_seconds?: number
  /** true returns 202 at once. (false unless given) */
  async?: boolean
  /** The body form of the `Idempotency-Key` header: any text. (at most 255 characters) */
  idempotency_key?: string
  /** A person or an approver key must approve the run before anything is held. The answer is 202 with `approval`. */
  approval?: 'required'
  /**
   * A public https URL. It gets `run.finished` when the run has ended, signed with the secret of `GET
   * /v1/callbacks/secret`. (at most 2048 characters)
   */
  callback_url?: string
  into?: Into
  record?: Record
  metadata?: RunMetadata
}

export interface RunResultSummary {
  /** The first 20 lists that are not within another list. */
  lists: {
    path: string
    total: number
    shown: number
  }[]
  /** Up to 50 fields of the result that the answer leaves out. */
  left_out: LeftOutField[]
  /** The number of further fields. */
  left_out_more: number
}

export interface RunSlice {
  path: string
  /** Absent, like `value`, if the result has nothing there. */
  type?: 'array' | 'object' | 'string' | 'number' | 'boolean' | 'null'
  /** Items of a list, members of an object, characters of a text; 1 for any other value. */
  total: number
  offset: number
  /** null at the end. */
  next_offset: number | null
  /** The part, of the type of the whole value. */
  value?: unknown
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
  /** Values that were not written because their identities match two different rows. */
  conflicts?: { [member: string]: unknown }[]
  /** Results that went into a row though they may be about another person, at most 100. */
  merged?: {
    /** The row that it went into. */
    key: string
    /** The identity that both have. */
    identity: string
    reason: string
  }[]
  /** Results that could not become a row, or exceeded the limit of the table. */
  refused?: number
}

/** The data fields of the row are siblings of these members. */
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

export interface Session {
  /** The id of the session, which is not its token. */
  id: string
  /** The session of this request. */
  current: boolean
  /** What the client called itself when the session began; null: nothing. */
  user_agent: string | null
  created_at: Timestamp
  expires_at: Timestamp
}

export interface SessionEnded {
  /** The id of the session, which is not its token. */
  id: string
  ended: true
}

export interface SessionList {
  /** Newest first; at most 20. */
  items: Session[]
}

export interface SignInRequest {
  /** Letter case does not matter. (at most 254 characters) */
  email: string
  /** (at most 256 characters) */
  password: string
  /**
   * The token of an earlier sign-in or sign-up on this device. A token of another account, or a token older than a
   * year, is ignored. (at most 128 characters)
   */
  device_token?: string
}

export interface SignUpRequest {
  /** Letter case does not matter. (at most 254 characters) */
  email: string
  /** 8 to 256 characters, of any kind. (at most 256 characters) */
  password: string
  /** The name of the workspace. It need not be unique. (at most 100 characters) */
  workspace: string
  /** The code of the referring workspace. (at most 64 characters) */
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
   * Store it on this device and send it with the next sign-in. Failed sign-ins of others then do not lock out this
   * device. The token grants no access.
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
   * Store it on this device and send it with the next sign-in. Failed sign-ins of others then do not lock out this
   * device. The token grants no access.
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
  /** null if there is no daily limit. */
  remaining: Money | null
  resets_at: Timestamp
}

export interface SpendGuardUpdate {
  enabled?: boolean
  /** The cap of a UTC day; null removes it. */
  daily_limit?: UsdAmount | null
  /** The largest hold of a single run; null removes the cap. */
  per_run_limit?: UsdAmount | null
}

/** As the provider states it in public; null: not stated. */
export interface StatedFacts {
  /** Where it keeps data. The list grows. */
  data_region: 'eu' | 'us' | 'uk' | 'global' | null
  /** How many days it keeps what it is sent, at most. */
  retention_days: number | null
  /** How it comes by its data. */
  source: string | null
}

export interface SubjectHistory {
  subject: string
  kind: 'email' | 'domain' | 'linkedin' | 'url' | 'handle' | 'phone' | 'text'
  seen: boolean
  /** The number of matching runs, up to 10,000. */
  count: number
  last_seen: Timestamp | null
  /** True if a message was sent to the subject, or may have been sent. */
  contacted: boolean
  /** The latest successful one. */
  last_touch: HistoryTouch | null
  /** The newest successful paid lookup. */
  reusable: ReusableRun | null
}

export interface Suppression {
  /** The subject as it was sent. */
  subject: string
  kind: 'email' | 'domain' | 'linkedin' | 'phone' | 'handle'
  reason: 'unsubscribe' | 'bounce' | 'complaint' | 'not_interested' | 'manual'
  /** `api`, or the event that added it. */
  source: string
  derived_from: string | null
  created_at: Timestamp
}

export interface SuppressionList {
  items: Suppression[]
  /** Send it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface SuppressionsAdded {
  added: number
  /** Subjects that were already suppressed. They keep their reason and time. */
  unchanged: number
  /** All readable subjects, each once, with their current state. */
  items: Suppression[]
  /** Subjects that could not be read. The others were added. */
  refused: {
    subject: string
    reason: string
  }[]
}

export interface SuppressionsRemoved {
  removed: number
  /** Subjects that were not on the list, as they were sent. */
  not_found: string[]
}

export interface SuppressionsToAdd {
  /**
   * Emails, domains (each covers every address at it and below it), LinkedIn URLs, phones with their country code,
   * `platform:handle`, or `@handle` with `platform`. (1 to 1000 items)
   */
  subjects: string[]
  /** The network of each `@handle` among the subjects. (at most 40 characters) */
  platform?: string
  /** ("manual" unless given) */
  reason?: 'unsubscribe' | 'bounce' | 'complaint' | 'not_interested' | 'manual'
}

export interface SuppressionsToRemove {
  /**
   * Emails, domains (each covers every address at it and below it), LinkedIn URLs, phones with their country code,
   * `platform:handle`, or `@handle` with `platform`. (1 to 1000 items)
   */
  subjects: string[]
  /** The network of each `@handle` among the subjects. (at most 40 characters) */
  platform?: string
}

export interface SwitchWorkspaceRequest {
  /** The id of the workspace. */
  workspace_id: string
}

export interface Table {
  /** Lower-case letters, digits, `_` and `-`, at most 64. */
  name: string
  title: string | null
  description: string | null
  /**
   * What identifies a row: `auto`, `domain`, `email`, `linkedin`, `phone`, `handle` or `field:<name>`. (at most 110
   * characters)
   */
  key: string
  rows: number
  /** The number of rows by status; `none` for rows without a status. */
  by_status: { [member: string]: number }
  created_at: Timestamp
  updated_at: Timestamp
  /** If the table has more than 25 MB of data, only the newest 10,000 rows are read. */
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
  /**
   * What identifies a row: `auto`, `domain`, `email`, `linkedin`, `phone`, `handle` or `field:<name>`. (at most 110
   * characters)
   */
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
  /** The order and the types of the columns. It does not change data. (at most 200 items) */
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
  /** Send it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface TableSummary {
  /** Lower-case letters, digits, `_` and `-`, at most 64. */
  name: string
  title: string | null
  description: string | null
  /**
   * What identifies a row: `auto`, `domain`, `email`, `linkedin`, `phone`, `handle` or `field:<name>`. (at most 110
   * characters)
   */
  key: string
  rows: number
  /** The number of rows by status; `none` for rows without a status. */
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
  /** `amount_differs`: the paid amount differs from the requested one, and an operator checks it. */
  status: 'pending' | 'paid' | 'failed' | 'expired' | 'amount_differs'
  simulated: boolean
  /** Why the payment failed. */
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

export interface UnmatchedQuery {
  /** Words of the query that something here has. */
  matched: string[]
  /** Words that nothing here has. */
  missed: string[]
  /** Missed words that are probably misspelt. */
  corrections: {
    word: string
    meant: string[]
  }[]
  /** The nearest capabilities. */
  suggestions: string[]
  /** Where a POST reports what is missing (`POST /feedback`). */
  feedback_url: string
}

export interface Usage {
  /** How many days there are. */
  days: number
  /** False: there were more runs, and only the newest 1,000,000 are counted. */
  complete: boolean
  total: UsageCounts
  /** Every day of the period, oldest first. */
  by_day: UsageByDay[]
  /** The dearest first. */
  by_capability: UsageByCapability[]
  /** By the provider that a run ended with; the dearest first. */
  by_provider: UsageByProvider[]
  /** The dearest first. */
  by_key: UsageByKey[]
  /** As requested; only then, with `items` and `rest`. */
  group_by?: string
  /** The groups, days oldest first and all others the dearest first, at most 1,000. */
  items?: UsageByGroup[]
  /** All groups after the first 1,000 together; null: there are no more. */
  rest?: UsageRest | null
}

export interface UsageByCapability {
  /** null: raw runs. */
  capability: string | null
  /** All runs that began then, whatever their status. */
  runs: number
  succeeded: number
  /** Runs for which no provider found a match. */
  no_match: number
  charged: Money
  /** Of the runs that have ended, from acceptance to end; null: none has. */
  latency_ms_p50: number | null
  /** Of the runs that have ended, from acceptance to end; null: none has. */
  latency_ms_p95: number | null
}

export interface UsageByDay {
  day: string
  /** All runs that began then, whatever their status. */
  runs: number
  succeeded: number
  /** Runs for which no provider found a match. */
  no_match: number
  charged: Money
  /** Of the runs that have ended, from acceptance to end; null: none has. */
  latency_ms_p50: number | null
  /** Of the runs that have ended, from acceptance to end; null: none has. */
  latency_ms_p95: number | null
}

export interface UsageByGroup {
  /**
   * The day, the capability, the provider, the id of the API key, or the value in the metadata; null: runs with none.
   */
  group: string | null
  /** All runs that began then, whatever their status. */
  runs: number
  succeeded: number
  /** Runs for which no provider found a match. */
  no_match: number
  charged: Money
  /** Of the runs that have ended, from acceptance to end; null: none has. */
  latency_ms_p50: number | null
  /** Of the runs that have ended, from acceptance to end; null: none has. */
  latency_ms_p95: number | null
}

export interface UsageByKey {
  /** null: runs of sessions and connected apps. */
  api_key_id: string | null
  /** All runs that began then, whatever their status. */
  runs: number
  succeeded: number
  /** Runs for which no provider found a match. */
  no_match: number
  charged: Money
  /** Of the runs that have ended, from acceptance to end; null: none has. */
  latency_ms_p50: number | null
  /** Of the runs that have ended, from acceptance to end; null: none has. */
  latency_ms_p95: number | null
}

export interface UsageByProvider {
  /** null: no provider was chosen. */
  provider: string | null
  /** All runs that began then, whatever their status. */
  runs: number
  succeeded: number
  /** Runs for which no provider found a match. */
  no_match: number
  charged: Money
  /** Of the runs that have ended, from acceptance to end; null: none has. */
  latency_ms_p50: number | null
  /** Of the runs that have ended, from acceptance to end; null: none has. */
  latency_ms_p95: number | null
}

export interface UsageCharge {
  amount: Money
  reason: 'provider_final_bill'
  at: Timestamp
}

export interface UsageCounts {
  /** All runs that began then, whatever their status. */
  runs: number
  succeeded: number
  /** Runs for which no provider found a match. */
  no_match: number
  charged: Money
  /** Of the runs that have ended, from acceptance to end; null: none has. */
  latency_ms_p50: number | null
  /** Of the runs that have ended, from acceptance to end; null: none has. */
  latency_ms_p95: number | null
}

export interface UsageRest {
  /** All runs that began then, whatever their status. */
  runs: number
  succeeded: number
  /** Runs for which no provider found a match. */
  no_match: number
  charged: Money
}

/** An amount in USD, as a decimal string with at most nine digits before and six digits after the point. */
export type UsdAmount = string

export interface Wallet {
  environment: 'test' | 'live'
  /** The sum of `available` and the holds. */
  balance: string
  /** The holds of open runs, and of runs without their final bill. */
  held: string
  available: Money
  /**
   * Present only if the wallet owes something: the amount of refunds and chargebacks beyond the available balance. No
   * run can hold money until top-ups have repaid it.
   */
  receivable?: string
  currency: 'USD'
  auto_topup: {
    enabled: boolean
    threshold: Money | null
    amount: Money | null
  }
}

export interface WalletBalance {
  /** In UTC. */
  day: string
  /** At the end of the day, or now: available and held. */
  balance: string
  topped_up: Money
}

export interface WalletBalances {
  days: number
  /** False: there were more movements than are read, and the first balances include the unread ones. */
  complete: boolean
  /** Oldest first. */
  items: WalletBalance[]
}

export interface WalletTransaction {
  id: string
  kind:
    | 'topup'
    | 'promotion'
    | 'referral'
    | 'charge'
    | 'adjustment'
    | 'refund'
    | 'chargeback'
    | 'credit_bounce'
    | 'hold'
    | 'release'
  /** Signed by its effect on the balance. Holds and releases are signed by their effect on the available amount. */
  amount: string
  /** The balance (available and held) after this transaction. */
  balance_after: string
  run_id: string | null
  topup_id: string | null
  created_at: Timestamp
}

export interface WalletTransactions {
  /** Newest first. */
  items: WalletTransaction[]
  /** Send it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface Watch {
  id: string
  status: 'active' | 'paused' | 'deleted'
  /** A successful refresh through the API resumes the watch. */
  paused_reason: 'insufficient_balance' | 'request_refused' | 'budget_exceeded' | 'payer_revoked' | null
  environment: 'test' | 'live'
  /** null for raw endpoints. */
  capability: string | null
  /** Raw endpoints: the provider. */
  provider: string | null
  /** Raw endpoints: the method and the provider's own path, `METHOD /path`. */
  endpoint: string | null
  /**
   * A capability's input must match its `input_schema` (inspect it). The input of a raw run is the provider's request
   * body, or its query parameters if it takes no body. A task array has at most 10 tasks.
   */
  input?: { [member: string]: unknown } | unknown[]
  path?: { [member: string]: unknown }
  query?: { [member: string]: unknown }
  routing: {
    provider: string
    strategy: string
    max_cost: string | null
    allow_fallback: boolean
    /** Always true: a saved answer would never contain anything new. */
    fresh: boolean
    allow_repeat: boolean
    explore?: boolean
    /**
     * Providers that come first, in this order; the others follow by `strategy`. Such a run never explores. (1 to 50
     * items)
     */
    order?: string[]
    /** Only these providers serve. (1 to 50 items) */
    only?: string[]
    /** These providers never serve. (1 to 50 items) */
    ignore?: string[]
    /** What a provider must state about itself. One that states nothing never serves. */
    require?: {
      /** Where the provider keeps data. The list grows. */
      data_region?: 'eu' | 'us' | 'uk' | 'global'
    }
  }
  every: string
  into: {
    table: string
    status: string | null
  } | null
  webhook: boolean
  metadata?: RunMetadata
  created_at: Timestamp
  /** null: there is no scheduled refresh. */
  next_refresh_at: Timestamp | null
  /** The last completed refresh. */
  last_refresh: ListedWatchRefresh | null
}

export interface WatchCreate {
  /** (at most 100 characters) */
  capability?: string
  /** Raw runs: the provider of the endpoint. (at most 100 characters) */
  provider?: string
  /** Raw runs: the provider's own path; `METHOD /path` if the path has several methods. (at most 500 characters) */
  endpoint?: string
  /**
   * A capability's input must match its `input_schema` (inspect it). The input of a raw run is the provider's request
   * body, or its query parameters if it takes no body. A task array has at most 10 tasks.
   */
  input?: { [member: string]: unknown } | unknown[]
  /** Raw runs: values for the `{placeholders}` of the endpoint. */
  path?: { [member: string]: unknown }
  /** Raw runs: query parameters. */
  query?: { [member: string]: unknown }
  into?: Into
  routing?: Routing
  /** The interval of refreshes in hours or days, from `1h` to `30d`. */
  every: string
  /** false: `watch.updated` is on the event stream only and is not sent to webhook endpoints. (true unless given) */
  webhook?: boolean
  metadata?: RunMetadata
}

export interface WatchList {
  /** Newest first. */
  items: Watch[]
  /** Send it as `cursor` for the next page; null on the last page. */
  next_cursor: string | null
}

export interface WatchRefresh {
  refresh_id: string
  watch_id: string
  /** The run of this refresh. */
  run_id: string
  /** `done` after the run has ended and its records are compared. */
  state: 'started' | 'done'
  /** The status of the run. */
  status:
    | 'created'
    | 'awaiting_approval'
    | 'reserved'
    | 'queued'
    | 'running'
    | 'succeeded'
    | 'no_match'
    | 'failed'
    | 'timed_out'
    | 'blocked'
    | 'cancelled'
  /** null: requested through the API. */
  scheduled_for: Timestamp | null
  created_at: Timestamp
  finished_at: Timestamp | null
  /** The number of unchanged records. */
  unchanged: number
  /** The number of records after the first 5,000, which are not compared. */
  left_out: number
  table?: RunTable
  /** Why records were not imported into the table. */
  note: string | null
  /** New records of the watch; empty until the refresh is done. */
  new: { [member: string]: unknown }[]
  changed: {
    /** null: the record was too large to be stored (64 KB). */
    before: { [member: string]: unknown } | null
    /** The current record. */
    after: { [member: string]: unknown }
  }[]
  /** The path of this refresh. */
  poll_url: string
  error?: ErrorDetail
}

export interface WatchWithRefreshes {
  id: string
  status: 'active' | 'paused' | 'deleted'
  /** A successful refresh through the API resumes the watch. */
  paused_reason: 'insufficient_balance' | 'request_refused' | 'budget_exceeded' | 'payer_revoked' | null
  environment: 'test' | 'live'
  /** null for raw endpoints. */
  capability: string | null
  /** Raw endpoints: the provider. */
  provider: string | null
  /** Raw endpoints: the method and the provider's own path, `METHOD /path`. */
  endpoint: string | null
  /**
   * A capability's input must match its `input_schema` (inspect it). The input of a raw run is the provider's request
   * body, or its query parameters if it takes no body. A task array has at most 10 tasks.
   */
  input?: { [member: string]: unknown } | unknown[]
  path?: { [member: string]: unknown }
  query?: { [member: string]: unknown }
  routing: {
    provider: string
    strategy: string
    max_cost: string | null
    allow_fallback: boolean
    /** Always true: a saved answer would never contain anything new. */
    fresh: boolean
    allow_repeat: boolean
    explore?: boolean
    /**
     * Providers that come first, in this order; the others follow by `strategy`. Such a run never explores. (1 to 50
     * items)
     */
    order?: string[]
    /** Only these providers serve. (1 to 50 items) */
    only?: string[]
    /** These providers never serve. (1 to 50 items) */
    ignore?: string[]
    /** What a provider must state about itself. One that states nothing never serves. */
    require?: {
      /** Where the provider keeps data. The list grows. */
      data_region?: 'eu' | 'us' | 'uk' | 'global'
    }
  }
  every: string
  into: {
    table: string
    status: string | null
  } | null
  webhook: boolean
  metadata?: RunMetadata
  created_at: Timestamp
  /** null: there is no scheduled refresh. */
  next_refresh_at: Timestamp | null
  /** The last completed refresh. */
  last_refresh: ListedWatchRefresh | null
  /** The last 20, newest first, without their records. */
  refreshes: ListedWatchRefresh[]
}

export interface Webhook {
  id: string
  url: string
  /** The event types that are sent to the endpoint; empty: all types but `run.finished`. */
  events: string[]
  description: string | null
  enabled: boolean
  /** Why the service disabled the endpoint; null if it is enabled or a user disabled it. */
  disabled_reason: string | null
  /** The first failed attempt since the last success. The endpoint is disabled three days later. */
  failing_since: Timestamp | null
  created_at: Timestamp
}

export interface WebhookCreate {
  /** An https URL that is publicly reachable. (at most 2048 characters) */
  url: string
  /** The event types to send; empty: all types but `run.finished`, which has to be named. (at most 26 items) */
  events?: (
    | 'email.received'
    | 'email.delivered'
    | 'email.bounced'
    | 'email.complained'
    | 'email.unsubscribed'
    | 'email.rejected'
    | 'gmail.received'
    | 'linkedin.message_received'
    | 'linkedin.new_connection'
    | 'instagram.message_received'
    | 'whatsapp.message_received'
    | 'account.disconnected'
    | 'account.reconnected'
    | 'connection.rejected'
    | 'run.awaiting_approval'
    | 'run.approved'
    | 'run.rejected'
    | 'run.finished'
    | 'job.awaiting_approval'
    | 'job.pilot_finished'
    | 'job.paused'
    | 'job.finished'
    | 'run.credited'
    | 'watch.updated'
    | 'watch.paused'
    | 'wallet.topup_failed')[]
  description?: string | null
}

export interface WebhookDelivery {
  id: string
  event_id: string
  type: string
  /** Where it is sent: the URL of a callback, or that of the endpoint. */
  url: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: {
    at: Timestamp
    /** null: there was no response. */
    status_code: number | null
    /** Why it failed. */
    error: string | null
    latency_ms: number
    /** The beginning of the response. */
    response: string | null
  }[]
  /** null: there is no further attempt. */
  next_attempt_at: Timestamp | null
  created_at: Timestamp
}

export interface WebhookEdit {
  /** An https URL that is publicly reachable. (at most 2048 characters) */
  url?: string
  /** The event types to send; empty: all types but `run.finished`, which has to be named. (at most 26 items) */
  events?: (
    | 'email.received'
    | 'email.delivered'
    | 'email.bounced'
    | 'email.complained'
    | 'email.unsubscribed'
    | 'email.rejected'
    | 'gmail.received'
    | 'linkedin.message_received'
    | 'linkedin.new_connection'
    | 'instagram.message_received'
    | 'whatsapp.message_received'
    | 'account.disconnected'
    | 'account.reconnected'
    | 'connection.rejected'
    | 'run.awaiting_approval'
    | 'run.approved'
    | 'run.rejected'
    | 'run.finished'
    | 'job.awaiting_approval'
    | 'job.pilot_finished'
    | 'job.paused'
    | 'job.finished'
    | 'run.credited'
    | 'watch.updated'
    | 'watch.paused'
    | 'wallet.topup_failed')[]
  description?: string | null
  /** false drops pending deliveries; true resets the failure count. */
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

export interface WebhookRecovered {
  webhook_id: string
  /** How many are sent again. */
  deliveries: number
  since: Timestamp
  until: Timestamp
  /** The `since` with which the next request continues; null: nothing of the window is left. */
  next_since: Timestamp | null
}

export interface WebhookRecovery {
  /** Deliveries made from then on; a date is midnight UTC. Deliveries are kept for 30 days. */
  since: string
  /** Deliveries made before; the time of the request by default. */
  until?: string
}

export interface WebhookTested {
  delivered: boolean
  /** The response of the endpoint; null: no response. */
  status_code: number | null
  latency_ms: number | null
  /** Why the delivery failed. */
  error: string | null
  delivery_id: string
}

export interface WebhookWithDeliveries {
  id: string
  url: string
  /** The event types that are sent to the endpoint; empty: all types but `run.finished`. */
  events: string[]
  description: string | null
  enabled: boolean
  /** Why the service disabled the endpoint; null if it is enabled or a user disabled it. */
  disabled_reason: string | null
  /** The first failed attempt since the last success. The endpoint is disabled three days later. */
  failing_since: Timestamp | null
  created_at: Timestamp
  /** The last 20, newest first, or the last 20 of the `status`. */
  deliveries: WebhookDelivery[]
}

export interface WebhookWithSecret {
  id: string
  url: string
  /** The event types that are sent to the endpoint; empty: all types but `run.finished`. */
  events: string[]
  description: string | null
  enabled: boolean
  /** Why the service disabled the endpoint; null if it is enabled or a user disabled it. */
  disabled_reason: string | null
  /** The first failed attempt since the last success. The endpoint is disabled three days later. */
  failing_since: Timestamp | null
  created_at: Timestamp
  /**
   * Shown only once. The whole string is the key of the signatures of this endpoint. Callbacks (`callback_url`) have
   * another one: `GET /v1/callbacks/secret`.
   */
  secret: string
}

export interface WhoAmI {
  workspace: {
    id: string
    name: string
  }
  /** The environment of the request. Sessions and connected apps select it with the header `Service-Environment`. */
  environment: 'test' | 'live'
  credential: 'key' | 'session' | 'app'
  /** The user of a session; null for keys and connected apps. */
  user: {
    id: string
    email: string
    /** Whether the person has confirmed the address. */
    email_verified: boolean
  } | null
  /** What the person may do in this workspace; null for keys and connected apps. */
  role: 'owner' | 'member' | 'viewer' | null
  /** The end of the session or key; null: it has none. */
  expires_at: Timestamp | null
  /** What the key or connected app may spend; null: it has no budget. */
  budget: Budget | null
  /** What the key may do; null: all that its kind of credential may. */
  allow: KeyAllow | null
  /** null if the credential is not a key. */
  api_key_id: string | null
  /** Whether the key may decide about runs that wait for an approval; null if it is not a key. */
  approver: boolean | null
  /** The scopes of the connected app; null for keys and sessions, which have no scopes. */
  scopes: ('read' | 'run' | 'write')[] | null
}

export interface WorkspaceLeft {
  /** The id of the workspace. */
  id: string
  left: true
}

export interface WorkspaceList {
  items: OwnWorkspace[]
}

export interface WorkspaceSwitched {
  /** Shown once. Send it as `Authorization: Bearer <session_token>`. */
  session_token: string
  expires_at: Timestamp
  workspace: {
    id: string
    name: string
  }
}

/** Every operation by its method and path: what it takes, and as `answer` the body of its success. */
export interface Operations {
  /** Liveness probe */
  'GET /healthz': {
    answer: {
      status: 'ok'
    }
  }
  /** Readiness probe */
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
  /** Inspect the current credential */
  'GET /v1/auth/me': {
    answer: WhoAmI
  }
  /** Change the password */
  'POST /v1/auth/password': {
    body: PasswordChangeRequest
    answer: PasswordChanged
  }
  /** Request a new password */
  'POST /v1/auth/password-reset': {
    body: PasswordResetLinkRequest
    answer: LinkRequested
  }
  /** Set a new password by a link */
  'POST /v1/auth/password-reset/complete': {
    body: PasswordResetRequest
    answer: SignedIn
  }
  /** Request the confirmation mail again */
  'POST /v1/auth/verification': {
    answer: LinkRequested
  }
  /** Confirm an address by a link */
  'POST /v1/auth/verification/complete': {
    body: LinkToken
    answer: EmailVerified
  }
  /** Accept an invitation */
  'POST /v1/auth/invitations/accept': {
    body: AcceptInvitationRequest
    answer: SignedIn
  }
  /** Refuse all invitations */
  'POST /v1/auth/invitations/refuse': {
    body: LinkToken
    answer: InvitationsRefused
  }
  /** List your sessions */
  'GET /v1/auth/sessions': {
    answer: SessionList
  }
  /** End a session */
  'DELETE /v1/auth/sessions/{session_id}': {
    params: {
      /** The id of the session, which is not its token. */
      session_id: string
    }
    answer: SessionEnded
  }
  /** Sign out everywhere else */
  'POST /v1/auth/signout/others': {
    answer: OtherSessionsEnded
  }
  /** List your workspaces */
  'GET /v1/auth/workspaces': {
    answer: WorkspaceList
  }
  /** Switch to another workspace */
  'POST /v1/auth/workspace': {
    body: SwitchWorkspaceRequest
    answer: WorkspaceSwitched
  }
  /** Leave a workspace */
  'DELETE /v1/auth/workspaces/{workspace_id}': {
    params: {
      /** The id of the workspace. */
      workspace_id: string
    }
    answer: WorkspaceLeft
  }
  /** Sign up as an agent */
  'POST /v1/agents/signup': {
    body: AgentSignUpRequest
    answer: AgentSignedUp
  }
  /** Read your sign-up as an agent */
  'GET /v1/agents/me': {
    answer: AgentSignUpState
  }
  /** Claim the workspace of an agent */
  'POST /v1/agents/claim': {
    body: AgentClaimRequest
    answer: AgentClaimed
  }
  /** Take the live key of an agent */
  'POST /v1/agents/live-key': {
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: ApiKeyCreated
  }
  /** List members */
  'GET /v1/members': {
    answer: MemberList
  }
  /** Invite a person */
  'POST /v1/members': {
    body: InviteRequest
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Invited
  }
  /** Change the role of a member */
  'PATCH /v1/members/{user_id}': {
    params: {
      /** The id of the person. */
      user_id: string
    }
    body: ChangeMemberRequest
    answer: Member
  }
  /** Remove a member */
  'DELETE /v1/members/{user_id}': {
    params: {
      /** The id of the person. */
      user_id: string
    }
    answer: MemberRemoved
  }
  /** Withdraw an invitation */
  'DELETE /v1/members/invitations/{invitation_id}': {
    params: {
      /** The id of the invitation. */
      invitation_id: string
    }
    answer: InvitationWithdrawn
  }
  /** List API keys */
  'GET /v1/api-keys': {
    query?: {
      /** The number of days for which usage is counted. (1 to 365; 30 unless given) */
      days?: number
    }
    answer: ApiKeyList
  }
  /** Create an API key */
  'POST /v1/api-keys': {
    body: ApiKeyCreate
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: ApiKeyCreated
  }
  /** Change an API key */
  'PATCH /v1/api-keys/{key_id}': {
    params: {
      /** The id of the key, which is not the key itself. */
      key_id: string
    }
    body: ApiKeyUpdate
    answer: ApiKey
  }
  /** Revoke an API key */
  'DELETE /v1/api-keys/{key_id}': {
    params: {
      /** The id of the key, which is not the key itself. */
      key_id: string
    }
    answer: ApiKey
  }
  /** Retrieve the plan */
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
    answer: OpenedPortal
  }
  /** OAuth authorization server metadata */
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
      client_id_metadata_document_supported: boolean
      service_documentation: string
    }
  }
  /** OAuth protected resource metadata */
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
  /** Change the budget of an app */
  'PATCH /v1/connected-apps/{app_id}': {
    params: {
      /** The id of the app, as in the list of connected apps. (at most 100 characters) */
      app_id: string
    }
    body: ConnectedAppUpdate
    answer: ConnectedApp
  }
  /** Disconnect an app */
  'DELETE /v1/connected-apps/{app_id}': {
    params: {
      /** The id of the app, as in the list of connected apps. (at most 100 characters) */
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
      /**
       * The id of a run; or a text: runs about the person, company or page that it names, and runs with the text in
       * their input, capability, endpoint, a provider, an error or the detail of an attempt, or with this request id.
       * Texts of the newest 5,000 runs are searched; `until` leads to older ones. (at most 200 characters)
       */
      q?: string
      /** Omits runs accepted before this time; a date is midnight UTC. */
      since?: string
      /** Omits runs accepted at this time or later; a date is midnight UTC. */
      until?: string
      /** Runs with this status. */
      status?:
        | 'created'
        | 'awaiting_approval'
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
       * Runs that this provider served, and open runs that are at this provider: it was called, comes next, or is
       * pinned. (at most 100 characters)
       */
      provider?: string
      /** Raw runs: the provider's own path. (at most 500 characters) */
      endpoint?: string
      /** Runs that were created with this key (`GET /v1/api-keys`). (at most 100 characters) */
      api_key_id?: string
      /** Runs with each of these pairs, as `metadata[customer]=acme&metadata[campaign]=2026-11`. */
      metadata?: { [member: string]: string }
      /** The maximum number of items on a page. (1 to 200; 50 unless given) */
      limit?: number
      /** `next_cursor` of the previous page, with the same filters. (at most 12000 characters) */
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
      /**
       * Only these fields of the result, as dotted paths (`items.email`), separated by commas or repeated. With `path`:
       * of the value there.
       */
      fields?: string | string[]
      /** The first items only, of every list in the result. (0 to 10000) */
      max_items?: number
      /** true adds `result_summary`: the lengths of the lists and the fields that are left out. */
      summary?: boolean
      /** Returns `slice`, a part of the value at this dotted path, instead of the result. (at most 200 characters) */
      path?: string
      /** Where the slice begins. (0 to 9007199254740991) */
      offset?: number
      /** The most items, members or characters of the slice: 20, of a text 4000 by default. (1 to 100000) */
      limit?: number
    }
    answer: Run
  }
  /** Cancel a run */
  'POST /v1/runs/{run_id}/cancel': {
    params: {
      /** The id of the run, `run_…`. (at most 100 characters) */
      run_id: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Run
  }
  /** Upload a file for a job */
  'POST /v1/jobs/uploads': {
    query?: {
      /** The encoding of the file. Detected by default. */
      encoding?:
        | 'utf-8'
        | 'utf-16le'
        | 'utf-16be'
        | 'windows-1252'
        | 'windows-1250'
        | 'windows-1251'
        | 'windows-1253'
        | 'windows-1254'
        | 'iso-8859-2'
        | 'iso-8859-15'
        | 'macintosh'
        | 'shift_jis'
        | 'gb18030'
        | 'big5'
        | 'euc-kr'
      /** What separates the cells. Detected by default. */
      separator?: 'comma' | 'semicolon' | 'tab' | 'pipe'
      /**
       * The number of the line with the column names. Lines above it are ignored. 0: no line has names, and the columns
       * are `Column 1` and so on. Detected by default. (0 to 1000000)
       */
      header_line?: number
      /**
       * The name of a sheet of a workbook: by default the first one that has rows and is not hidden. (at most 200
       * characters)
       */
      sheet?: string
    }
    body: string
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: JobUpload
  }
  /** Retrieve an upload */
  'GET /v1/job-uploads/{upload_id}': {
    params: {
      /** The id of an upload. */
      upload_id: string
    }
    answer: JobUpload
  }
  /** Delete an upload */
  'DELETE /v1/job-uploads/{upload_id}': {
    params: {
      /** The id of an upload. */
      upload_id: string
    }
    answer: JobUpload
  }
  /** List jobs */
  'GET /v1/jobs': {
    query?: {
      /** Jobs with this status. */
      status?:
        | 'estimating'
        | 'awaiting_approval'
        | 'running'
        | 'paused'
        | 'finishing'
        | 'succeeded'
        | 'partially_succeeded'
        | 'cancelled'
        | 'failed'
      /** Runs with each of these pairs, as `metadata[customer]=acme&metadata[campaign]=2026-11`. */
      metadata?: { [member: string]: string }
      /** The maximum number of items on a page. (1 to 100; 50 unless given) */
      limit?: number
      /** `next_cursor` of the previous page, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: JobList
  }
  /** Create a job */
  'POST /v1/jobs': {
    body: JobCreate
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: EstimatedJob | Job
  }
  /** Read a job */
  'GET /v1/jobs/{job_id}': {
    params: {
      /** The id of the job, `job_…`. (at most 100 characters) */
      job_id: string
    }
    query?: {
      /** Seconds to wait. (0 to 120; 0 unless given) */
      wait?: number
    }
    answer: Job
  }
  /** Change the ceiling or the concurrency of a job */
  'PATCH /v1/jobs/{job_id}': {
    params: {
      /** The id of the job, `job_…`. (at most 100 characters) */
      job_id: string
    }
    body: JobEdit
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Job
  }
  /** Pause a job */
  'POST /v1/jobs/{job_id}/pause': {
    params: {
      /** The id of the job, `job_…`. (at most 100 characters) */
      job_id: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Job
  }
  /** Resume a paused job */
  'POST /v1/jobs/{job_id}/resume': {
    params: {
      /** The id of the job, `job_…`. (at most 100 characters) */
      job_id: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Job
  }
  /** Approve a job */
  'POST /v1/jobs/{job_id}/approve': {
    params: {
      /** The id of the job, `job_…`. (at most 100 characters) */
      job_id: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Job
  }
  /** Cancel a job */
  'POST /v1/jobs/{job_id}/cancel': {
    params: {
      /** The id of the job, `job_…`. (at most 100 characters) */
      job_id: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Job
  }
  /** Run the failed rows of a job again */
  'POST /v1/jobs/{job_id}/retry': {
    params: {
      /** The id of the job, `job_…`. (at most 100 characters) */
      job_id: string
    }
    body: JobRetry
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Job
  }
  /** List the rows of a job */
  'GET /v1/jobs/{job_id}/items': {
    params: {
      /** The id of the job, `job_…`. (at most 100 characters) */
      job_id: string
    }
    query?: {
      /** Rows that have ended so. */
      outcome?:
        | 'found'
        | 'missed'
        | 'failed'
        | 'blocked'
        | 'invalid'
        | 'saved'
        | 'cancelled'
        | 'repeated'
      /** The maximum number of items on a page. (1 to 1000; 100 unless given) */
      limit?: number
      /** `next_cursor` of the previous page, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: JobItemList
  }
  /** Download the results of a job */
  'GET /v1/jobs/{job_id}/results': {
    params: {
      /** The id of the job, `job_…`. (at most 100 characters) */
      job_id: string
    }
    query?: {
      /** The format. ("csv" unless given) */
      format?: 'csv' | 'jsonl'
      /** What separates the cells of `csv`: by default a comma, or what the uploaded file has. */
      separator?: 'comma' | 'semicolon' | 'tab' | 'pipe'
      /**
       * Whether `csv` begins with a byte order mark, without which Excel misreads letters: by default as the uploaded
       * file does.
       */
      bom?: boolean
    }
    answer: string
  }
  /** Retrieve the routing policy */
  'GET /v1/routing-policy': {
    answer: RoutingPolicy
  }
  /** Update the routing policy */
  'PUT /v1/routing-policy': {
    body: RoutingPolicyUpdate
    answer: RoutingPolicy
  }
  /** Approve a run */
  'POST /v1/runs/{run_id}/approve': {
    params: {
      /** The id of the run, `run_…`. (at most 100 characters) */
      run_id: string
    }
    body?: ApprovalDecided
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Run
  }
  /** Reject a run */
  'POST /v1/runs/{run_id}/reject': {
    params: {
      /** The id of the run, `run_…`. (at most 100 characters) */
      run_id: string
    }
    body?: ApprovalDecided
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Run
  }
  /** Retrieve the approval policy */
  'GET /v1/approval-policy': {
    answer: ApprovalPolicy
  }
  /** Update the approval policy */
  'PUT /v1/approval-policy': {
    body: ApprovalPolicy
    answer: ApprovalPolicy
  }
  /** Look up the history of a subject */
  'GET /v1/history': {
    query: {
      /** The subject: an email, domain, LinkedIn URL, any URL, handle, phone or name. (at most 2000 characters) */
      q: string
      /** The kind of the subject; detected if omitted. */
      kind?: 'email' | 'domain' | 'linkedin' | 'url' | 'handle' | 'phone' | 'text'
      /** The maximum number of items on a page. (1 to 200; 50 unless given) */
      limit?: number
    }
    answer: History
  }
  /** Look up the history of many subjects */
  'POST /v1/history': {
    body: HistoryRequest
    answer: HistoryOfMany
  }
  /** Retrieve the spend guard */
  'GET /v1/spend-guard': {
    answer: SpendGuard
  }
  /** Update the spend guard */
  'POST /v1/spend-guard': {
    body: SpendGuardUpdate
    answer: SpendGuard
  }
  /** List suppressions */
  'GET /v1/suppressions': {
    query?: {
      /** Subjects of this kind. */
      kind?: 'email' | 'domain' | 'linkedin' | 'phone' | 'handle'
      /** Subjects suppressed for this reason. */
      reason?: 'unsubscribe' | 'bounce' | 'complaint' | 'not_interested' | 'manual'
      /** The maximum number of items on a page. (1 to 500; 50 unless given) */
      limit?: number
      /** `next_cursor` of the previous page, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: SuppressionList
  }
  /** Add suppressions */
  'POST /v1/suppressions': {
    body: SuppressionsToAdd
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: SuppressionsAdded
  }
  /** Remove suppressions */
  'POST /v1/suppressions/remove': {
    body: SuppressionsToRemove
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: SuppressionsRemoved
  }
  /** Retrieve the outbound guard */
  'GET /v1/outbound-guard': {
    answer: OutboundGuard
  }
  /** Update the outbound guard */
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
  /** Update features */
  'POST /v1/features': {
    body: FeaturesUpdate
    answer: Features
  }
  /** Retrieve the retention */
  'GET /v1/retention': {
    answer: Retention
  }
  /** Update the retention */
  'PUT /v1/retention': {
    body: Retention
    answer: Retention
  }
  /** List erasures */
  'GET /v1/erasures': {
    query?: {
      /** The maximum number of items on a page. (1 to 200; 50 unless given) */
      limit?: number
      /** `next_cursor` of the previous page, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: ErasureList
  }
  /** Erase a person */
  'POST /v1/erasures': {
    body: ErasureRequest
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Erasure
  }
  /** Preview an erasure */
  'POST /v1/erasures/preview': {
    body: ErasureToPreview
    answer: ErasurePreview
  }
  /** Retrieve an erasure */
  'GET /v1/erasures/{erasure_id}': {
    params: {
      /** The id of the erasure. (at most 100 characters) */
      erasure_id: string
    }
    answer: Erasure
  }
  /** List tables */
  'GET /v1/tables': {
    query?: {
      /** The maximum number of items on a page. (1 to 500; 200 unless given) */
      limit?: number
      /** `next_cursor` of the previous page, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: TableList
  }
  /** Create a table */
  'POST /v1/tables': {
    body: TableCreate
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Table
  }
  /** Retrieve a table */
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
    query: {
      /** Must be true: the deletion is permanent. */
      confirm: boolean
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
      /** One or several statuses, separated by commas or repeated. */
      status?: string | string[]
      /** true selects rows whose `next_at` has passed. */
      due?: boolean
      /** Returns only these members of each row, and its key; separated by commas or repeated. */
      fields?: string | string[]
      /** The maximum number of rows; 50 by default. (1 to 500) */
      limit?: number
      /** `next_cursor` of the previous page, with the same filter and order. (at most 12000 characters) */
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
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
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
    query?: {
      /** One or several statuses, separated by commas or repeated. */
      status?: string | string[]
      /** true selects rows whose `next_at` has passed. */
      due?: boolean
      /** The `where` of a query, as JSON. (at most 8000 characters) */
      where?: string
      /** A field name; a leading minus means descending. The default is newest first. (at most 201 characters) */
      order?: string
    }
    answer: string
  }
  /** Import a file */
  'POST /v1/tables/{name}/import': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
    }
    query?: {
      /** The status of created rows that have no status in the file. (at most 200 characters) */
      status?: string
      /** The encoding of the file. Detected by default. */
      encoding?:
        | 'utf-8'
        | 'utf-16le'
        | 'utf-16be'
        | 'windows-1252'
        | 'windows-1250'
        | 'windows-1251'
        | 'windows-1253'
        | 'windows-1254'
        | 'iso-8859-2'
        | 'iso-8859-15'
        | 'macintosh'
        | 'shift_jis'
        | 'gb18030'
        | 'big5'
        | 'euc-kr'
      /** What separates the cells. Detected by default. */
      separator?: 'comma' | 'semicolon' | 'tab' | 'pipe'
      /**
       * The number of the line with the column names. Lines above it are ignored. 0: no line has names, and the columns
       * are `Column 1` and so on. Detected by default. (0 to 1000000)
       */
      header_line?: number
      /**
       * The name of a sheet of a workbook: by default the first one that has rows and is not hidden. (at most 200
       * characters)
       */
      sheet?: string
      /**
       * Which field each column becomes, as JSON; null leaves a column out, and other columns keep their names. It is
       * remembered for the next file with the same column names. Without it columns keep their names if one line has an
       * identity under them; else they are renamed as suggested, and `mapped` says how. (at most 65536 characters)
       */
      map?: string
      /** Only reads the file: nothing is written, and `file` has sample values. */
      dry_run?: boolean
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
      /**
       * The key of the row, or any of its emails, URLs or `platform:handle`; percent-encoded. (at most 600 characters)
       */
      key: string
    }
    answer: RowsDeleted
  }
  /** List the changes of a row */
  'GET /v1/tables/{name}/rows/{key}/changes': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
      /**
       * The key of the row, or any of its emails, URLs or `platform:handle`; percent-encoded. (at most 600 characters)
       */
      key: string
    }
    answer: RowChanges
  }
  /** Undo a merge */
  'POST /v1/tables/{name}/rows/{key}/unmerge': {
    params: {
      /** Lower-case letters, digits, `_` and `-`, at most 64. */
      name: string
      /**
       * The key of the row, or any of its emails, URLs or `platform:handle`; percent-encoded. (at most 600 characters)
       */
      key: string
    }
    body: RowUnmerge
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: RowUnmerged
  }
  /** Read the event stream */
  'GET /v1/events': {
    query?: {
      /** `next_after` of the previous page, or the id of any event. */
      after?: string
      /**
       * Omits earlier events; a date is midnight UTC. Ignored with `after`. Without both, the stream starts at the
       * oldest stored event.
       */
      since?: string
      /** Event types, separated by commas; by default all but `run.finished`. (at most 2000 characters) */
      types?: string
      /** The maximum number of items on a page. (1 to 500; 50 unless given) */
      limit?: number
      /** Seconds to wait for an event if there is none. (0 to 30) */
      wait?: number
    }
    answer: EventPage
  }
  /** List webhook endpoints and event types */
  'GET /v1/webhooks': {
    answer: WebhookList
  }
  /** Create a webhook endpoint */
  'POST /v1/webhooks': {
    body: WebhookCreate
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: WebhookWithSecret
  }
  /** Retrieve a webhook endpoint */
  'GET /v1/webhooks/{webhook_id}': {
    params: {
      /** The id of the endpoint, `wh_…`. (at most 100 characters) */
      webhook_id: string
    }
    query?: {
      /** Only deliveries with this status, among the newest 10,000 of the endpoint. */
      status?: 'pending' | 'delivered' | 'failed'
    }
    answer: WebhookWithDeliveries
  }
  /** Update a webhook endpoint */
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
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: WebhookTested
  }
  /** Rotate the secret of a webhook endpoint */
  'POST /v1/webhooks/{webhook_id}/rotate-secret': {
    params: {
      /** The id of the endpoint, `wh_…`. (at most 100 characters) */
      webhook_id: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: WebhookWithSecret
  }
  /** Retry a delivery */
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
  /** Send failed deliveries again */
  'POST /v1/webhooks/{webhook_id}/recover': {
    params: {
      /** The id of the endpoint, `wh_…`. (at most 100 characters) */
      webhook_id: string
    }
    body: WebhookRecovery
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: WebhookRecovered
  }
  /** List callbacks */
  'GET /v1/callbacks': {
    query?: {
      /** Only deliveries with this status, among the newest 10,000 of the endpoint. */
      status?: 'pending' | 'delivered' | 'failed'
    }
    answer: CallbackList
  }
  /** Retrieve the secret of callbacks */
  'GET /v1/callbacks/secret': {
    answer: CallbackSecret
  }
  /** Rotate the secret of callbacks */
  'POST /v1/callbacks/secret': {
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: CallbackSecret
  }
  /** Retrieve the wallet */
  'GET /v1/wallet': {
    answer: Wallet
  }
  /** List wallet transactions */
  'GET /v1/wallet/transactions': {
    query?: {
      /** `holds` includes holds and releases. `include` may change between pages. */
      include?: 'holds'
      /** The maximum number of items on a page. (1 to 200; 50 unless given) */
      limit?: number
      /** `next_cursor` of the previous page, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: WalletTransactions
  }
  /** List balances by day */
  'GET /v1/wallet/balances': {
    query?: {
      /** How many days, the last one included, in UTC. It does not count with `since`. (1 to 90; 30 unless given) */
      days?: number
      /** The first day in UTC, at most 90 days before `until`. */
      since?: string
      /** Omits this day and later ones, as in `GET /v1/runs`. Today is the last day unless given. */
      until?: string
    }
    answer: WalletBalances
  }
  /** Top up the wallet */
  'POST /v1/wallet/topups/checkout': {
    body: TopupRequest
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: OpenedTopup
  }
  /** Retrieve a top-up */
  'GET /v1/wallet/topups/{topup_id}': {
    params: {
      /** The id of the top-up. */
      topup_id: string
    }
    answer: Topup
  }
  /** Retrieve automatic top-up settings */
  'GET /v1/wallet/auto-topup': {
    answer: AutoTopup
  }
  /** Update automatic top-up settings */
  'POST /v1/wallet/auto-topup': {
    body: AutoTopupUpdate
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: AutoTopup
  }
  /** List invoices */
  'GET /v1/wallet/invoices': {
    query?: {
      /** The maximum number of items on a page. (1 to 200; 50 unless given) */
      limit?: number
      /** `next_cursor` of the previous page, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: InvoiceList
  }
  /** Retrieve an invoice */
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
  /** Get usage */
  'GET /v1/usage': {
    query?: {
      /** How many days, the last one included, in UTC. It does not count with `since`. (1 to 90; 30 unless given) */
      days?: number
      /** The first day in UTC, at most 90 days before `until`. */
      since?: string
      /** Omits this day and later ones, as in `GET /v1/runs`. Today is the last day unless given. */
      until?: string
      /**
       * `day`, `capability`, `provider`, `api_key`, or a key of the metadata of runs as `metadata.<key>`: adds `items`.
       */
      group_by?: string
    }
    answer: Usage
  }
  /** List watches */
  'GET /v1/watch': {
    query?: {
      /** The maximum number of items on a page. (1 to 200; 50 unless given) */
      limit?: number
      /** `next_cursor` of the previous page, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: WatchList
  }
  /** Create a watch */
  'POST /v1/watch': {
    body: WatchCreate
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: Watch
  }
  /** Retrieve a watch */
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
      /** Seconds to wait for the end of the refresh. (0 to 120; 30 unless given) */
      wait_seconds?: number
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: WatchRefresh
  }
  /** Retrieve a refresh of a watch */
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
  /** Discover capabilities */
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
  /** List capabilities */
  'GET /v1/catalog/capabilities': {
    query?: {
      /** The maximum number of items on a page; all of them if omitted. (1 to 1000) */
      limit?: number
      /** `next_cursor` of the previous page, with the same filters. (at most 12000 characters) */
      cursor?: string
    }
    answer: CapabilityList
  }
  /** List providers */
  'GET /v1/catalog/providers': {
    answer: ProviderList
  }
  /** List the health of providers by day */
  'GET /v1/catalog/health': {
    answer: ProviderHealthDays
  }
  /** Retrieve a provider */
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
      /** The maximum number of items on a page; all of them if omitted. (1 to 1000) */
      limit?: number
      /** `next_cursor` of the previous page, with the same filters. (at most 12000 characters) */
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
      /**
       * An account of this network that lost its session, to reconnect it. Omit it for a new account. (at most 64
       * characters)
       */
      account_id?: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: {
      /** Open it in a browser within one hour. A person signs in to the network there. */
      connect_url: string
    }
  }
  /** Disconnect LinkedIn */
  'DELETE /v1/linkedin/accounts/{account_id}': {
    params: {
      /** The id of the account, as in the list of accounts. (at most 64 characters) */
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
      /**
       * An account of this network that lost its session, to reconnect it. Omit it for a new account. (at most 64
       * characters)
       */
      account_id?: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: {
      /** Open it in a browser within one hour. A person signs in to the network there. */
      connect_url: string
    }
  }
  /** Disconnect Instagram */
  'DELETE /v1/instagram/accounts/{account_id}': {
    params: {
      /** The id of the account, as in the list of accounts. (at most 64 characters) */
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
      /**
       * An account of this network that lost its session, to reconnect it. Omit it for a new account. (at most 64
       * characters)
       */
      account_id?: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: {
      /** Open it in a browser within one hour. A person signs in to the network there. */
      connect_url: string
    }
  }
  /** Disconnect WhatsApp */
  'DELETE /v1/whatsapp/accounts/{account_id}': {
    params: {
      /** The id of the account, as in the list of accounts. (at most 64 characters) */
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
      /**
       * An account of this network that lost its session, to reconnect it. Omit it for a new account. (at most 64
       * characters)
       */
      account_id?: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: {
      /** Open it in a browser within one hour. A person signs in to the network there. */
      connect_url: string
    }
  }
  /** Disconnect Gmail */
  'DELETE /v1/gmail/accounts/{account_id}': {
    params: {
      /** The id of the account, as in the list of accounts. (at most 64 characters) */
      account_id: string
    }
    answer: MessagingAccount
  }
  /** List email inboxes and domains */
  'GET /v1/email/inboxes': {
    answer: {
      /** The provider's domain, where it can be used, and your own; new inboxes need an `active` one. */
      domains: {
        domain: string
        status: 'pending' | 'active' | 'failed'
      }[]
      items: EmailInbox[]
      /** Your domains that are not connected for mail yet: their records are not verified. */
      registered_domains: string[]
    }
  }
  /** Create an email inbox */
  'POST /v1/email/inboxes': {
    body: {
      /**
       * The part before the @: letters and digits, with single `.`, `_`, `+` or `-` between them. (at most 64
       * characters)
       */
      username: string
      /** One of your active domains; the domain of the provider if omitted. (at most 253 characters) */
      domain?: string
      /** The name that recipients see beside the address. (at most 100 characters) */
      display_name?: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: EmailInbox
  }
  /** List sending domains */
  'GET /v1/email/domains': {
    answer: {
      items: EmailDomain[]
    }
  }
  /** Add a sending domain */
  'POST /v1/email/domains': {
    body: {
      /** A domain or subdomain whose DNS records you can publish. (at most 253 characters) */
      domain: string
    }
    /** Made by the client unless given, and the same in each of its tries. */
    idempotencyKey?: string
    answer: EmailDomain
  }
  /** Get a sending domain */
  'GET /v1/email/domains/{domain}': {
    params: {
      /** A domain or subdomain whose DNS records you can publish. (at most 253 characters) */
      domain: string
    }
    answer: EmailDomain
  }
  /** Remove a sending domain */
  'DELETE /v1/email/domains/{domain}': {
    params: {
      /** A domain or subdomain whose DNS records you can publish. (at most 253 characters) */
      domain: string
    }
    answer: EmailDomain
  }
  /** Check a sending domain */
  'POST /v1/email/domains/{domain}/check': {
    params: {
      /** A domain or subdomain whose DNS records you can publish. (at most 253 characters) */
      domain: string
    }
    answer: EmailDomain
  }
  /** Send feedback */
  'POST /feedback': {
    body: FeedbackReport
    answer: FeedbackAccepted
  }
  /** Feedback discovery document */
  'GET /.well-known/agent-feedback': {
    answer: FeedbackDiscovery
  }
  /** Service description for language models */
  'GET /llms.txt': {
    answer: string
  }
  /** List error codes */
  'GET /v1/errors': {
    answer: ErrorCodeList
  }
  /** OpenAPI 3.1 document */
  'GET /openapi.json': {
    answer: { [member: string]: unknown }
  }
}

/** The requests that take an `Idempotency-Key`. */
export const KEYED: readonly string[] = [
  'POST /v1/agents/live-key',
  'POST /v1/members',
  'POST /v1/api-keys',
  'POST /v1/plan',
  'POST /v1/plan/cancel',
  'POST /v1/plan/portal',
  'POST /v1/run',
  'POST /v1/runs/{run_id}/cancel',
  'POST /v1/jobs/uploads',
  'POST /v1/jobs',
  'PATCH /v1/jobs/{job_id}',
  'POST /v1/jobs/{job_id}/pause',
  'POST /v1/jobs/{job_id}/resume',
  'POST /v1/jobs/{job_id}/approve',
  'POST /v1/jobs/{job_id}/cancel',
  'POST /v1/jobs/{job_id}/retry',
  'POST /v1/runs/{run_id}/approve',
  'POST /v1/runs/{run_id}/reject',
  'POST /v1/suppressions',
  'POST /v1/suppressions/remove',
  'POST /v1/connections/{provider}',
  'POST /v1/erasures',
  'POST /v1/tables',
  'POST /v1/tables/{name}/rows',
  'PATCH /v1/tables/{name}/rows',
  'POST /v1/tables/{name}/rows/delete',
  'POST /v1/tables/{name}/import',
  'POST /v1/tables/{name}/rows/{key}/unmerge',
  'POST /v1/webhooks',
  'POST /v1/webhooks/{webhook_id}/test',
  'POST /v1/webhooks/{webhook_id}/rotate-secret',
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/retry',
  'POST /v1/webhooks/{webhook_id}/recover',
  'POST /v1/callbacks/secret',
  'POST /v1/wallet/topups/checkout',
  'POST /v1/wallet/auto-topup',
  'POST /v1/watch',
  'POST /v1/watch/{watch_id}/refresh',
  'POST /v1/linkedin/accounts',
  'POST /v1/instagram/accounts',
  'POST /v1/whatsapp/accounts',
  'POST /v1/gmail/accounts',
  'POST /v1/email/inboxes',
  'POST /v1/email/domains',
]

/** POST operations that change nothing. */
export const READING: readonly string[] = [
  'POST /v1/history',
  'POST /v1/tables/{name}/rows/query',
  'POST /v1/inspect',
]
