import {
  enough,
  evidence,
  type HealthStatus,
  HEALTH_STATUSES,
  healthStatus,
  longRecord,
  monthTally,
  type OfferRecord,
  type Tally,
} from './health.ts'
import { percentileMs } from './latency.ts'
import { SAMPLE_MIN, WINDOW_DAYS } from './thresholds.ts'

/** Health as the API shows it (Spec 2.4). Rates and times are null while nothing was measured. */
export interface Health {
  readonly status: HealthStatus
  /** The latency of answers, within 14 % (`latency.ts`). */
  readonly latency_ms_p50: number | null
  readonly latency_ms_p95: number | null
  /** The rate over decided calls, misses included; four digits. */
  readonly success_rate: number | null
  readonly sample_size: number
  /** The length of the measured period. */
  readonly window_days: number
  readonly source: 'measured' | 'provider_reported'
}

const UNKNOWN: Health = {
  status: 'unknown',
  latency_ms_p50: null,
  latency_ms_p95: null,
  success_rate: null,
  sample_size: 0,
  window_days: WINDOW_DAYS,
  source: 'measured',
}

/**
 * The one place where a record becomes the shown health. The provider's own figures are used only if ours are too few.
 */
export function shownHealth(record: OfferRecord | undefined): Health {
  if (record === undefined) return UNKNOWN
  const status = healthStatus(record)
  if (evidence(record) === null && enough(record.reported) && status !== 'outage') {
    return { ...UNKNOWN, status, ...rateOf(record.reported), source: 'provider_reported' }
  }
  return { ...UNKNOWN, status, ...latencyOf(record), ...rateOf(longRecord(record)) }
}

/** The latency from the same record as the rate. */
function latencyOf({
  calls,
  month,
  latencyMsP50,
  latencyMsP95,
}: OfferRecord): Pick<Health, 'latency_ms_p50' | 'latency_ms_p95'> {
  return month === null || monthTally(month).calls < calls
    ? { latency_ms_p50: rounded(latencyMsP50), latency_ms_p95: rounded(latencyMsP95) }
    : { latency_ms_p50: percentileMs(month.latency, 0.5), latency_ms_p95: percentileMs(month.latency, 0.95) }
}

const rounded = (ms: number | null): number | null => (ms === null ? null : Math.round(ms))
/** Of one day; null: too few calls to tell. */
export const rateOfDay = (day: Tally | undefined): number | null =>
  day === undefined || day.calls < SAMPLE_MIN ? null : rateOf(day).success_rate

const rateOf = ({ calls, successes }: Tally): Pick<Health, 'success_rate' | 'sample_size'> => ({
  success_rate: calls === 0 ? null : Math.round((successes / calls) * 10_000) / 10_000,
  sample_size: calls,
})

/** A good record of few calls is `unknown` too: it comes after the stable ones and before every warning. */
const rank = ({ status, sample_size: calls }: Health): number =>
  status === 'unknown' && calls >= SAMPLE_MIN
    ? HEALTH_STATUSES.indexOf('stable') + 0.5
    : HEALTH_STATUSES.indexOf(status)

/** The health of something that several offers serve: the best of them answers, and failing ones are skipped. */
export function bestHealth(all: readonly Health[]): Health {
  const [best] = all.toSorted((a, b) => rank(a) - rank(b) || b.sample_size - a.sample_size)
  return best ?? UNKNOWN
}
