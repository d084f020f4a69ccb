import { type Accuracy, shownAccuracy } from '../../../domain/bounces/accuracy.ts'
import type { OfferRecord } from '../../../domain/routing/health.ts'
import { type Health, shownHealth } from '../../../domain/routing/health-shown.ts'
import type { Database } from '../../database.ts'
import { createCachedValue } from '../../cached-value.ts'
import { type HitView, readHits } from './hits.ts'
import { readMonth } from './month.ts'
import { joinRecords, offerKey } from './read.ts'
import { readRecent } from './recent.ts'
import { readSoldAddresses, type SoldAddresses } from './sold-addresses.ts'

/**
 * How well every live offer serves, for routing and for display. It reads nothing per run or per endpoint: the last
 * hour at most once in `maxAgeMs`, so that a circuit opens at once, and the month once in thirty times that.
 */
export interface ProviderHealth {
  latest(): Promise<HealthView>
}

/** What is known at one moment; reading it costs nothing. */
export interface HealthView extends HitView {
  /** `target`: a capability's slug, or `METHOD /path` of a raw endpoint. Undefined: nothing is known. */
  record(provider: string, target: string): OfferRecord | undefined
  healthOf(provider: string, target: string): Health
  /** Of the addresses that it has sold by any capability. */
  accuracyOf(provider: string): Accuracy
}

const MONTH_AGE_FACTOR = 30

export function createProviderHealth(deps: { db: Database; now: () => number; maxAgeMs: number }): ProviderHealth {
  const { db, now, maxAgeMs } = deps
  const recent = createCachedValue({ read: () => readRecent(db), now, maxAgeMs })
  const month = createCachedValue({ read: () => readMonth(db), now, maxAgeMs: maxAgeMs * MONTH_AGE_FACTOR })
  const hits = createCachedValue({ read: () => readHits(db), now, maxAgeMs: maxAgeMs * MONTH_AGE_FACTOR })
  const sold = createCachedValue({ read: () => readSoldAddresses(db), now, maxAgeMs: maxAgeMs * MONTH_AGE_FACTOR })
  let shown: { readonly of: readonly unknown[]; readonly view: HealthView } | null = null

  return {
    async latest() {
      const parts = await Promise.all([recent.get(), month.get(), hits.get(), sold.get()])
      const [hour, long, found, addresses] = parts
      if (shown === null || parts.some((part, index) => part !== shown?.of[index]))
        shown = { of: parts, view: viewOf(joinRecords(hour, long), found, addresses) }
      return shown.view
    },
  }
}

function viewOf(records: readonly OfferRecord[], hits: HitView, addresses: SoldAddresses): HealthView {
  const byOffer = new Map(records.map((record) => [offerKey(record.provider, record.target), record]))
  const record = (provider: string, target: string): OfferRecord | undefined => byOffer.get(offerKey(provider, target))
  return {
    ...hits,
    record,
    healthOf: (provider, target) => shownHealth(record(provider, target)),
    accuracyOf: (provider) => shownAccuracy(addresses.get(provider)),
  }
}
