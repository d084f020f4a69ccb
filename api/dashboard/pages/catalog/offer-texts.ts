import type { Static } from 'typebox'
import { parseUsd } from '../../../../domain/money/microdollars.ts'
import { html, type Html } from '../../../html/markup.ts'
import type { CapabilityItem, EndpointItem, Offer as OfferFacts } from '../../../schemas/catalog.ts'
import { badge, duration, type Tone, usd, withCommas } from '../../elements.ts'
import type { View } from '../../page.ts'
import type { Connected } from './own-keys.ts'
import { capabilityPath } from './paths.ts'

type Health = Static<typeof CapabilityItem>['health']

const HEALTH_TONES: Readonly<Record<Health['status'], Tone>> = {
  healthy: 'good',
  stable: 'good',
  degraded: 'warn',
  outage: 'bad',
  unknown: 'quiet',
}

/** The current health, and the sample that it is measured from. */
export const healthOf = ({ status, latency_ms_p50: latency, success_rate: rate, sample_size: calls }: Health): Html =>
  status === 'unknown'
    ? html`<span class="quiet">not measured yet</span>`
    : html`${badge(status, HEALTH_TONES[status])} <span class="quiet nowrap">${[
        ...(rate === null ? [] : [`${Math.round(rate * 100)} % answered`]),
        ...(latency === null ? [] : [duration(latency)]),
        `${calls} calls`,
      ].join(', ')}</span>`

/** How often it finds something, and the number of answers behind it. */
export const findsOf = ({ after_misses: later, ...first }: OfferFacts['hits']): Html =>
  later === undefined
    ? findsOfAnswers(first)
    : html`${findsOfAnswers(first)}<br>${findsOfAnswers(later)} <span class="quiet">after misses of others</span>`

const findsOfAnswers = ({ hit_rate: rate, sample_size: answers }: Omit<OfferFacts['hits'], 'after_misses'>): Html =>
  rate === null
    ? html`<span class="quiet">not known yet</span>`
    : html`${Math.round(rate * 100)} % <span class="quiet nowrap">of ${answers} answers</span>`

const STATUSES: Readonly<Record<CapabilityItem['status'] | EndpointItem['status'], readonly [string, Tone]>> = {
  live: ['live', 'good'],
  coming_soon: ['sandbox only', 'quiet'],
  ready: ['needs an account', 'warn'],
  excluded: ['not callable', 'quiet'],
}
type Here = Pick<View, 'environment'>

const WITH_OWN_KEY = 'Free with your own key'

/** An endpoint whose provider has no account of the platform can be called with the workspace's own key. */
export const endpointAvailability = (
  view: Here,
  { status, connected }: Pick<EndpointItem, 'status'> & Connected,
): Html => availability(view, status === 'ready' && connected ? 'live' : status)

/** Whether it can be run in the environment that is shown: in the sandbox all can but what is never callable. */
const availability = ({ environment }: Here, status: keyof typeof STATUSES): Html =>
  environment === 'test' && status !== 'excluded' ? badge('runs in the sandbox', 'good') : badge(...STATUSES[status])

type Priced = Pick<CapabilityItem, 'status' | 'starting_price'> & Connected

/** A built capability without any price cannot run: none of its providers has a usable account here. */
export const capabilityAvailability = (view: Here, { status, starting_price: price, connected }: Priced): Html =>
  view.environment === 'live' && status === 'live' && price === null && !connected
    ? badge('no usable account', 'warn')
    : availability(view, status)

const MODELS: Readonly<Record<EndpointItem['cost']['model'], string>> = {
  free: '',
  per_call: 'a call',
  per_task: 'a task',
  per_result: 'a result',
  per_event: 'an event',
}

/** What a call costs, in few words. */
export const costOf = ({ cost: { model, estimate }, connected }: Pick<EndpointItem, 'cost'> & Connected): string => {
  if (connected) return WITH_OWN_KEY
  if (model === 'free') return 'Free'
  return estimate === null ? 'At cost, $1.00 held' : `About ${usd(estimate)} ${MODELS[model]}`
}

export function startingPrice({ starting_price: price, connected }: Omit<Priced, 'status'>): string {
  if (connected) return WITH_OWN_KEY
  if (price === null) return 'No price now'
  return isZero(price.amount) ? 'Free' : `From ${usd(price.amount)}`
}

const isZero = (amount: string): boolean => parseUsd(amount) === 0n

/** The same as a sentence, which also states why there is no price. */
export function explainedPrice({ status, starting_price: price, connected }: Priced): string {
  if (price !== null || connected) return startingPrice({ starting_price: price, connected })
  return status === 'live' ? 'None: there is no usable provider account' : 'None: only simulated so far'
}

export const capabilityLinks = (view: View, capabilities: readonly string[]): Html =>
  withCommas(capabilities.map((one) => html`<a href="${capabilityPath(view, one)}">${one}</a>`))

/** The names of an answer's fields. */
export const fieldNames = (fields: readonly string[]): Html =>
  html`<ul class="words">${fields.map((field) => html`<li><code>${field}</code></li>`)}</ul>`
