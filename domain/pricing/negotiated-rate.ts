import type { Catalog } from '../catalog/catalog.ts'
import type { Capability } from '../capabilities/capability.ts'
import type { ProviderManifest } from '../providers/manifest.ts'
import { isFree } from './prices.ts'
import { fits, type RateTarget, parseTarget, parseTerms } from './rates.ts'

/** What the target of a rate may name in this build. */
export interface RateNames {
  readonly findCapability: (slug: string) => Capability | undefined
  readonly manifests: readonly ProviderManifest[]
  readonly catalog: Pick<Catalog, 'provider'>
}

/**
 * The fault of a rate that an operator wants to set, as a sentence; null if there is none. A rate without effect is
 * refused, because the operator must have meant something else.
 */
export function negotiatedRateError(target: string, terms: string, known: RateNames): string | null {
  const read = parseTarget(target)
  const agreed = parseTerms(terms)
  if (read === null)
    return `${target} is not a target: name a capability (contact.find), one provider's offer of it (contact.find@hunter) or a provider's raw endpoints (raw:hunter).`
  if (agreed === null)
    return `${terms} is not a rate: use USD a call (0.02), a share of the list price from 1% to 1000% (85%), or for raw endpoints a multiplier from x0.01 to x10 (x1.2).`
  const fault = faultOfTarget(read, known)
  if (fault !== null) return fault
  if (fits(read, agreed)) return null
  return read.kind === 'raw'
    ? 'Raw endpoints take a multiplier (x1.2) or a share of the list price (85%).'
    : 'A capability takes USD a call (0.02) or a share of the list price (85%).'
}

/**
 * Whether a text has the form of a target. A rate that is removed is checked for this alone: its capability may be
 * gone.
 */
export const isRateTarget = (target: string): boolean => parseTarget(target) !== null

function faultOfTarget(target: RateTarget, { findCapability, manifests, catalog }: RateNames): string | null {
  if (target.kind === 'raw') {
    const provider = catalog.provider(target.provider)
    if (provider === undefined) return `${target.provider} has no raw endpoints.`
    if (provider.status === 'excluded') return `${provider.title} cannot be called raw.`
    return provider.free ? `${provider.title} is free and cannot have a price.` : null
  }
  if (findCapability(target.capability) === undefined) return `There is no capability ${target.capability}.`
  if (target.kind === 'capability') return null
  const offer = manifests
    .find(({ slug }) => slug === target.provider)
    ?.offers.find(({ capability }) => capability === target.capability)
  if (offer === undefined) return `The provider ${target.provider} does not offer ${target.capability}.`
  return isFree(offer.pricing)
    ? `${target.provider} offers ${target.capability} free of charge and cannot have a price.`
    : null
}
