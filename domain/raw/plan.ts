import type { CatalogEndpoint } from '../catalog/endpoint.ts'
import type { CatalogProvider } from '../catalog/providers/provider.ts'
import { memoryCost } from '../catalog/actor-memory.ts'
import { actorCost } from '../catalog/actor-price.ts'
import type { ActorPrice } from '../catalog/rate.ts'
import { formatUsd, formatUsdOrNull, parseUsd, type Microdollars } from '../money/microdollars.ts'
import { formatMultiplier, type Multiplier, PLATFORM_MULTIPLIER, priceAt } from '../money/multiplier.ts'
import { rawMultiplier } from '../pricing/prices.ts'
import type { Rates } from '../pricing/rates.ts'
import { isJsonList, type Json, type JsonObject } from '../json/json.ts'
import type { ProviderManifest } from '../providers/manifest.ts'
import type { PlanAnswer } from '../routing/candidates.ts'
import type { Candidate, PriceTerms, RoutingRequest } from '../routing/plan.ts'
import { aboveRunCost } from '../routing/refusal.ts'
import { leastHold } from '../routing/price.ts'
import { laneFor } from '../routing/lanes.ts'
import type { Environment } from '../runs/states.ts'
import type { RunError } from '../runs/run-error.ts'
import { readScenario } from '../sandbox/scenario.ts'
import { type RoutingRules, ruledOut, rulesOfRun } from '../routing/policy.ts'
import { HOLD_WITHOUT_RATES, holdOf } from '../routing/raw-billing.ts'
import { estimateOf, type RawTerms, rawTerms } from './terms.ts'

export interface RawPlanRequest {
  readonly provider: CatalogProvider
  readonly endpoint: CatalogEndpoint
  readonly manifest: Pick<ProviderManifest, 'raw' | 'facts'> | undefined
  readonly environment: Environment
  readonly input: JsonObject | readonly Json[]
  readonly path?: JsonObject
  readonly query?: JsonObject
  /** Whether it writes to people; absent: it does not. */
  readonly sends?: boolean
  readonly routing: Pick<RoutingRequest, 'max_cost' | 'strategy' | 'max_run_cost'>
  /** The rules of the workspace's policy for raw endpoints; absent: it has none. */
  readonly policy?: readonly RoutingRules[]
  /** Why the platform's account cannot be called now, or null. */
  readonly unusable: string | null
  /** The workspace's own connection to the provider: unmetered. */
  readonly connectionId: string | null
  readonly health: string
  /** The rates of the workspace. */
  readonly rates: Rates
}

/** One provider, one attempt, no fallback (Spec 1.2, 3.1): how a raw run is held and paid, or why it cannot run. */
export function planRaw(request: RawPlanRequest): PlanAnswer {
  const message = refusalOf(request)
  if (message !== null) return { kind: 'refused', error: { code: 'provider_not_available', message } }
  const candidate = candidateOf(request)
  const tooLow = tooLowHold(request, candidate)
  if (tooLow !== null) return { kind: 'refused', error: tooLow }
  const { max_run_cost: limit } = request.routing
  if (limit !== undefined && parseUsd(candidate.max_charge) > parseUsd(limit))
    return { kind: 'refused', error: aboveRunCost(request.routing, parseUsd(candidate.max_charge)) }
  return {
    kind: 'plan',
    plan: {
      version: 1,
      strategy: request.routing.strategy,
      pinned: true,
      // A miss releases the hold whatever the provider bills (decisions, "raw miss").
      billing: 'on_match',
      sends: request.sends ?? false,
      candidates: [candidate],
      skipped: [],
      excluded: [],
      hold: candidate.max_charge,
    },
  }
}

/** A mock uses no account, so the sandbox refuses only providers that are never exposed raw. */
function refusalOf(request: RawPlanRequest): string | null {
  const { provider, endpoint, environment, unusable, connectionId } = request
  if (provider.status === 'excluded') return `${provider.title} cannot be called raw. ${provider.reason ?? ''}`.trim()
  const rule = ruledOut(rulesOfRun({}, request.policy ?? []), {
    provider: provider.slug,
    dataRegion: request.manifest?.facts.data_region ?? null,
  })
  if (rule !== null) return `${provider.title} cannot be called: ${rule}.`
  if (environment === 'test' || connectionId !== null) return null
  if (endpoint.requires_byok) {
    return `${endpoint.method} ${endpoint.endpoint} runs with your own key only: connect it with POST /v1/connections/${provider.slug}. ${endpoint.reason ?? ''}`.trim()
  }
  return unusable === null ? null : `${provider.title} cannot be called now: ${unusable}.`
}

/**
 * A paid call with nothing to spend would be given away: the call is made only if `max_cost` leaves an amount for it.
 */
function tooLowHold({ routing }: RawPlanRequest, { price, max_charge }: Candidate): RunError | null {
  const hold = parseUsd(max_charge)
  if (price.model === 'flat' || hold >= leastHold(price)) return null
  const unknown = price.model === 'measured' && price.estimate === null
  const fits = formatUsd(unknown ? HOLD_WITHOUT_RATES : leastHold(price))
  return {
    code: 'cost_limit_exceeded',
    message: `routing.max_cost ${routing.max_cost ?? ''} is too low for this call; the minimum is ${fits}.`,
    controls: ['max_cost'],
    required: fits,
    fits_with_max_cost: fits,
  }
}

function candidateOf(request: RawPlanRequest): Candidate {
  const { endpoint, provider, manifest, connectionId } = request
  const terms = rawTerms(endpoint, provider, manifest)
  const { price, hold } = priceOf(request, terms.actor)
  return {
    provider: provider.slug,
    price,
    max_charge: formatUsd(hold),
    lane: laneFor(expectedLatencyMs(request, terms), terms.deadlineMs),
    deadline_ms: terms.deadlineMs,
    health: request.health,
    ...(terms.repeat === 'resumed' ? { resumable: true } : {}),
    ...(request.environment === 'test'
      ? { simulated: true }
      : connectionId === null
        ? {}
        : { connection_id: connectionId }),
  }
}

/** The sandbox takes as long as its input demands; an actor's runs stay slow there, as they are live. */
function expectedLatencyMs({ environment, input, path, query }: RawPlanRequest, terms: RawTerms): number {
  if (environment === 'live') return terms.expectedLatencyMs
  const { slowSeconds } = readScenario([isJsonList(input) ? [...input] : input, path ?? null, query ?? null])
  return Math.max(terms.expectedLatencyMs, slowSeconds * 1000)
}

function priceOf(request: RawPlanRequest, actor: boolean): { price: PriceTerms; hold: Microdollars } {
  const { provider, endpoint, connectionId, environment, routing, rates } = request
  if ((connectionId !== null && environment === 'live') || endpoint.free)
    return { price: { model: 'flat', amount: formatUsd(0n) }, hold: 0n }
  const multiplier = rawMultiplier(provider.slug, rates)
  if (actor) return actorPriceOf(request, multiplier)
  const estimate = estimateOf(endpoint, request, multiplier)
  const hold = holdOf(estimate, routing.max_cost === null ? null : parseUsd(routing.max_cost), tasksOf(request))
  const price: PriceTerms = { model: 'measured', estimate: formatUsdOrNull(estimate), ...ownMultiplier(multiplier) }
  return { price, hold }
}

const tasksOf = ({ endpoint, input }: RawPlanRequest): number =>
  endpoint.bodyType === 'task' && isJsonList(input) ? Math.max(1, input.length) : 1

/** Actors charge for more than their items: starts, details, memory. */
const ACTOR_HOLD_MIN = parseUsd('0.10')

/**
 * An actor spends no more than its hold, so `max_cost` is the hold: it also raises it. Without it, the hold follows the
 * published price of the items that the request names.
 */
function actorPriceOf(request: RawPlanRequest, multiplier: Multiplier): { price: PriceTerms; hold: Microdollars } {
  const { endpoint, routing } = request
  const { actorPrice = {} } = endpoint
  const cost = actorCost(actorPrice, request)
  const estimate = cost === null ? null : priceAt(cost, multiplier)
  const price: PriceTerms = {
    model: 'actor',
    estimate: formatUsdOrNull(estimate),
    ...minimumOf(actorPrice, request),
    ...ownMultiplier(multiplier),
  }
  if (routing.max_cost !== null) return { price, hold: parseUsd(routing.max_cost) }
  const [hold, least] = [holdOf(estimate, null), leastHold(price)]
  return { price, hold: [hold, least, ACTOR_HOLD_MIN].reduce((most, one) => (one > most ? one : most)) }
}

/** The least that the run must be allowed to spend. An actor without a price of its items may be billed by memory. */
function minimumOf({ item, minimum }: ActorPrice, request: RawPlanRequest): { readonly minimum?: string } {
  const memory = item === undefined ? memoryCost(request) : null
  const least = [minimum, memory].filter((amount) => amount != null).toSorted((a, b) => Number(b) - Number(a))[0]
  return least === undefined ? {} : { minimum: least }
}

const ownMultiplier = (multiplier: Multiplier): { multiplier?: string } =>
  multiplier === PLATFORM_MULTIPLIER ? {} : { multiplier: formatMultiplier(multiplier) }
