import type { Capability } from '../capabilities/capability.ts'
import { formatUsd, type Microdollars } from '../money/microdollars.ts'
import { pricingOf } from '../pricing/prices.ts'
import type { Rates } from '../pricing/rates.ts'
import type { JsonObject } from '../json/json.ts'
import type { DataRegion } from '../providers/facts.ts'
import type { Offer, Pricing } from '../providers/manifest.ts'
import { accountOf } from '../providers/account.ts'
import { laneFor } from './lanes.ts'
import { aboveRunCost, type HoldRefusal, refusedPrice, tooMuchFor } from './refusal.ts'
import type { RunError } from '../runs/run-error.ts'
import { circuitIsOpen, healthStatus, type OfferRecord } from './health.ts'
import {
  ANOTHER_PINNED,
  ATTEMPTS_MAX,
  type Candidate,
  type LeftOut,
  type RoutePlan,
  type RoutingRequest,
} from './plan.ts'
import { maxCharge, priceTerms } from './price.ts'
import { inputFault, priceFault } from './exclusion.ts'
import { offerToExplore } from './exploration.ts'
import { hitsShown, type OfferHits } from './hits.ts'
import { shapeOf } from './shape.ts'
import { inOrder, notAllowed, orderOf, type RejectedKeyRule, type RoutingRules, rulesOfRun } from './policy.ts'
import { orderBy } from './strategy.ts'
import { compareName } from './weighed.ts'

/** One provider's offer as routing sees it at this moment. */
export interface RoutedOffer {
  readonly provider: string
  readonly offer: Offer
  /**
   * Set if the workspace's own key serves it: nothing is metered (Spec 1.8). Absent: the platform's account serves it.
   */
  readonly connectionId?: string
  /** Its provider has just rejected the workspace's own key. */
  readonly keyRejected?: true
  /** Why it cannot be called at all (no account, account exhausted), or null. */
  readonly unusable: string | null
  readonly record: OfferRecord | undefined
  /** How often it finds something for inputs like this one; absent: nothing was counted. */
  readonly hits?: OfferHits
  /** Where its provider keeps data; absent or null: not stated. */
  readonly dataRegion?: DataRegion | null
}

export type PlanAnswer =
  | { readonly kind: 'plan'; readonly plan: RoutePlan }
  /** `field`: the input member that no offer takes as it is; empty: one is missing. */
  | { readonly kind: 'refused'; readonly error: RunError; readonly field?: string }

export interface PlanRequest {
  readonly capability: Capability
  readonly input: JsonObject
  readonly routing: RoutingRequest
  /** The rules of the workspace's policy for the capability, the nearest first; absent: it has none. */
  readonly policy?: readonly RoutingRules[]
  /** Every offer of the capability in the run's environment. */
  readonly offers: readonly RoutedOffer[]
  /** The rates of the workspace, for the quote, the hold and the comparison with `max_cost`. */
  readonly rates: Rates
  /** The run that may explore; absent: none may, as in the sandbox, whose routing is repeatable. */
  readonly exploringRun?: string
  /** The control that refused the hold of an earlier plan: what it leaves decides which offers are left out. */
  readonly refusal?: HoldRefusal
  /** The workspace's rule where an own key is rejected; absent: `pay_others`. */
  readonly rejectedKey?: RejectedKeyRule
}

interface Priced extends RoutedOffer {
  readonly pricing: Pricing
  readonly maxCharge: Microdollars
  readonly expectedLatencyMs: number
}

/**
 * The providers that may serve the run, their order, and the amount to hold (Spec 3.1, 4.1, 4.3). Pure: the same offers
 * and records always make the same plan.
 */
export function planRun(requested: PlanRequest): PlanAnswer {
  const request = { ...requested, offers: ownKeysFirst(requested.offers) }
  const { routing, capability } = request
  const excluded: LeftOut[] = []
  const usable: Priced[] = []
  for (const offer of request.offers) {
    const priced = price(offer, request)
    const reason = exclusion(priced, request)
    if (reason === null) usable.push(priced)
    else excluded.push({ provider: offer.provider, reason })
  }
  const stopped = rejectedLead(request, usable)
  if (stopped !== null) {
    // What costs nothing may still serve it.
    const left = usable.filter((offer) => offer.maxCharge > 0n)
    excluded.push(...left.map(({ provider }) => ({ provider, reason: 'it would charge in place of your own key' })))
    usable.splice(0, usable.length, ...usable.filter((offer) => offer.maxCharge === 0n))
    if (usable.length === 0) return { kind: 'refused', error: keyIsRejected(request, stopped) }
  }
  if (usable.length === 0) return unservedInput(request) ?? { kind: 'refused', error: refusal(request, excluded) }

  const pinned = routing.provider !== 'auto'
  const tries = triesOf(routing)
  const { open, order, ordered } = orderOpenOffers(request, usable)
  const explored =
    mayExplore(request) && !ordered.some(isOwn) ? offerToExplore(ordered, { runId: request.exploringRun, tries }) : null
  const chosen = (explored === null ? ordered : [explored, ...ordered.filter((one) => one !== explored)]).slice(
    0,
    tries,
  )
  const hold = chosen.reduce((most, offer) => (offer.maxCharge > most ? offer.maxCharge : most), 0n)
  return {
    kind: 'plan',
    plan: {
      version: 1,
      strategy: routing.strategy,
      pinned,
      billing: capability.billing,
      sends: capability.sends,
      candidates: chosen.map((offer, index) => ({
        ...toCandidate(offer, request.input),
        ...hitsShown(offer, chosen.slice(0, index)),
        ...(offer === explored ? { explored: true as const } : {}),
      })),
      ...(order !== null && order.providers.includes(chosen[0]?.provider ?? '') ? { ordered_by: order.source } : {}),
      ...(request.rejectedKey === 'stop' && chosen[0] !== undefined && isOwn(chosen[0])
        ? { stops_at_rejected_key: true as const }
        : {}),
      skipped: open.map(({ provider }) => ({ provider, reason: 'circuit open after repeated failures' })),
      excluded,
      hold: formatUsd(hold),
      shape: shapeOf(request.input, identifyingFields(request.offers)),
    },
  }
}

const triesOf = ({ provider, allow_fallback: fallsBack }: RoutingRequest): number =>
  provider !== 'auto' || !fallsBack ? 1 : ATTEMPTS_MAX

/** The offers in the order of the request, the policy or the strategy, without those whose circuit is open. */
function orderOpenOffers(request: PlanRequest, usable: readonly Priced[]) {
  const { routing, capability } = request
  const { closed, open } = splitByCircuit(usable, routing.provider !== 'auto')
  const byStrategy = orderBy(routing.strategy, closed, { tries: triesOf(routing), billing: capability.billing })
  const byRank = routing.strategy === 'best_value' ? ownFirst(byStrategy) : byStrategy
  const order = orderOf(rulesFor(request))
  return { open, order, ordered: inOrder(byRank, order?.providers ?? []) }
}

/**
 * The own key that would lead the run and that its provider rejects, where the workspace pays no other provider; null:
 * the run is led by another offer.
 */
function rejectedLead(request: PlanRequest, usable: readonly Priced[]): Priced | null {
  if (request.rejectedKey !== 'stop' || request.routing.provider !== 'auto') return null
  const rejected = request.offers
    .filter(({ keyRejected }) => keyRejected === true)
    .map((offer) => price({ ...offer, unusable: null }, request))
    .filter((offer) => exclusion(offer, request) === null)
  const [lead] = orderOpenOffers(request, [...usable, ...rejected]).ordered
  return lead?.keyRejected === true ? lead : null
}

const keyIsRejected = ({ capability }: PlanRequest, { provider }: Priced): RunError => ({
  code: 'provider_not_available',
  message: `${provider} rejects your own key, and the other providers of ${capability.slug} would charge for this run. Connect a new key with POST /v1/connections/${provider}, or allow it: own_key_rejected "pay_others" of the routing policy.`,
})

const isOwn = ({ connectionId }: RoutedOffer): boolean => connectionId !== undefined

const rulesFor = ({ routing, policy = [] }: PlanRequest) => rulesOfRun(routing, policy)

/** An own key costs nothing here, and its customer expects it to be used, also where another offer is quicker. */
const ownFirst = (offers: readonly Priced[]): Priced[] => [
  ...offers.filter(isOwn),
  ...offers.filter((offer) => !isOwn(offer)),
]

/** The fields that the offers of a capability require: they state what an input is known by. */
export const identifyingFields = (offers: readonly Pick<RoutedOffer, 'offer'>[]): ReadonlySet<string> =>
  new Set(offers.flatMap(({ offer }) => offer.requires.flat()))

/**
 * Not where the request states what comes first, not where a miss is paid, and never with a message to a person. An own
 * key comes first too, whatever else could be learned.
 */
const mayExplore = (request: PlanRequest): request is PlanRequest & { readonly exploringRun: string } =>
  request.exploringRun !== undefined &&
  request.routing.explore !== false &&
  request.routing.strategy === 'best_value' &&
  request.routing.provider === 'auto' &&
  orderOf(rulesFor(request)) === null &&
  request.routing.allow_fallback &&
  request.capability.billing !== 'per_call' &&
  !request.capability.sends

/**
 * A connected key replaces the platform's account of its provider, even while the key cannot be used: a workspace that
 * has connected its key is never billed for that provider, and calls it once in a run.
 */
export function ownKeysFirst(offers: readonly RoutedOffer[]): readonly RoutedOffer[] {
  const connected = new Set(
    offers.flatMap(({ provider, connectionId }) => (connectionId === undefined ? [] : [provider])),
  )
  return offers.filter(({ provider, connectionId }) => connectionId !== undefined || !connected.has(provider))
}

function price(offer: RoutedOffer, { capability, input, rates }: PlanRequest): Priced {
  const { expectedLatencyMs } = offer.offer
  const pricing = pricingOf(offer, rates)
  return {
    ...offer,
    pricing,
    maxCharge: maxCharge(pricing, input, capability.limitField),
    expectedLatencyMs: typeof expectedLatencyMs === 'number' ? expectedLatencyMs : expectedLatencyMs(input),
  }
}

/**
 * Why this offer is no candidate, or null. The inputs are checked before the price: a missing input is reported rather
 * than a price above `max_cost`.
 */
function exclusion(offer: Priced, request: PlanRequest): string | null {
  const { routing, input } = request
  if (routing.provider !== 'auto' && offer.provider !== routing.provider) return ANOTHER_PINNED
  const { provider, dataRegion = null } = offer
  return (
    notAllowed(request, { provider, dataRegion }) ??
    offer.unusable ??
    inputFault(offer.offer, input)?.reason ??
    priceFault(offer.maxCharge, routing) ??
    (request.refusal === undefined ? null : refusedPrice(offer.maxCharge, request.refusal))
  )
}

/**
 * Offers with an open circuit are skipped only while another one is left: with all of them open, or a single one,
 * trying is better than refusing (a run that is not tried can only fail).
 */
function splitByCircuit(offers: readonly Priced[], pinned: boolean): { closed: Priced[]; open: Priced[] } {
  const closed = offers.filter((offer) => !circuitIsOpen(offer.record))
  if (pinned || closed.length === 0) return { closed: [...offers], open: [] }
  return { closed, open: offers.filter((offer) => circuitIsOpen(offer.record)).toSorted(compareName) }
}

const ownTurns = ({ provider, offer }: RoutedOffer): { account?: string } =>
  offer.limits === undefined ? {} : { account: accountOf({ slug: provider, limits: offer.limits }, offer).id }

function toCandidate(offer: Priced, input: JsonObject): Candidate {
  return {
    provider: offer.provider,
    price: priceTerms(offer.pricing, input),
    max_charge: formatUsd(offer.maxCharge),
    lane: laneFor(offer.expectedLatencyMs, offer.offer.deadlineMs),
    deadline_ms: offer.offer.deadlineMs,
    health: healthStatus(offer.record),
    ...(offer.offer.repeat === 'resumed' ? { resumable: true as const } : {}),
    ...(offer.connectionId === undefined ? ownTurns(offer) : { connection_id: offer.connectionId }),
  }
}

/**
 * The refusal of an input that no offer of the capability serves, whatever the accounts, the prices and the rules: the
 * caller has to change it. null: some offer would serve it.
 */
function unservedInput({ capability, input, offers }: PlanRequest): PlanAnswer | null {
  const faults = offers.flatMap(({ provider, offer }) => {
    const fault = inputFault(offer, input)
    return fault === null ? [] : [{ provider, ...fault }]
  })
  if (offers.length === 0 || faults.length < offers.length) return null
  return {
    kind: 'refused',
    error: {
      code: 'invalid_request',
      message: `No provider serves ${capability.slug} with this input (${faults.map(({ provider, reason }) => `${provider}: ${reason}`).join('; ')}).`,
    },
    field: faults.find(({ field }) => field !== null)?.field ?? '',
  }
}

/** Where the request names its provider, others may serve it. */
const whoCannot = ({ routing: { provider } }: PlanRequest): string =>
  provider === 'auto' ? 'No provider can' : `The pinned provider ${provider} cannot`

/**
 * The error code of a run without candidates: a price above `max_cost` is the caller's control, anything else is ours.
 */
function refusal(request: PlanRequest, excluded: readonly LeftOut[]): RunError {
  const cheapestOf = (reasonEnds: string): Microdollars | undefined => {
    const tooDear = excluded.filter(({ reason }) => reason.endsWith(reasonEnds)).map(({ provider }) => provider)
    return request.offers
      .filter(({ provider }) => tooDear.includes(provider))
      .map((offer) => price(offer, request).maxCharge)
      .toSorted((a, b) => (a < b ? -1 : 1))[0]
  }
  const overKey = cheapestOf('above the limit of the API key')
  if (overKey !== undefined) return aboveRunCost(request.routing, overKey)
  const overLeft = request.refusal === undefined ? undefined : cheapestOf(tooMuchFor(request.refusal))
  if (request.refusal !== undefined && overLeft !== undefined) {
    const message = `No offer fits: the cheapest, ${formatUsd(overLeft)}, ${tooMuchFor(request.refusal)}.`
    return { code: 'cost_limit_exceeded', message, required: formatUsd(overLeft) }
  }
  const cheapest = cheapestOf('above max_cost')
  if (cheapest !== undefined) {
    return {
      code: 'cost_limit_exceeded',
      message: `No offer fits under routing.max_cost ${request.routing.max_cost ?? ''}; the cheapest costs ${formatUsd(cheapest)}.`,
      controls: ['max_cost'],
      required: formatUsd(cheapest),
      fits_with_max_cost: formatUsd(cheapest),
    }
  }
  const reasons = excluded
    .filter(({ reason }) => reason !== ANOTHER_PINNED)
    .map(({ provider, reason }) => `${provider}: ${reason}`)
  return {
    code: 'provider_not_available',
    message: `${whoCannot(request)} serve ${request.capability.slug} now${reasons.length > 0 ? ` (${reasons.join('; ')})` : ''}.`,
  }
}
