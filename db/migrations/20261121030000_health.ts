import { Migration } from '@mikro-orm/migrations'

/**
 * How offers have served: hourly counts of attempts, how far attempts were counted, and what providers report about
 * themselves.
 */
export class OfferHealth extends Migration {
  override up(): void {
    for (const statement of [...INDEXES, ...TABLES]) this.addSql(statement)
  }
}

// Only attempts that count for health are indexed: a simulated call costs no entry. The condition repeats that of
// db/health/counted.ts; a query with further conditions may still use the index.
const COUNTED = `environment = 'live' and connection_id is null and calls > 0
  and outcome in ('succeeded', 'no_match', 'provider_error', 'provider_timeout', 'rate_limited', 'unknown')`

const INDEXES = [
  `drop index attempt_recent`,
  // In the order in which they are counted.
  `create index attempt_counted on attempt (finished_at) where ${COUNTED}`,
  // The newest calls of each offer.
  `create index attempt_of_target on attempt (provider, coalesce(capability, endpoint), finished_at desc) where ${COUNTED}`,
]

const TABLES = [
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
  `create table reported_health (
    provider text not null,
    target text not null,
    read_at timestamptz not null,
    calls integer not null check (calls >= 0),
    successes integer not null check (successes between 0 and calls),
    primary key (provider, target)
  )`,
]
