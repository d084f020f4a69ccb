import { Migration } from '@mikro-orm/migrations'

/**
 * The run engine's tables. Constraints repeat the promises of the rules in `domain/`: a bug in the code
 * is refused here rather than written.
 */
export class RunEngine extends Migration {
  override up(): void {
    for (const statement of [...TENANTS, ...LEDGER, ...RUNS, ...PROVIDERS, ...LIMITS]) this.addSql(statement)
  }
}

/** Literals, not the constants of the rules: a migration that was applied must not change its meaning later. */
const environment = "text not null check (environment in ('test', 'live'))"
const ENDED = "('succeeded', 'no_match', 'failed', 'timed_out', 'blocked', 'cancelled')"

const TENANTS = [
  `create table workspace (
    id text primary key,
    name text not null unique,
    created_at timestamptz not null default now()
  )`,
  `create table api_key (
    id text primary key,
    workspace_id text not null references workspace (id),
    environment ${environment},
    name text not null,
    hash bytea not null unique check (octet_length(hash) = 32),
    display text not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    revoked_at timestamptz
  )`,
  `create index api_key_of_workspace on api_key (workspace_id)`,
]

const LEDGER = [
  // Transfers name their run without a foreign key: the ledger outlives archived runs. A hold is decided on this row,
  // the projection of the ledger. The spend guard's settings and counters are in the same row, because a hold must
  // respect them in the same instant. Half-filled pages keep updates of a hot wallet within its page.
  `create table wallet (
    workspace_id text not null references workspace (id),
    environment ${environment},
    available bigint not null default 0 check (available >= 0),
    held bigint not null default 0 check (held >= 0),
    spend_day date not null default '1970-01-01',
    spent bigint not null default 0 check (spent >= 0),
    guard_enabled boolean not null default false,
    daily_limit bigint check (daily_limit >= 0),
    per_run_limit bigint check (per_run_limit >= 0),
    primary key (workspace_id, environment)
  ) with (fillfactor = 50)`,
  `create table account (
    id text primary key,
    workspace_id text references workspace (id),
    environment ${environment},
    kind text not null check (kind in ('available', 'held', 'revenue', 'funding', 'promotion')),
    check ((workspace_id is not null) = (kind in ('available', 'held')))
  )`,
  `insert into account (id, workspace_id, environment, kind)
    select 'platform:' || environment || ':' || kind, null, environment, kind
    from unnest(array['test', 'live']) environment, unnest(array['revenue', 'funding', 'promotion']) kind`,
  `create table transfer (
    id bigint generated always as identity primary key,
    debit_account_id text not null references account (id),
    credit_account_id text not null references account (id),
    amount bigint not null check (amount > 0),
    kind text not null check (kind in ('hold', 'charge', 'release', 'topup', 'promotion', 'adjustment', 'refund', 'chargeback')),
    run_id text,
    key text not null unique,
    created_at timestamptz not null default clock_timestamp(),
    check (debit_account_id <> credit_account_id)
  )`,
  `create index transfer_debits on transfer (debit_account_id, id)`,
  `create index transfer_credits on transfer (credit_account_id, id)`,
  `create function refuse_ledger_change() returns trigger language plpgsql as $$
    begin
      raise exception 'transfers are immutable: % refused', tg_op using errcode = 'restrict_violation';
    end $$`,
  `create trigger transfer_is_immutable before update or delete on transfer
    for each row execute function refuse_ledger_change()`,
  `create trigger transfer_is_not_truncated before truncate on transfer
    for each statement execute function refuse_ledger_change()`,
]

const RUNS = [
  `create table run (
    id text primary key,
    workspace_id text not null references workspace (id),
    environment ${environment},
    api_key_id text references api_key (id),
    request_id text not null,
    kind text not null check (kind in ('capability', 'endpoint')),
    capability text,
    endpoint text,
    status text not null default 'created' check (status in
      ('created', 'reserved', 'queued', 'running', 'succeeded', 'no_match', 'failed', 'timed_out', 'blocked', 'cancelled')),
    input jsonb not null,
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
    created_at timestamptz not null default clock_timestamp(),
    started_at timestamptz,
    finished_at timestamptz,
    sweep_at timestamptz not null default clock_timestamp() + interval '30 seconds',
    check ((kind = 'capability') = (capability is not null)),
    check ((kind = 'endpoint') = (endpoint is not null)),
    check ((finished_at is not null) = (status in ${ENDED})),
    check (status not in ${ENDED} or held = 0),
    check (status <> 'created' or held = 0),
    check (charged <= quoted),
    check (status in ('succeeded', 'no_match') or charged is null),
    check (status not in ('failed', 'timed_out', 'blocked', 'cancelled') or error is not null)
  ) with (fillfactor = 70)`,
  `create unique index run_idempotency on run (workspace_id, environment, idempotency_key) where idempotency_key is not null`,
  `create index run_listing on run (workspace_id, environment, id desc)`,
  `create index run_by_capability on run (workspace_id, environment, capability, id desc)`,
  `create index run_by_provider on run (workspace_id, environment, provider, id desc)`,
  `create index run_by_status on run (workspace_id, environment, status, id desc)`,
  `create index run_by_endpoint on run (workspace_id, environment, endpoint, id desc) where endpoint is not null`,
  `create index run_by_key on run (api_key_id, id desc)`,
  `create index run_overdue on run (sweep_at) where finished_at is null`,
  `create table attempt (
    run_id text not null references run (id),
    number integer not null check (number between 1 and 3),
    provider text not null,
    capability text not null,
    environment ${environment},
    token uuid not null,
    calls integer not null default 1,
    lease_until timestamptz not null,
    started_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    duration_ms integer,
    outcome text check (outcome in
      ('succeeded', 'no_match', 'provider_error', 'provider_timeout', 'rate_limited', 'rejected', 'skipped', 'unknown', 'cancelled')),
    detail text,
    output jsonb,
    raw jsonb,
    units integer,
    primary key (run_id, number),
    check ((finished_at is null) = (outcome is null)),
    check (output is null or outcome = 'succeeded')
  )`,
  `create index attempt_recent on attempt (finished_at) include (provider, capability, outcome, duration_ms)
    where finished_at is not null`,
]

const PROVIDERS = [
  // A platform account at a provider: whether the workers hold its credential, its token bucket, and its expiring
  // leases (key: attempt, value: epoch ms).
  `create table provider_account (
    id text primary key,
    provider text not null,
    usable boolean not null,
    tokens double precision not null default 0,
    refilled_at timestamptz not null default '1970-01-01',
    leases jsonb not null default '{}',
    exhausted_until timestamptz
  ) with (fillfactor = 50)`,
]

const LIMITS = [
  `create unlogged table rate_limit (
    key text primary key,
    points integer not null default 0,
    expire bigint
  )`,
]
