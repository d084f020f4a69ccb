import type { Capability } from '../../../domain/capabilities/capability.ts'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import type { ListedPrice } from '../../../domain/routing/price-list.ts'

export const CATEGORY_NAMES: Readonly<Record<Capability['category'], string>> = {
  contact: 'Contact data',
  person: 'People',
  company: 'Companies',
  social: 'Social networks',
  web: 'The web',
  seo: 'Search engines',
  outreach: 'Outreach',
}

/** The prices of each category, in the order of the catalog. */
export const byCategory = (prices: readonly ListedPrice[]): [Capability['category'], ListedPrice[]][] => [
  ...Map.groupBy(prices, ({ capability }) => capability.category),
]

/** `$0.035 – $0.10` */
export function amountsOf({ from, to, providers }: ListedPrice): string {
  if (providers === 0) return 'Sandbox only'
  if (to === 0n) return 'Free'
  const low = from === 0n ? 'Free' : `$${formatUsd(from)}`
  return from === to ? low : `${low} – $${formatUsd(to)}`
}

/** What the amounts are for; empty where there is nothing to pay. */
export function unitOf({ capability, results, to, providers }: ListedPrice): string {
  if (providers === 0 || to === 0n) return ''
  if (results !== null) return results === 1 ? 'for a result' : `for ${results} results`
  if (capability.sends) return 'a message'
  return capability.billing === 'on_match' ? 'when found' : 'an answer'
}

export const providersOf = ({ providers }: ListedPrice): string =>
  providers === 0 ? '' : providers === 1 ? '1 provider' : `${providers} providers`
