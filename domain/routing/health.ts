import { percentileMs } from './latency.ts'
import {
  CIRCUIT_COOLDOWN_MS,
  CIRCUIT_FAILURES,
  HEALTHY_BOUND,
  LONG_RECORD_CALLS_MAX,
  RECENT_MS,
  SAMPLE_MIN,
  STABLE_BOUND,
} from './thresholds.ts'
import { wilsonLowerBound } from './wilson.ts'

/**
 * How well an offer (a provider's capability or raw endpoint) has served: the last hour call by call, and the month
 * before it in counts (Spec 2.4). Health measures availability, never the match rate: an honest "nothing found" is a
 * healthy answer.
 */
export interface OfferRecord {
  readonly provider: string
  /** A capability's slug, or `METHOD /path` of a raw endpoint. */
  readonly target: string
  /** Decided calls of the last hour: answered, or failed by the provider's fault. */
  readonly calls: number
  readonly successes: number
  /** The latency of answers, not of failures. */
  readonly latencyMsP50: number | null
  readonly latencyMsP95: number | null
  /** The latest decided calls that failed in a row. */
  readonly failuresInRow: number
  readonly lastSuccessAgeMs: number | null
  readonly lastFailureAgeMs: number | null
  /** The last 30 days; null if nothing has been counted yet. */
  readonly month: MonthRecord | null
  /** The figures that the provider publishes about itself; null if there are none, or no recent ones. */
  readonly reported: Tally | null
}

/** Counts of the rolling window, about a minute late. */
export interface MonthRecord {
  readonly found: number
  readonly missed: number
  readonly failures: number
  /** Answers per bucket of `LATENCY_BOUNDS_MS`. */
  readonly latency: readonly number[]
}

export interface Tally {
  readonly calls: number
  readonly successes: number
}

export const HEALTH_STATUSES = ['healthy', 'stable', 'degraded', 'outage', 'unknown'] as const
export type HealthStatus = (typeof HEALTH_STATUSES)[number]

export const monthTally = ({ found, missed, failures }: MonthRecord): Tally => ({
  calls: found + missed + failures,
  successes: found + missed,
})

const MONTH_UNKNOWN: Tally = { calls: 0, successes: 0 }

/** The larger of both records: the month runs a little late, so a new offer's first hour is ahead of it. */
export function longRecord(record: OfferRecord): Tally {
  const month = record.month === null ? MONTH_UNKNOWN : monthTally(record.month)
  return month.calls >= record.calls ? month : { calls: record.calls, successes: record.successes }
}

/**
 * The combined evidence of the last hour and the month, or null if there are too few calls. The month counts as at most
 * 200 calls and the hour, which is part of it, once more: recent calls weigh more.
 */
export function evidence(record: OfferRecord): Tally | null {
  if (longRecord(record).calls < SAMPLE_MIN) return null
  const month = record.month === null ? MONTH_UNKNOWN : monthTally(record.month)
  const weight = month.calls > LONG_RECORD_CALLS_MAX ? LONG_RECORD_CALLS_MAX / month.calls : 1
  return { calls: record.calls + month.calls * weight, successes: record.successes + month.successes * weight }
}

const boundOf = ({ successes, calls }: Tally): number => wilsonLowerBound(successes, calls)
export const enough = (tally: Tally | null): tally is Tally => tally !== null && tally.calls >= SAMPLE_MIN

/** The success rate to count on when offers are compared; null if it is unknown. */
export function reliability(record: OfferRecord | undefined): number | null {
  if (record === undefined) return null
  const seen = evidence(record)
  if (seen !== null) return boundOf(seen)
  return enough(record.reported) ? boundOf(record.reported) : null
}

/** The typical latency of answers: of the last hour, else of the month; null if there was no answer. */
export const typicalLatencyMs = (record: OfferRecord | undefined): number | null =>
  record?.latencyMsP50 ?? (record?.month == null ? null : percentileMs(record.month.latency, 0.5))

export function healthStatus(record: OfferRecord | undefined): HealthStatus {
  if (record === undefined) return 'unknown'
  if (isOut(record)) return 'outage'
  const seen = evidence(record)
  if (seen === null) return reportedStatus(record.reported)
  if (boundOf(seen) < HEALTHY_BOUND) return 'degraded'
  if (record.lastSuccessAgeMs !== null && record.lastSuccessAgeMs <= RECENT_MS) return 'healthy'
  return unconfirmedStatus(longRecord(record))
}

/** A provider's own figures confirm nothing within the hour: it is stable at best. */
const reportedStatus = (reported: Tally | null): HealthStatus =>
  enough(reported) ? unconfirmedStatus(reported) : 'unknown'

/**
 * A record that no call of the last hour confirms. With fewer than 35 calls even a flawless one cannot be stable: if it
 * is good, it is unknown, which is no warning.
 */
function unconfirmedStatus(record: Tally): HealthStatus {
  const bound = boundOf(record)
  if (bound >= STABLE_BOUND) return 'stable'
  return bound >= HEALTHY_BOUND && wilsonLowerBound(record.calls, record.calls) < STABLE_BOUND ? 'unknown' : 'degraded'
}

/** The latest calls of the hour all failed: the outage lasts until one call succeeds, or the hour has passed. */
const isOut = ({ failuresInRow, lastFailureAgeMs }: OfferRecord): boolean =>
  failuresInRow >= CIRCUIT_FAILURES && lastFailureAgeMs !== null && lastFailureAgeMs <= RECENT_MS

/**
 * Whether routing skips it for now. A circuit belongs to one capability or endpoint of one provider: one slow endpoint
 * must not block the others.
 */
export function circuitIsOpen(record: OfferRecord | undefined): boolean {
  if (record === undefined || record.failuresInRow < CIRCUIT_FAILURES) return false
  return record.lastFailureAgeMs !== null && record.lastFailureAgeMs < CIRCUIT_COOLDOWN_MS
}
