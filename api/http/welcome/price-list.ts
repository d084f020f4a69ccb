import type { Capability } from '../../../domain/capabilities/capability.ts'
import { formatUsd } from '../../../domain/money/microdollars.ts'
import type { ListedPrice } from '../../../domain/routing/price-list.ts'
import { html, type Html } from '../../html/markup.ts'

const CATEGORIES: Readonly<Record<Capability['category'], string>> = {
  contact: 'Contact data',
  person: 'People',
  company: 'Companies',
  social: 'Social networks',
  web: 'The web',
  seo: 'Search engines',
  outreach: 'Outreach',
}

/** Every capability with its list prices, by category, in the order of the catalog. */
export function priceList(prices: readonly ListedPrice[]): Html {
  const categories = [...new Set(prices.map(({ capability }) => capability.category))]
  return html`${categories.map(
    (
      category,
    ) => html`<section aria-labelledby="prices-${category}"><h3 id="prices-${category}">${CATEGORIES[category]}</h3>
<ul class="prices">${prices.filter(({ capability }) => capability.category === category).map(priceItem)}</ul></section>
`,
  )}`
}

const priceItem = (price: ListedPrice): Html => {
  const { slug, title, description } = price.capability
  return html`<li id="${slug}"><div><h4>${title}</h4> <code>${slug}</code>
<p>${description}</p></div>
<p class="price"><strong>${amounts(price)}</strong> <span class="quiet">${unitOf(price)}</span>
<span class="quiet">${providersOf(price)}</span></p></li>
`
}

function amounts({ from, to, providers }: ListedPrice): string {
  if (providers === 0) return 'Sandbox only'
  if (to === 0n) return 'Free'
  const low = from === 0n ? 'Free' : `$${formatUsd(from)}`
  return from === to ? low : `${low} – $${formatUsd(to)}`
}

function unitOf({ capability, results, to, providers }: ListedPrice): string {
  if (providers === 0 || to === 0n) return ''
  if (results !== null) return results === 1 ? 'for a result' : `for ${results} results`
  return capability.billing === 'on_match' ? 'when found' : 'an answer'
}

const providersOf = ({ providers }: ListedPrice): string =>
  providers === 0 ? '' : providers === 1 ? '1 provider' : `${providers} providers`
