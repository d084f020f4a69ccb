import type { Capability } from '../../domain/capabilities/capability.ts'
import { withActorPrice } from '../../domain/catalog/actor-price.ts'
import { readActorId } from '../../domain/catalog/actor-schema.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { CatalogEndpoint } from '../../domain/catalog/endpoint.ts'
import { actorIn, knownActor } from '../../domain/catalog/known-actors.ts'
import { isJsonList, type Json, type JsonObject } from '../../domain/json/json.ts'
import { isSend } from '../../domain/outbound/is-send.ts'
import { sendOfRaw } from '../../domain/outbound/raw-send.ts'
import { LIST_RATES, type Rates } from '../../domain/pricing/rates.ts'
import type { ProviderManifest } from '../../domain/providers/manifest.ts'
import { planRaw } from '../../domain/raw/plan.ts'
import { healthTargetOf, type RawRequest, targetOf } from '../../domain/raw/request.ts'
import { type PlanAnswer, planRun } from '../../domain/routing/candidates.ts'
import { healthStatus } from '../../domain/routing/health.ts'
import { NO_ROUTING_POLICY, type RoutingPolicy, rulesOf } from '../../domain/routing/policy.ts'
import type { HoldRefusal } from '../../domain/routing/refusal.ts'
import type { OfferCatalog } from '../../db/catalog/offers/catalog.ts'
import type { RunToReserve } from '../../db/runs/to-reserve.ts'

/** The sources that planning reads: facts of this build, and measurements. */
export interface PlanSources {
  readonly offers: OfferCatalog
  readonly findCapability: (slug: string) => Capability | undefined
  readonly findManifest: (provider: string) => ProviderManifest | undefined
  readonly catalog: Catalog
}

/** The part of a run that its plan depends on. */
export type RunToPlan = Pick<RunToReserve, 'workspaceId' | 'environment' | 'capability' | 'rawRequest' | 'routing'> & {
  readonly input: JsonObject | readonly Json[]
  /** The workspace's rates: quote, hold and `max_cost` are in its own prices (Spec 2.2). */
  readonly rates: Rates
  /** The workspace's; absent before a run exists, and where it has none. */
  readonly routingPolicy?: RoutingPolicy | null
  /** Its id, if it may try an offer first to learn how often it finds. */
  readonly exploringRun?: string
  /** The control that refused the hold of an earlier plan; a raw run has one candidate, and nothing to leave out. */
  readonly refusal?: HoldRefusal
}

const BEFORE_A_RUN: ReadonlySet<string> = new Set(['provider_not_available', 'invalid_request'])

/**
 * The refusal of a run that no provider could serve, or that costs more than its key may hold for one run; null where
 * one could. Without such a limit prices decide nothing, so no rates of a workspace are read.
 */
export async function noProviderError(
  sources: PlanSources & { readonly readRates: (workspaceId: string) => Promise<Rates> },
  run: Omit<RunToPlan, 'rates'>,
): Promise<Extract<PlanAnswer, { kind: 'refused' }> | null> {
  const isLimited = run.routing.max_run_cost !== undefined
  const rates = isLimited ? await sources.readRates(run.workspaceId) : LIST_RATES
  const answer = await planFor(sources, { ...run, rates })
  if (answer.kind === 'plan') return null
  const { code, controls } = answer.error
  return BEFORE_A_RUN.has(code) || controls?.includes('max_run_cost') === true ? answer : null
}

/**
 * The providers that may serve the run, and the amount to hold: a routed capability's waterfall, or the one provider of
 * a raw run.
 */
export async function planFor(sources: PlanSources, run: RunToPlan): Promise<PlanAnswer> {
  return run.rawRequest === null ? planCapability(sources, run) : planEndpoint(sources, run, run.rawRequest)
}

/** It existed when the run was accepted; a deployment has removed it since. */
const gone = (what: string): PlanAnswer => ({
  kind: 'refused',
  error: { code: 'provider_not_available', message: `${what} is no longer offered. Nothing was charged.` },
})

async function planCapability(
  sources: PlanSources,
  {
    capability: slug,
    input,
    routing,
    routingPolicy,
    environment,
    workspaceId,
    rates,
    exploringRun,
    refusal,
  }: RunToPlan,
): Promise<PlanAnswer> {
  const capability = slug === null ? undefined : sources.findCapability(slug)
  if (capability === undefined || isJsonList(input)) return gone(slug ?? 'The capability')
  return planRun({
    capability,
    input,
    routing,
    policy: rulesOf(routingPolicy ?? NO_ROUTING_POLICY, capability.slug),
    rates,
    // Before a run exists the policy is not known: the run is planned again with it.
    rejectedKey: routingPolicy === undefined ? 'pay_others' : (routingPolicy?.own_key_rejected ?? 'stop'),
    offers: await sources.offers.offersFor(capability.slug, environment, workspaceId, input),
    ...(exploringRun === undefined || environment !== 'live' ? {} : { exploringRun }),
    ...(refusal === undefined ? {} : { refusal }),
  })
}

/** An actor's endpoint with the price that it published last, or else that of the catalog, however it is named. */
async function pricedActor(
  { offers, catalog }: PlanSources,
  endpoint: CatalogEndpoint,
  { path }: RawRequest,
): Promise<CatalogEndpoint> {
  const actorId =
    endpoint.bodyType === 'actor_input' ? readActorId(actorIn(endpoint.endpoint) ?? path['actorId']) : null
  if (actorId === null) return endpoint
  const price =
    (await offers.actorPrice(endpoint.provider, actorId)) ?? knownActor(catalog, endpoint.provider, actorId)?.actorPrice
  return price === undefined ? endpoint : withActorPrice(endpoint, price)
}

const inputOf = ({ input }: RunToPlan): Json => (isJsonList(input) ? [...input] : input)

async function planEndpoint(sources: PlanSources, run: RunToPlan, raw: RawRequest): Promise<PlanAnswer> {
  const provider = sources.catalog.provider(raw.provider)
  const found = sources.catalog.find(raw.provider, raw.endpoint, raw.method)
  if (provider === undefined || found === undefined) return gone(targetOf(raw))
  const [endpoint, { unusable, record }, connectionId] = await Promise.all([
    pricedActor(sources, found, raw),
    sources.offers.endpointState(raw.provider, healthTargetOf(raw), run.environment),
    sources.offers.connectionFor(raw.provider, run),
  ])
  return planRaw({
    provider,
    endpoint,
    unusable,
    manifest: sources.findManifest(raw.provider),
    environment: run.environment,
    input: run.input,
    path: raw.path,
    query: raw.query,
    sends: isSend({ send: sendOfRaw(raw, inputOf(run)), raw, input: run.input }),
    routing: run.routing,
    policy: rulesOf(run.routingPolicy ?? NO_ROUTING_POLICY, null),
    connectionId,
    health: healthStatus(record),
    rates: run.rates,
  })
}
