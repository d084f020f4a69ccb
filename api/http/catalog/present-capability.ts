import { capabilityStatus } from '../../../domain/capabilities/status.ts'
import type { Capability } from '../../../domain/capabilities/capability.ts'
import { inspectCapabilityCommand } from '../../../domain/cli/commands.ts'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { Pricing } from '../../../domain/providers/manifest.ts'
import { isWired, offersOf, platformsOf } from '../../../domain/providers/offering.ts'
import { bestHealth } from '../../../domain/routing/health-shown.ts'
import { pricingOf, shownAmount } from '../../../domain/routing/price.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { CapabilityItem, Offer } from '../../schemas/catalog.ts'
import type { Listing } from './listing.ts'

/** A capability with list prices, as anybody may see it (Spec 4.9). */
export async function capabilityItem(capability: Capability, listing: Listing): Promise<CapabilityItem> {
  const { slug, title, description } = capability
  const { manifests, offers, readAvailability } = listing
  const available = await readAvailability()
  const live = (await offers.offersFor(slug, 'live')).filter(({ provider, unusable }) => unusable === null && isWired(manifestOf(listing, provider)))
  return {
    kind: 'capability',
    capability: slug, title, description,
    status: capabilityStatus(slug, manifests),
    providers: offersOf(slug, manifests).map(({ manifest }) => manifest.slug),
    live_providers: live.map(({ provider }) => provider),
    platforms: platformsOf(slug, manifests),
    starting_price: cheapest(live.map(({ offer }) => shownAmount(pricingOf(offer)))),
    health: bestHealth(live.map(({ provider }) => available.healthOf(provider, slug))),
    hint: inspectCapabilityCommand(slug),
  }
}

export function cheapest(amounts: readonly Microdollars[]): CapabilityItem['starting_price'] {
  const [first, ...rest] = amounts
  if (first === undefined) return null
  return { amount: formatUsd(rest.reduce((least, amount) => (amount < least ? amount : least), first)), currency: 'USD' }
}

/** Every offer in the environment of a key, at the prices that its runs are quoted (Spec 2.2). */
export async function offersFor(slug: string, principal: { workspaceId: string; environment: Environment }, listing: Listing): Promise<Offer[]> {
  const { workspaceId, environment } = principal
  const [offers, connected, available] = await Promise.all([
    listing.offers.offersFor(slug, environment), listing.connectedProviders(workspaceId, environment), listing.readAvailability(),
  ])
  return offers.map(({ provider, offer, unusable }): Offer => {
    const manifest = manifestOf(listing, provider)
    const own = connected.has(provider)
    const pricing = pricingOf(offer)
    const wired = isWired(manifest)
    return {
      provider,
      executable: environment === 'test' || (wired && (own || unusable === null)),
      wired,
      verified: offer.verified,
      platforms: [...offer.platforms ?? []],
      price: own
        ? { amount: formatUsd(0n), currency: 'USD', note: 'Your own key: not metered.' }
        : { amount: formatUsd(shownAmount(pricing)), currency: 'USD', note: offer.priceNote },
      ...ratesOf(pricing, own),
      health: available.healthOf(provider, slug),
      requires_byok: manifest.byokOnly === true,
      connected: own,
    }
  })
}

function ratesOf(pricing: Pricing, own: boolean): Pick<Offer, 'pricing'> {
  if (pricing.model === 'flat' || own) return {}
  return { pricing: { base: formatUsd(pricing.base), per_result: formatUsd(pricing.perResult), default_limit: pricing.defaultLimit } }
}

function manifestOf({ manifests }: Listing, slug: string) {
  const manifest = manifests.find((one) => one.slug === slug)
  if (manifest === undefined) throw new RangeError(`${slug} offers something and has no manifest`)
  return manifest
}
