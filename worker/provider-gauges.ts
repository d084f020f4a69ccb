import { CAPABILITIES } from '../domain/capabilities/catalog.ts'
import type { RoutedOffer } from '../domain/routing/candidates.ts'
import { circuitIsOpen } from '../domain/routing/health.ts'
import { NO_ACCOUNT, type OfferBook } from '../db/offers/book.ts'
import { VALUE_SETS } from '../telemetry/labels.ts'
import type { Meter } from '../telemetry/meter.ts'

type OfferState = (typeof VALUE_SETS.offer_state.values)[number]

/** Shows what routing makes of every live offer at this moment, from the same book; nothing more is read for it. */
export async function showProviders(metrics: Meter, offers: OfferBook): Promise<void> {
  const all = (await Promise.all(CAPABILITIES.map(({ slug }) => offers.offersFor(slug, 'live')))).flat()
  metrics.forget('provider_offers')
  metrics.forget('provider_in_rotation')
  for (const [provider, own] of Object.entries(Object.groupBy(all, (offer) => offer.provider))) {
    // Whom this deployment has no account with is missed by nobody.
    const states = (own ?? []).filter(({ unusable }) => unusable !== NO_ACCOUNT).map(stateOf)
    if (states.length === 0) continue
    const count = (state: OfferState): number => states.filter((one) => one === state).length
    for (const state of VALUE_SETS.offer_state.values) metrics.set('provider_offers', { provider, state }, count(state))
    metrics.set('provider_in_rotation', { provider }, count('in_rotation') > 0 ? 1 : 0)
  }
}

const stateOf = ({ unusable, record }: RoutedOffer): OfferState =>
  (unusable !== null ? 'exhausted' : circuitIsOpen(record) ? 'circuit_open' : 'in_rotation')
