import { html, type Html } from '../../../html/markup.ts'
import type { Discovered } from '../../../schemas/catalog.ts'
import { badge } from '../../elements.ts'
import type { View } from '../../page.ts'
import { capabilityPath, endpointPath } from './paths.ts'
import { capabilityFor, type Connected, endpointFor, type OwnKeys } from './own-keys.ts'
import {
  capabilityAvailability,
  capabilityLinks,
  costOf,
  endpointAvailability,
  healthOf,
  startingPrice,
} from './offer-texts.ts'

type Hit = Discovered['items'][number]
type CapabilityHit = Extract<Hit, { kind: 'capability' }>
type EndpointHit = Extract<Hit, { kind: 'endpoint' }>

/** The search results, the best first, each with its price and why it matched. */
export const hitList = (view: View, hits: readonly Hit[], ownKeys: OwnKeys): Html =>
  html`<ol class="hits">${hits.map((hit) => html`<li class="card hit">${hitOf(view, hit, ownKeys)}</li>`)}</ol>`

const hitOf = (view: View, hit: Hit, ownKeys: OwnKeys): Html =>
  hit.kind === 'capability'
    ? capabilityHit(view, { ...hit, ...capabilityFor(ownKeys, hit) })
    : endpointHit(view, { ...hit, ...endpointFor(ownKeys, hit) })

const capabilityHit = (
  view: View,
  hit: CapabilityHit & Connected,
): Html => html`<h2><a href="${capabilityPath(view, hit.capability)}">${hit.title}</a></h2>
<p class="hit-line">${badge('capability', 'busy')} ${capabilityAvailability(view, hit)}
<code>${hit.capability}</code></p>
<p>${hit.description}</p>
${factLine([
  ['List price', startingPrice(hit)],
  ['Served by', servedBy(hit.providers)],
  ['Health', healthOf(hit.health)],
  ['Fits', fit(hit.relevance)],
])}`

const endpointHit = (
  view: View,
  hit: EndpointHit & Connected,
): Html => html`<h2><a href="${endpointPath(view, hit)}">${hit.title}</a></h2>
<p class="hit-line">${badge('endpoint', 'quiet')} ${endpointAvailability(view, hit)}
<code>${hit.provider} ${hit.method} ${hit.endpoint}</code></p>
${hit.wrapped_by.length > 0 && betterAs(capabilityLinks(view, hit.wrapped_by))}
${hit.reason !== null && html`<p>${hit.reason}</p>`}
${factLine([
  ['List price', costOf(hit)],
  ['Health', healthOf(hit.health)],
  ['Fits', fit(hit.relevance)],
])}`

const betterAs = (links: Html): Html => html`<p>Better as ${links}, which falls back to other providers.</p>`

const factLine = (rows: readonly (readonly [string, Html | string])[]): Html =>
  html`<dl class="line">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`

const SERVED_SHOWN = 4
const servedBy = (providers: readonly string[]): string =>
  providers.length > SERVED_SHOWN
    ? `${providers.slice(0, SERVED_SHOWN).join(', ')} and ${providers.length - SERVED_SHOWN} more`
    : providers.join(', ') || 'no provider yet'

/** The share of the query that it explains, with all the digits that order the hits. */
const fit = (relevance: number): string => `${(relevance * 100).toFixed(1)} %`
