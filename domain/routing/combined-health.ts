import type { MonthRecord, OfferRecord, Tally } from './health.ts'
import { addCounts } from './latency.ts'

/**
 * One record for several offers: a provider over all it offers, or a capability over all who offer it. Counts add
 * up. It is down only when every offer that was asked lately is down: routing has somewhere to go until then.
 */
export function combined(records: readonly OfferRecord[], name: Pick<OfferRecord, 'provider' | 'target'>): OfferRecord | undefined {
  const [only] = records
  if (only === undefined) return undefined
  if (records.length === 1) return { ...only, ...name }
  const asked = records.filter(({ calls }) => calls > 0)
  return {
    ...name,
    calls: sum(records.map(({ calls }) => calls)),
    successes: sum(records.map(({ successes }) => successes)),
    latencyMsP50: weighted(asked, (record) => record.latencyMsP50),
    latencyMsP95: weighted(asked, (record) => record.latencyMsP95),
    failuresInRow: least(asked.map(({ failuresInRow }) => failuresInRow)) ?? 0,
    lastSuccessAgeMs: least(present(records.map(({ lastSuccessAgeMs }) => lastSuccessAgeMs))),
    lastFailureAgeMs: least(present(records.map(({ lastFailureAgeMs }) => lastFailureAgeMs))),
    month: addedMonths(present(records.map(({ month }) => month))),
    reported: addedTallies(present(records.map(({ reported }) => reported))),
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const least = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.min(...values))
const present = <Value>(values: readonly (Value | null)[]): Value[] => values.filter((value) => value !== null)

/** Percentiles cannot be added; their mean, weighed by answers, is what a caller of any of them may expect. */
function weighted(records: readonly OfferRecord[], read: (record: OfferRecord) => number | null): number | null {
  const measured = records.filter((record) => read(record) !== null && record.successes > 0)
  const answers = sum(measured.map(({ successes }) => successes))
  return answers === 0 ? null : sum(measured.map((record) => (read(record) ?? 0) * record.successes)) / answers
}

function addedMonths(months: readonly MonthRecord[]): MonthRecord | null {
  if (months.length === 0) return null
  return months.reduce((a, b) => ({
    found: a.found + b.found, missed: a.missed + b.missed, failures: a.failures + b.failures, latency: addCounts(a.latency, b.latency),
  }))
}

function addedTallies(tallies: readonly Tally[]): Tally | null {
  if (tallies.length === 0) return null
  return { calls: sum(tallies.map(({ calls }) => calls)), successes: sum(tallies.map(({ successes }) => successes)) }
}
