import { formatUsd, type Microdollars } from '../../domain/money/microdollars.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { MeteredRates, Offer, ProviderManifest } from '../../domain/providers/manifest.ts'
import { html, type Html } from '../html/markup.ts'
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
  return {
    headings: [{ id: ID, title: TITLE, level: 2 }],
    body: html`<h2 id="${ID}"><a class="anchored" href="#${ID}">${TITLE}</a></h2>
<p>The ${live.length} providers of this build, by their manifests. Prices are list prices in USD for one delivered
result; inspect shows the price of a single run.</p>
<ul class="members">${live.map((manifest) => provider(manifest, catalog.ofProvider(manifest.slug).length))}</ul>
`,
  }
}

const provider = (manifest: ProviderManifest, endpoints: number): Html =>
  html`<li id="provider-${manifest.slug}"><p class="member"><strong>${manifest.title}</strong>
${variablesOf(manifest).map((name) => html` <code>${name}</code>`)}</p>
<p class="quiet">${keyFrom(manifest)}${
    endpoints > 0 && html` · ${endpoints} raw ${endpoints === 1 ? 'endpoint' : 'endpoints'}`
  } · ${factsOf(manifest)}</p>
${
  manifest.offers.length > 0 &&
  html`<ul class="prices">${manifest.offers.map(
    (offer) => html`<li><code>${offer.capability}</code> ${priceOf(offer)}</li>
`,
  )}</ul>
`
}</li>
`

/** What it states about itself (`routing.require` reads the first). */
const factsOf = ({ facts: { data_region: region, retention_days: days, source } }: ProviderManifest): string =>
  [
    `data region ${region ?? 'not stated'}`,
    `retention ${days === null ? 'not stated' : `${days} days`}`,
    ...(source === null ? [] : [source]),
  ].join(' · ')

const isExcluded = ({ providers }: Pick<Catalog, 'providers'>, slug: string): boolean =>
  providers.find((one) => one.slug === slug)?.status === 'excluded'

const keyFrom = ({ credential, homepage }: ProviderManifest): Html => {
  const site = homepage === null ? null : html`<a href="${homepage}" rel="noreferrer">${hostOf(homepage)}</a>`
  if (credential === 'none') return site === null ? html`Needs no key` : html`Needs no key · ${site}`
  return html`Key from ${site ?? 'the provider'}`
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

/** $0.035, or $0.01 and $0.002 each; the lowest where networks have different prices. */
function priceOf({ pricing }: Pick<Offer, 'pricing'>): string {
  if (pricing.model === 'flat') return usd(pricing.amount)
  const all: readonly MeteredRates[] = [pricing, ...Object.values(pricing.byPlatform ?? {})]
  const prices = new Set(all.toSorted((left, right) => Number(ofOne(left) - ofOne(right))).map(meteredPrice))
  const [cheapest = ''] = prices
  return prices.size > 1 ? `from ${cheapest}` : cheapest
}

const ofOne = ({ base, perResult }: MeteredRates): Microdollars => base + perResult

const usd = (amount: Microdollars): string => (amount === 0n ? 'free' : `$${formatUsd(amount)}`)

const meteredPrice = ({ base, perResult }: MeteredRates): string =>
  [base > 0n || perResult === 0n ? usd(base) : '', perResult > 0n ? `${usd(perResult)} each` : '']
    .filter((part) => part !== '')
    .join(' and ')
