/** The platform's accounts at providers, how their offers have served, and the limits of requests. */
export const PROVIDERS = [
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
  // latency: answers per bucket of LATENCY_BOUNDS_MS. The hour comes first: queries read one range, and the oldest
  // hours are deleted.
  `create table offer_health_hour (
    hour timestamptz not null check (extract(minute from hour) = 0 and extract(second from hour) = 0),
    provider text not null,
    target text not null,
    found integer not null check (found >= 0),
    missed integer not null check (missed >= 0),
    failures integer not null check (failures >= 0),
    latency integer[] not null check (cardinality(latency) = 58),
    last_success_at timestamptz,
    last_failure_at timestamptz,
    primary key (hour, provider, target),
    check (found + missed + failures > 0),
    check ((last_success_at is not null) = (found + missed > 0)),
    check ((last_failure_at is not null) = (failures > 0))
  ) with (fillfactor = 70)`,
  // One row: every attempt that ended until `counted_until` is counted. The fence is the first transaction that had not
  // begun when the workers last looked, and the time up to which the attempts will be complete (db/health/fold.ts).
  `create table offer_health_progress (
    id boolean primary key default true check (id),
    counted_until timestamptz not null default '1970-01-01',
    fence_at timestamptz not null default '1970-01-01',
    fence_transaction bigint not null default 0
  ) with (fillfactor = 50)`,
  `insert into offer_health_progress default values`,
  `create unlogged table rate_limit (
    key text primary key,
    points integer not null default 0,
    expire bigint
  )`,
]
