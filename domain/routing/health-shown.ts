import { type HealthStatus, healthStatus, type OfferRecord } from './health.ts'

/** Health as the API shows it (Spec 2.4). Rates and times are null while nothing was measured. */
export interface Health {
  readonly status: HealthStatus
  readonly latency_ms_p50: number | null
  readonly latency_ms_p95: number | null
  readonly success_rate: number | null
  readonly sample_size: number
  /** How much of the past was looked at. */
  readonly window_days: number
  readonly source: 'measured' | 'provider_reported'
}

/** The record that routing acts on covers an hour. */
const WINDOW_DAYS = 0.0417

/** The one place where a record becomes what is shown. */
export function shownHealth(record: OfferRecord | undefined): Health {
  const measured = record !== undefined && record.calls > 0
  return {
    status: healthStatus(record),
    latency_ms_p50: record?.latencyMsP50 == null ? null : Math.round(record.latencyMsP50),
    latency_ms_p95: null,
    success_rate: measured ? Math.round((record.successes / record.calls) * 10_000) / 10_000 : null,
    sample_size: record?.calls ?? 0,
    window_days: WINDOW_DAYS,
    source: 'measured',
  }
}

const ORDER: readonly HealthStatus[] = ['healthy', 'stable', 'degraded', 'outage', 'unknown']

/** The health of a whole that is served by several: the best of them answers, whoever fails is passed over. */
export function bestHealth(all: readonly Health[]): Health {
  const [best] = all.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status) || b.sample_size - a.sample_size)
  return best ?? shownHealth(undefined)
}
