import { CAPABILITIES } from '../domain/capabilities/catalog.ts'
import type { RoutedOffer } from '../domain/routing/candidates.ts'
import { circuitIsOpen } from '../domain/routing/health.ts'
import { shownHits } from '../domain/routing/hits.ts'
import type { Database } from '../db/database.ts'
import { type OpenAttempts, readOpenAttempts } from '../db/engine/metrics/open-attempts.ts'
import { NO_ACCOUNT, type OfferCatalog } from '../db/catalog/offers/catalog.ts'
import type { GaugeName } from '../telemetry/catalog.ts'
import { VALUE_SETS } from '../telemetry/labels.ts'
import type { Meter } from '../telemetry/meter.ts'

/** Of each provider, where known. */
export const PROVIDER_GAUGES = [
  'provider_in_rotation',
  'provider_offers',
  'provider_attempts_open',
  'provider_oldest_open_attempt_age_seconds',
  'provider_hit_rate',
  'provider_hit_sample_size',
] as const satisfies readonly GaugeName[]

type OfferState = (typeof VALUE_SETS.offer_state.values)[number]

export interface ProviderGaugeParts {
  readonly db: Database
  readonly metrics: Meter
  readonly offers: OfferCatalog
}

/**
 * Shows how routing currently treats every live offer, from the same records, and the attempts under way at each
 * provider.
 */
export async function showProviders({ db, metrics, offers }: ProviderGaugeParts): Promise<void> {
  const all = (await Promise.all(CAPABILITIES.map(({ slug }) => offers.offersFor(slug, 'live')))).flat()
  const open = await readOpenAttempts(db)
  for (const gauge of PROVIDER_GAUGES) metrics.forget(gauge)
  for (const [provider, own] of Object.entries(Object.groupBy(all, (offer) => offer.provider))) {
    // A provider that this deployment has no account with is not shown.
    const states = (own ?? []).filter(({ unusable }) => unusable !== NO_ACCOUNT).map(stateOf)
    if (states.length === 0) continue
    const count = (state: OfferState): number => states.filter((one) => one === state).length
    for (const state of VALUE_SETS.offer_state.values) metrics.set('provider_offers', { provider, state }, count(state))
    metrics.set('provider_in_rotation', { provider }, count('in_rotation') > 0 ? 1 : 0)
    showOpen(metrics, { provider, attempts: 0, oldestAge: 0 })
  }
  for (const offer of all) showHits(metrics, offer)
  // Includes the sandbox's attempts and those with workspaces' own keys.
  for (const one of open) showOpen(metrics, one)
}

/** As inspect shows them, of inputs of all shapes. */
function showHits(metrics: Meter, { provider, offer: { capability }, hits }: RoutedOffer): void {
  const { hit_rate: rate, sample_size: answers } = shownHits(hits)
  if (answers > 0) metrics.set('provider_hit_sample_size', { provider, capability }, answers)
  if (rate !== null) metrics.set('provider_hit_rate', { provider, capability }, rate)
}

function showOpen(metrics: Meter, { provider, attempts, oldestAge }: OpenAttempts): void {
  metrics.set('provider_attempts_open', { provider }, attempts)
  metrics.set('provider_oldest_open_attempt_age_seconds', { provider }, oldestAge)
}

const stateOf = ({ unusable, record }: RoutedOffer): OfferState =>
  unusable !== null ? 'exhausted' : circuitIsOpen(record) ? 'circuit_open' : 'in_rotation'
