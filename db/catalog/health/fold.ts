import { LATENCY_BOUNDS_MS, LATENCY_BUCKETS } from '../../../domain/routing/latency.ts'
import { RECENT_HALF_LIFE_ANSWERS, WINDOW_DAYS } from '../../../domain/routing/thresholds.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { COUNTED, IS_SUCCESS, TARGET } from './counted.ts'
import { HIT_JOINS, HIT_KEY, HIT_VALUES, IS_LOOKUP } from './hit-sql.ts'

/** The most attempts that one statement counts: it takes some tens of milliseconds. */
const BATCH_MAX = 5_000
/**
 * Microseconds pass between taking an outcome's time and the transaction getting its number; a paused process gets this
 * long.
 */
const GRACE_SECONDS = 5
/**
 * One day more than is read is counted, and it is deleted a day later: no step ever adds to an hour that it deletes.
 */
const COUNTED_DAYS = WINDOW_DAYS + 1

const buckets = <Each>(each: (bucket: number) => Each): Each[] =>
  Array.from({ length: LATENCY_BUCKETS }, (_, bucket) => each(bucket))

const addedLatency = (bucket: number): string => `h.latency[${bucket + 1}] + excluded.latency[${bucket + 1}]`

/**
 * Adds the attempts that ended since the last time to their hours, and moves the progress on, in one statement: each
 * attempt is counted once, whichever worker counts and whenever it dies. The row of the progress admits one worker at a
 * time.
 *
 * Attempts become visible when they commit, not in the order of `finished_at`. So the statement counts only up to a
 * fence that an earlier one has set: a time, and the first transaction number that was free a while after it. Every
 * attempt that ended before that time has a smaller number. Once no transaction with a smaller number is running, this
 * statement's snapshot contains all of them. The statement waits for an outcome's transaction however long it takes. A
 * fence from the future belongs to another server (the database was restored from a dump): it is reset.
 *
 * The answers to lookups are counted once more by what they state about finding: by the shape of the input, and for
 * each provider that had missed before in the same run (Decisions, "Hit rates").
 */
export const FOLD_HEALTH = statement<
  {
    countedDays: number
    batchMax: number
    latencyBoundsMs: readonly number[]
    graceSeconds: number
    recentHalfLife: number
    recentMax: number
  },
  Folded
>({
  name: 'fold_health',
  effect: true,
  text: `with progress as materialized (
      select counted_until, fence_at, fence_transaction from offer_health_progress for update skip locked
    ), span as materialized (
      select greatest(counted_until, statement_timestamp() - make_interval(days => :countedDays)) as since,
        fence_at as until
      from progress
      where fence_transaction <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint
    ), batch as materialized (
      select count(*) as found, max(finished_at) as last from (
        select finished_at from attempt
        where ${COUNTED} and finished_at > (select since from span) and finished_at <= (select until from span)
        order by finished_at limit :batchMax::integer
      ) next
    ), reached as materialized (
      select since, case when found < :batchMax then until else last end as until, found < :batchMax as complete, found
        from span, batch
    ), call as materialized (
      select date_trunc('hour', finished_at, 'UTC') as hour, provider, ${TARGET} as target, outcome,
        ${IS_SUCCESS} as fine, finished_at, run_id, number,
        width_bucket(duration_ms, :latencyBoundsMs::integer[]) as bucket
      from attempt
      where ${COUNTED} and finished_at > (select since from reached) and finished_at <= (select until from reached)
    ), added as (
      insert into offer_health_hour as h (hour, provider, target, found, missed, failures, latency, last_success_at,
        last_failure_at)
      select hour, provider, target, count(*) filter (where outcome = 'succeeded'),
        count(*) filter (where outcome = 'no_match'),
        count(*) filter (where not fine),
          array[${buckets((bucket) => `count(*) filter (where fine and bucket = ${bucket})`).join(', ')}]::integer[],
        max(finished_at) filter (where fine), max(finished_at) filter (where not fine)
      from call group by hour, provider, target
      on conflict (hour, provider, target) do update set
        found = h.found + excluded.found, missed = h.missed + excluded.missed,
          failures = h.failures + excluded.failures,
        latency = array[${buckets(addedLatency).join(', ')}],
        last_success_at = greatest(h.last_success_at, excluded.last_success_at),
        last_failure_at = greatest(h.last_failure_at, excluded.last_failure_at)
    ), hit as materialized (
      select ${HIT_VALUES}, c.outcome = 'succeeded' as found
      from call c ${HIT_JOINS}
      where c.fine and ${IS_LOOKUP}
    ), hits as (
      insert into offer_hits_day as h (${HIT_KEY}, found, missed)
      select ${HIT_KEY}, count(*) filter (where found), count(*) filter (where not found)
      from hit group by ${HIT_KEY} order by ${HIT_KEY}
      on conflict (${HIT_KEY}) do update set
        found = h.found + excluded.found, missed = h.missed + excluded.missed
    ), newest as (
      insert into offer_hits_recent as h (provider, capability, found, answered)
      select provider, capability, weight * found / answered, weight
      from (
        select provider, capability, count(*) filter (where found) as found, count(*) as answered,
          :recentMax::double precision * (1 - power(0.5, count(*) / :recentHalfLife::double precision)) as weight
        from hit where after = '' group by provider, capability
      ) added
      on conflict (provider, capability) do update set
        found = h.found * (1 - excluded.answered / :recentMax) + excluded.found,
        answered = h.answered * (1 - excluded.answered / :recentMax) + excluded.answered
    ), dropped_hits as (
      delete from offer_hits_day where exists (select from progress) and ctid = any (array(
        select ctid from offer_hits_day where day < (statement_timestamp() at time zone 'UTC')::date - :countedDays - 1
          order by day limit :batchMax))
    ), dropped_addresses as (
      delete from sold_address_day where exists (select from progress) and ctid = any (array(
        select ctid from sold_address_day
          where day < (statement_timestamp() at time zone 'UTC')::date - :countedDays - 1
          order by day limit :batchMax))
    ), dropped as (
      delete from offer_health_hour where exists (select from progress) and ctid = any (array(
        select ctid from offer_health_hour where hour < statement_timestamp() - make_interval(days => :countedDays + 1)
          order by hour limit :batchMax))
    ), next as (
      select coalesce((select until from reached), '-infinity') as until,
        coalesce((select complete from reached),
          fence_transaction > pg_snapshot_xmax(pg_current_snapshot())::text::bigint) as reset
      from progress
    )
    update offer_health_progress p set
      counted_until = greatest(p.counted_until, n.until),
      fence_at = case when n.reset then statement_timestamp() - make_interval(secs => :graceSeconds::double precision)
        else p.fence_at end,
      fence_transaction = case
        when n.reset then pg_snapshot_xmax(pg_current_snapshot())::text::bigint else p.fence_transaction end
    from next n
    returning coalesce((select found from reached), 0)::integer as counted,
      not coalesce((select complete from reached), true) as more`,
})

export interface Folded {
  /** The number of attempts counted. Where many share the last instant of a batch, all of that instant are included. */
  readonly counted: number
  /** The batch was full: more attempts can be counted at once. */
  readonly more: boolean
}

export interface FoldLimits {
  readonly batchMax: number
  readonly graceSeconds: number
}

const LIMITS: FoldLimits = { batchMax: BATCH_MAX, graceSeconds: GRACE_SECONDS }

/** Counts one bounded batch of attempts into their hours; null while another worker is counting. */
export async function foldHealth(
  db: Database,
  { batchMax, graceSeconds }: FoldLimits = LIMITS,
): Promise<Folded | null> {
  const [row] = await db.query(FOLD_HEALTH, {
    countedDays: COUNTED_DAYS,
    batchMax,
    latencyBoundsMs: LATENCY_BOUNDS_MS,
    graceSeconds,
    recentHalfLife: RECENT_HALF_LIFE_ANSWERS,
    recentMax: RECENT_HALF_LIFE_ANSWERS / Math.LN2,
  })
  return row ?? null
}
