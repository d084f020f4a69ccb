import { RECENT_CALLS_MAX, RECENT_MS } from '../../../domain/routing/thresholds.ts'
import type { OfferRecord } from '../../../domain/routing/health.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { COUNTED, IS_SUCCESS, TARGET } from './counted.ts'

/** The part of a record that is read from the attempts. */
export type RecentRecord = Omit<OfferRecord, 'month' | 'reported'>

/**
 * The window ends at now(), which an index can use, unlike clock_timestamp(). The query leaps from one offer to the
 * next in the index and reads only the newest calls of each: its cost follows the number of offers, not the traffic.
 */
export const READ_RECENT = statement<{ recentMs: number; recentCallsMax: number }, RecentRecord>({
  name: 'read_recent_health',
  effect: false,
  neverNull: { 'an attempt has a capability or an endpoint (check)': ['target'] },
  text: `with recursive offer as (
      (select provider, ${TARGET} as target from attempt where ${COUNTED} order by provider, ${TARGET} limit 1)
      union all
      select next.provider, next.target from offer o cross join lateral (
        select a.provider, ${TARGET} as target from attempt a
        where ${COUNTED} and (a.provider, ${TARGET}) > (o.provider, o.target) order by a.provider, ${TARGET} limit 1
      ) next
    )
    select o.provider, o.target, newest.* from offer o cross join lateral (
      select count(*)::integer as calls, (count(*) filter (where fine))::integer as successes,
        (percentile_cont(0.5) within group (order by duration_ms)
          filter (where fine))::double precision as "latencyMsP50",
        (percentile_cont(0.95) within group (order by duration_ms)
          filter (where fine))::double precision as "latencyMsP95",
        (coalesce(min(nth) filter (where fine), count(*) + 1) - 1)::integer as "failuresInRow",
        (extract(epoch from clock_timestamp() - max(finished_at)
          filter (where fine)) * 1000)::double precision as "lastSuccessAgeMs",
        (extract(epoch from clock_timestamp() - max(finished_at)
          filter (where not fine)) * 1000)::double precision as "lastFailureAgeMs"
      from (
        select ${IS_SUCCESS} as fine, duration_ms, finished_at, row_number() over (order by finished_at desc) as nth
        from attempt
        where ${COUNTED} and provider = o.provider and ${TARGET} = o.target
          and finished_at > now() - make_interval(secs => :recentMs::double precision / 1000)
        order by finished_at desc limit :recentCallsMax
      ) call
    ) newest where newest.calls > 0`,
})

/** How each offer that was called within the hour has served, up to this moment (Spec 2.4). */
export const readRecent = (db: Database): Promise<RecentRecord[]> =>
  db.query(READ_RECENT, { recentMs: RECENT_MS, recentCallsMax: RECENT_CALLS_MAX })
