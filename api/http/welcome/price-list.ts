import type { Capability } from '../../../domain/capabilities/capability.ts'
import type { ListedPrice } from '../../../domain/routing/price-list.ts'
import { html, type Html } from '../../html/markup.ts'
import { amountsOf, byCategory, CATEGORY_NAMES, providersOf, unitOf } from './price-words.ts'

/** Every capability with its list prices, by category, in the order of the catalog. */
export const priceList = (prices: readonly ListedPrice[]): Html =>
  html`${byCategory(prices).map(([category, items]) => priceSection(category, items))}`

const priceSection = (category: Capability['category'], items: readonly ListedPrice[]): Html =>
  html`<section aria-labelledby="prices-${category}"><h3 id="prices-${category}">${CATEGORY_NAMES[category]}</h3>
<ul class="prices">${items.map(priceItem)}</ul></section>
`

const priceItem = (price: ListedPrice): Html => {
  const { slug, title, description } = price.capability
  return html`<li id="${slug}"><div><h4>${title}</h4> <code>${slug}</code>
<p>${description}</p></div>
<p class="price"><strong>${amountsOf(price)}</strong> <span class="quiet">${unitOf(price)}</span>
<span class="quiet">${providersOf(price)}</span></p></li>
`
}
