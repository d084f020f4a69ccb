import { LATENCY_BUCKETS } from '../../../domain/routing/latency.ts'
import type { MonthRecord, Tally } from '../../../domain/routing/health.ts'
import { REPORTED_AGE_DAYS_MAX, WINDOW_DAYS } from '../../../domain/routing/thresholds.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** The long part of a record: counted hours, and what the provider reports about itself. */
export interface LongRecord {
  readonly provider: string
  readonly target: string
  readonly month: MonthRecord | null
  readonly lastSuccessAgeMs: number | null
  readonly lastFailureAgeMs: number | null
  readonly reported: Tally | null
}

const LATENCY_SUMS = Array.from({ length: LATENCY_BUCKETS }, (_, bucket) => `sum(latency[${bucket + 1}])`).join(', ')

export const READ_MONTH = statement<{ windowDays: number; reportedAgeDaysMax: number }, LongRecord>({
  name: 'read_health_month',
  effect: false,
  neverNull: { 'one side of the full join has them': ['provider', 'target'] },
  text: `with month as (
      select provider, target, max(last_success_at) as success_at, max(last_failure_at) as failure_at,
        jsonb_build_object('found', sum(found), 'missed', sum(missed), 'failures', sum(failures), 'latency',
          to_jsonb(array[${LATENCY_SUMS}])) as counts
      from offer_health_hour where hour > now() - make_interval(days => :windowDays) group by provider, target
    ), reported as (
      select provider, target, jsonb_build_object('calls', calls, 'successes', successes) as counts
      from reported_health where read_at > now() - make_interval(days => :reportedAgeDaysMax)
    )
    select provider, target, m.counts as month, r.counts as reported,
      (extract(epoch from clock_timestamp() - m.success_at) * 1000)::double precision as "lastSuccessAgeMs",
      (extract(epoch from clock_timestamp() - m.failure_at) * 1000)::double precision as "lastFailureAgeMs"
    from month m full join reported r using (provider, target)`,
})

/** The last 30 days of every offer, in full hours, as far as they have been counted (Spec 2.4). */
export const readMonth = (db: Database): Promise<LongRecord[]> =>
  db.query(READ_MONTH, { windowDays: WINDOW_DAYS, reportedAgeDaysMax: REPORTED_AGE_DAYS_MAX })
