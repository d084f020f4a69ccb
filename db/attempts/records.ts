import type { OfferRecord } from '../../domain/routing/health.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database, Statement } from '../database.ts'

/** Health looks at this much of the past: long enough for a rate, short enough to notice an outage. */
const WINDOW_MINUTES = 60
/** Calls per offer that are looked at; the newest count. */
const CALLS_MAX = 200

/**
 * The window is cut by now(), which an index can use, unlike clock_timestamp(). Decided calls only: answers and honest misses are successes, provider faults are failures; what the
 * caller's input caused, or what was never asked, says nothing about the provider, and neither does a workspace's own key.
 */
const READ_RECORDS: Statement = {
  name: 'read_offer_records',
  effect: false,
  text: `with recent as (
      select provider, coalesce(capability, endpoint) as capability, outcome in ('succeeded', 'no_match') as fine, duration_ms, finished_at,
        row_number() over (partition by provider, coalesce(capability, endpoint) order by finished_at desc) as nth
      from attempt
      where finished_at > now() - make_interval(mins => $2) and environment = $1 and connection_id is null
        and outcome in ('succeeded', 'no_match', 'provider_error', 'provider_timeout', 'rate_limited', 'unknown')
    ), newest as (select * from recent where nth <= $3)
    select provider, capability, count(*)::integer as calls, (count(*) filter (where fine))::integer as successes,
      (percentile_cont(0.5) within group (order by duration_ms) filter (where fine))::double precision as "latencyMsP50",
      (coalesce(min(nth) filter (where fine), count(*) + 1) - 1)::integer as "failuresInRow",
      (extract(epoch from clock_timestamp() - max(finished_at) filter (where fine)) * 1000)::double precision as "lastSuccessAgeMs",
      (extract(epoch from clock_timestamp() - max(finished_at) filter (where not fine)) * 1000)::double precision as "lastFailureAgeMs"
    from newest group by provider, capability`,
}

/** How each offer served lately in this environment (Spec 2.4). */
export const readOfferRecords = (db: Database, environment: Environment): Promise<OfferRecord[]> =>
  db.query<OfferRecord>(READ_RECORDS, [environment, WINDOW_MINUTES, CALLS_MAX])
