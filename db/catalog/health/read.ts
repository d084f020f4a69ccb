import type { OfferRecord } from '../../../domain/routing/health.ts'
import type { LongRecord } from './month.ts'
import type { RecentRecord } from './recent.ts'

export const offerKey = (provider: string, target: string): string => `${provider} ${target}`

const SILENT = {
  calls: 0,
  successes: 0,
  latencyMsP50: null,
  latencyMsP95: null,
  failuresInRow: 0,
  lastSuccessAgeMs: null,
  lastFailureAgeMs: null,
}

/**
 * An offer may be in only one list: new within the minute, without a call in the last hour, or never called by this
 * service.
 */
export function joinRecords(recent: readonly RecentRecord[], long: readonly LongRecord[]): OfferRecord[] {
  const longByOffer = new Map(long.map((one) => [offerKey(one.provider, one.target), one]))
  const requested = new Set(recent.map((one) => offerKey(one.provider, one.target)))
  const silent = long
    .filter((one) => !requested.has(offerKey(one.provider, one.target)))
    .map(({ provider, target }): RecentRecord => ({ provider, target, ...SILENT }))
  return [...recent, ...silent].map((one) => {
    const known = longByOffer.get(offerKey(one.provider, one.target))
    return {
      ...one,
      lastSuccessAgeMs: one.lastSuccessAgeMs ?? known?.lastSuccessAgeMs ?? null,
      lastFailureAgeMs: one.lastFailureAgeMs ?? known?.lastFailureAgeMs ?? null,
      month: known?.month ?? null,
      reported: known?.reported ?? null,
    }
  })
}
