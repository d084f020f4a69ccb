import { capabilityStatus } from '../../../domain/capabilities/status.ts'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import { inspectCapabilityCommand } from '../../../domain/cli/commands.ts'
import { isFree, priceReason, pricingOf } from '../../../domain/pricing/prices.ts'
import { LIST_RATES, type Rates } from '../../../domain/pricing/rates.ts'
import { formatUsd, type Microdollars } from '../../../domain/money/microdollars.ts'
import type { MeteredRates, Pricing } from '../../../domain/providers/manifest.ts'
import { isWired, offersOf, platformsOf } from '../../../domain/providers/offering.ts'
import { bestHealth } from '../../../domain/routing/health-shown.ts'
import { shownHits } from '../../../domain/routing/hits.ts'
import type { RoutedOffer } from '../../../domain/routing/candidates.ts'
import { ratesByPlatform, shownAmount } from '../../../domain/routing/price.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { CapabilityItem, Offer } from '../../schemas/catalog.ts'
import type { Listing } from './listing.ts'

/** A capability with the list prices of an environment, for any reader (Spec 4.9). */
export async function capabilityItem(
  capability: Capability,
  environment: Environment,
  listing: Listing,
): Promise<CapabilityItem> {
  const { slug, title, description } = capability
  const { manifests, offers, readAvailability } = listing
  const available = await readAvailability(environment)
  const usable = (await offers.offersFor(slug, environment)).filter(({ unusable }) => unusable === null)
  return {
    kind: 'capability',
    capability: slug,
    title,
    description,
    status: capabilityStatus(slug, manifests, environment),
    providers: offersOf(slug, manifests, environment).map(({ manifest }) => manifest.slug),
    live_providers: usable.map(({ provider }) => provider),
    platforms: platformsOf(slug, manifests, environment),
    starting_price: cheapest(usable.map((one) => shownAmount(pricingOf(one, LIST_RATES), one.offer.platforms ?? []))),
    health: bestHealth(usable.map(({ provider }) => available.healthOf(provider, slug))),
    hint: inspectCapabilityCommand(slug),
  }
}

export function cheapest(amounts: readonly Microdollars[]): CapabilityItem['starting_price'] {
  const [first, ...rest] = amounts
  if (first === undefined) return null
  return {
    amount: formatUsd(rest.reduce((least, amount) => (amount < least ? amount : least), first)),
    currency: 'USD',
  }
}

/**
 * Every offer in the environment of a key, one a provider, at the prices that its runs are quoted (Spec 2.2). Where the
 * workspace has its own connection, routing uses that instead of the platform's account.
 */
export async function offersFor(
  slug: string,
  { workspaceId, environment }: { workspaceId: string; environment: Environment },
  listing: Listing,
): Promise<Offer[]> {
  const [offers, available, rates] = await Promise.all([
    listing.offers.offersFor(slug, environment, workspaceId),
    listing.readAvailability(environment),
    listing.readRates(workspaceId),
  ])
  const connected = new Set(
    offers.filter(({ connectionId }) => connectionId !== undefined).map(({ provider }) => provider),
  )
  const routed = offers.filter(({ provider, connectionId }) => connectionId !== undefined || !connected.has(provider))
  return routed.map((one): Offer => {
    const { provider, offer, unusable } = one
    const manifest = manifestOf(listing, provider)
    const pricing = pricingOf(one, rates)
    const platforms = [...(offer.platforms ?? [])]
    const wired = isWired(manifest)
    // A mock needs no adapter.
    const missing = unusable ?? (wired || environment === 'test' ? null : 'no adapter')
    return {
      provider,
      executable: missing === null,
      reason: missing,
      wired,
      verified: offer.verified,
      platforms,
      takes: takesOf(offer),
      facts: { ...manifest.facts },
      price: { amount: formatUsd(shownAmount(pricing, platforms)), currency: 'USD', note: noteOf(one, rates) },
      ...shownRates(pricing, platforms),
      health: available.healthOf(provider, slug),
      hits: shownHits(one.hits),
      requires_byok: needsOwnKey(one, listing),
      connected: connected.has(provider),
    }
  })
}

/** An offer whose adapter calls an endpoint that the platform's account may not call. */
const needsOwnKey = ({ provider, offer: { endpoints = [] } }: RoutedOffer, { catalog }: Listing): boolean =>
  endpoints.some((name) => catalog.find(provider, name)?.rule === 'unpriced')

const takesOf = ({ requires, cannotTake = [], takes = {}, conditions = [] }: RoutedOffer['offer']): Offer['takes'] => ({
  any_of: requires.map((fields) => [...fields]),
  never: [...cannotTake],
  only: Object.fromEntries([
    ...conditions.map(({ field, words }) => [field, words] as const),
    ...Object.entries(takes).map(([field, { words }]) => [field, words] as const),
  ]),
})

/** A price that differs from the list price states why, next to the source of the list price. */
function noteOf(one: RoutedOffer, rates: Rates): string {
  const reason = one.connectionId !== undefined || isFree(one.offer.pricing) ? null : priceReason(one, rates)
  return reason === null ? one.offer.priceNote : `${reason} ${one.offer.priceNote}`
}

function shownRates(pricing: Pricing, platforms: readonly string[]): Pick<Offer, 'pricing'> {
  if (pricing.model === 'flat') return {}
  const shown = ({ base, perResult }: MeteredRates) => ({
    base: formatUsd(base),
    per_result: formatUsd(perResult),
    default_limit: pricing.defaultLimit,
  })
  const byPlatform = ratesByPlatform(pricing, platforms)
  return {
    pricing:
      byPlatform === null
        ? shown(pricing)
        : { by_platform: Object.fromEntries([...byPlatform].map(([platform, rates]) => [platform, shown(rates)])) },
  }
}

function manifestOf({ manifests }: Listing, slug: string) {
  const manifest = manifests.find((one) => one.slug === slug)
  if (manifest === undefined) throw new RangeError(`${slug} offers something and has no manifest`)
  return manifest
}
