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
    const states = (own ?? []).map(stateOf)
    const count = (state: OfferState): number => states.filter((one) => one === state).length
    for (const state of VALUE_SETS.offer_state.values) metrics.set('provider_offers', { provider, state }, count(state))
    // Whom this deployment has no account with is missed by nobody.
    if (count('no_account') < states.length) metrics.set('provider_in_rotation', { provider }, count('in_rotation') > 0 ? 1 : 0)
  }
}

function stateOf({ unusable, record }: RoutedOffer): OfferState {
  if (unusable !== null) return unusable === NO_ACCOUNT ? 'no_account' : 'exhausted'
  return circuitIsOpen(record) ? 'circuit_open' : 'in_rotation'
}
