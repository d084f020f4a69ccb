import { ENDED, ENVIRONMENT } from './literals.ts'

// Only attempts that count for health are indexed: a simulated call costs no entry. The condition repeats that of
// db/health/counted.ts; a query with further conditions may still use the index.
const COUNTED = `environment = 'live' and connection_id is null and calls > 0
  and outcome in ('succeeded', 'no_match', 'provider_error', 'provider_timeout', 'rate_limited', 'unknown')`

/** Runs, their attempts at providers, and the answers that are kept under an idempotency key. */
export const RUNS = [
  `create table run (
    id text primary key,
    workspace_id text not null references workspace (id),
    environment ${ENVIRONMENT},
    api_key_id text references api_key (id),
    request_id text not null,
    kind text not null check (kind in ('capability', 'endpoint')),
    capability text,
    endpoint text,
    raw_request jsonb,
    status text not null default 'created' check (status in
      ('created', 'reserved', 'queued', 'running', 'succeeded', 'no_match', 'failed', 'timed_out', 'blocked',
        'cancelled')),
    input jsonb not null,
    -- The subjects that its input names.
    subjects jsonb not null,
    -- Sends: the channel, the recipients, and whether it is a reply.
    send jsonb,
    -- The key under which a saved answer to the same question is found; null where none is looked up.
    enrichment jsonb,
    record jsonb,
    landing jsonb,
    routing jsonb not null,
    include_raw boolean not null default false,
    idempotency_key text check (length(idempotency_key) between 1 and 255),
    request_hash bytea not null,
    plan jsonb,
    provider text,
    routing_reason text,
    quoted bigint check (quoted >= 0),
    held bigint not null default 0 check (held >= 0),
    charged bigint check (charged >= 0),
    platform_funded boolean,
    last_attempt integer not null default 0,
    delivered_attempt integer,
    error jsonb,
    -- The rows that it wrote into a table.
    table_result jsonb,
    -- The saved row that answered it, and the run whose result that is.
    source jsonb,
    source_run_id text references run (id),
    source_attempt integer,
    final_bill_due_at timestamptz,
    final_bill_until timestamptz,
    final_bill_readings integer not null default 0,
    -- The readings with a cost that is no amount: the bill is then left alone for a day.
    final_bill_unreadable integer not null default 0,
    created_at timestamptz not null default clock_timestamp(),
    started_at timestamptz,
    finished_at timestamptz,
    sweep_at timestamptz not null default clock_timestamp() + interval '30 seconds',
    check ((kind = 'capability') = (capability is not null)),
    check ((kind = 'endpoint') = (endpoint is not null)),
    check ((finished_at is not null) = (status in ${ENDED})),
    check (status <> 'created' or held = 0),
    check (charged <= quoted),
    check (status in ('succeeded', 'no_match') or charged is null),
    check (status not in ('failed', 'timed_out', 'blocked', 'cancelled') or error is not null),
    constraint run_raw_request check ((kind = 'endpoint') = (raw_request is not null)),
    constraint run_ended_hold check (status not in ${ENDED} or held = 0 or final_bill_due_at is not null),
    constraint run_final_bill check
      (final_bill_due_at is null or (status = 'succeeded' and final_bill_until is not null)),
    constraint run_source check ((source is null) = (source_run_id is null)
      and (source is null) = (source_attempt is null)),
    constraint run_source_is_free check
      (source is null or (status = 'succeeded' and charged = 0 and delivered_attempt is null))
  ) with (fillfactor = 70)`,
  `create unique index run_idempotency on run (workspace_id, environment, idempotency_key)
    where idempotency_key is not null`,
  `create index run_listing on run (workspace_id, environment, id desc)`,
  `create index run_by_capability on run (workspace_id, environment, capability, id desc)`,
  `create index run_by_provider on run (workspace_id, environment, provider, id desc)`,
  `create index run_by_status on run (workspace_id, environment, status, id desc)`,
  `create index run_by_endpoint on run (workspace_id, environment, endpoint, id desc) where endpoint is not null`,
  `create index run_by_key on run (api_key_id, id desc) include (charged)`,
  `create index run_without_key on run (workspace_id, environment, id desc) include (charged) where api_key_id is null`,
  `create index run_overdue on run (sweep_at) where finished_at is null or final_bill_due_at is not null`,
  `create index run_overdue_turns on run (environment, workspace_id, sweep_at) where finished_at is null
    or final_bill_due_at is not null`,
  `create table attempt (
    run_id text not null references run (id),
    number integer not null check (number between 1 and 3),
    provider text not null,
    capability text,
    endpoint text,
    environment ${ENVIRONMENT},
    token uuid not null,
    calls integer not null default 1,
    lease_until timestamptz not null,
    started_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    duration_ms integer,
    outcome text check (outcome in
      ('succeeded', 'no_match', 'provider_error', 'provider_timeout', 'rate_limited', 'rejected', 'skipped', 'unknown',
        'cancelled')),
    detail text,
    output jsonb,
    raw jsonb,
    -- json and not jsonb: a raw payload keeps the order of its members.
    payload json,
    cost bigint check (cost >= 0),
    rate_card bigint check (rate_card >= 0),
    -- An actor's own run at its platform.
    external_id text,
    -- The connection whose key served it; null: the platform's account.
    connection_id text references connection (id),
    -- The subjects that its result names.
    subjects jsonb,
    units integer,
    primary key (run_id, number),
    check ((finished_at is null) = (outcome is null)),
    check (output is null or outcome = 'succeeded'),
    constraint attempt_payload check (payload is null or (outcome = 'succeeded' and endpoint is not null)),
    constraint attempt_target check ((capability is null) <> (endpoint is null))
  )`,
  // In the order in which they are counted.
  `create index attempt_counted on attempt (finished_at) where ${COUNTED}`,
  // The newest calls of each offer.
  `create index attempt_of_target on attempt (provider, coalesce(capability, endpoint), finished_at desc)
    where ${COUNTED}`,
  // Finds the inbox that a message was sent from, so that a reply is sent from the same inbox. A hash index, because
  // providers do not limit the length of a message's id and a B-tree does.
  `create index attempt_message on attempt using hash ((output ->> 'message_id'))
  where capability = 'email.send' and outcome = 'succeeded'`,
  // Sends whose outcome is unknown: a later report of the provider may settle it.
  `create index attempt_unknown_send on attempt (started_at) where outcome = 'unknown' and capability = 'email.send'`,
  // The primary key repeats the promise: a run's final bill is booked once.
  `create table usage_charge (
    run_id text not null references run (id),
    reason text not null check (reason in ('provider_final_bill')),
    amount bigint not null check (amount <> 0),
    created_at timestamptz not null default clock_timestamp(),
    primary key (run_id, reason)
  )`,
  `create table idempotent_answer (
    workspace_id text not null references workspace (id),
    environment text not null check (environment in ('test', 'live')),
    key text not null check (length(key) between 1 and 255),
    token uuid not null,
    request_mac bytea not null check (octet_length(request_mac) = 32),
    mac_version integer not null check (mac_version > 0),
    lease_until timestamptz not null,
    -- A replay repeats the stored answer, with its members in the same order.
    answer json,
    created_at timestamptz not null default clock_timestamp(),
    primary key (workspace_id, environment, key)
  )`,
  `create index idempotent_answer_age on idempotent_answer (created_at)`,
]
