import { formatUsd, type Microdollars } from '../../domain/money/microdollars.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { MeteredRates, Offer, ProviderManifest } from '../../domain/providers/manifest.ts'
import { table } from '../dashboard/elements.ts'
import { html, type Part } from '../html/markup.ts'
import type { Generated } from './guide-page.ts'

export interface ProviderFacts {
  readonly manifests: readonly ProviderManifest[]
  readonly catalog: Pick<Catalog, 'providers' | 'ofProvider'>
}

const TITLE = 'Providers, settings and prices'
const ID = 'providers-settings-and-prices'

/** Every provider that serves live runs: its setting, where its key comes from, and its list prices. */
export function providersSection({ manifests, catalog }: ProviderFacts): Generated {
  const live = manifests
    .filter(
      ({ slug, offers, environment }) => environment === 'live' && (offers.length > 0 || !isExcluded(catalog, slug)),
    )
    .toSorted((left, right) => left.title.localeCompare(right.title, 'en'))
  const rows = live.map((manifest) => {
    const raw = catalog.ofProvider(manifest.slug).length
    return {
      id: `provider-${manifest.slug}`,
      cells: [
        nameOf(manifest),
        html`${variablesOf(manifest).map((name) => html`<code class="id">${name}</code>`)}`,
        keyFrom(manifest),
        html`${manifest.offers.map((offer) => html`<code>${offer.capability}</code> ${priceOf(offer)}<br>`)}${
          raw > 0 && html`<span class="quiet">${raw} raw ${raw === 1 ? 'endpoint' : 'endpoints'}</span>`
        }`,
      ],
    }
  })
  return {
    headings: [{ id: ID, title: TITLE, level: 2 }],
    body: html`<h2 id="${ID}"><a class="anchored" href="#${ID}">${TITLE}</a></h2>
<p>This list is made from the manifests of this build. Prices are list prices in USD for one delivered result; inspect
shows the price of a single run.</p>
${table({
  id: 'providers',
  caption: `${rows.length} providers`,
  columns: [
    { title: 'Provider' },
    { title: 'Setting of the operator' },
    { title: 'Key' },
    { title: 'Capabilities and list prices' },
  ],
  rows,
  empty: 'This build has no live provider.',
})}`,
  }
}

const isExcluded = ({ providers }: Pick<Catalog, 'providers'>, slug: string): boolean =>
  providers.find((one) => one.slug === slug)?.status === 'excluded'

const nameOf = ({ title, homepage }: ProviderManifest): Part =>
  homepage === null ? title : html`<a href="${homepage}" rel="noreferrer">${title}</a>`

const keyFrom = ({ credential, homepage, title }: ProviderManifest): Part => {
  if (credential === 'none') return 'none is needed'
  return homepage === null ? `from ${title}` : html`<a href="${homepage}" rel="noreferrer">${hostOf(homepage)}</a>`
}

const hostOf = (url: string): string => new URL(url).host.replace(/^www\./, '')

/** The variables of docs/settings.md for one provider. */
function variablesOf({ slug, credential, baseUrl }: ProviderManifest): string[] {
  const prefix = `PROVIDER_${slug.toUpperCase().replaceAll('-', '_')}`
  return [
    ...(credential === 'api_key' ? [`${prefix}_API_KEY`] : []),
    ...(baseUrl.includes('{account}') ? [`${prefix}_ACCOUNT`] : []),
  ]
}

/** $0.035, or $0.01 and $0.002 each. */
export function priceOf({ pricing }: Pick<Offer, 'pricing'>): string {
  if (pricing.model === 'flat') return usd(pricing.amount)
  const rates: readonly MeteredRates[] = [pricing, ...Object.values(pricing.byPlatform ?? {})]
  return [...new Set(rates.map(meteredPrice))].join(' or ')
}

const usd = (amount: Microdollars): string => (amount === 0n ? 'free' : `$${formatUsd(amount)}`)

const meteredPrice = ({ base, perResult }: MeteredRates): string =>
  [base > 0n || perResult === 0n ? usd(base) : '', perResult > 0n ? `${usd(perResult)} each` : '']
    .filter((part) => part !== '')
    .join(' and ')
