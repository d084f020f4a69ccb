import { planRaw } from '../../domain/raw/plan.ts'
import { targetOf, type RawRequest } from '../../domain/raw/request.ts'
import { type PlanAnswer, planRun } from '../../domain/routing/candidates.ts'
import { healthStatus } from '../../domain/routing/health.ts'
import { isJsonObject } from '../../domain/providers/manifest.ts'
import type { RunToReserve } from '../../db/runs/reserve.ts'
import type { ActivityDeps } from '../deps.ts'

type Deps = Pick<ActivityDeps, 'offers' | 'findCapability' | 'findManifest' | 'catalog'>

/** Who may serve the run and how much must be held: a routed capability's waterfall, or the one provider of a raw run. */
export async function planFor(deps: Deps, run: RunToReserve): Promise<PlanAnswer> {
  return run.rawRequest === null ? planCapability(deps, run) : planEndpoint(deps, run, run.rawRequest)
}

/** It was there when the run was accepted: a deployment has taken it out meanwhile. */
const gone = (what: string): PlanAnswer =>
  ({ kind: 'refused', error: { code: 'provider_not_available', message: `${what} is no longer offered. Nothing was charged.` } })

async function planCapability(deps: Deps, { capability: slug, input, routing, environment, workspaceId }: RunToReserve): Promise<PlanAnswer> {
  const capability = slug === null ? undefined : deps.findCapability(slug)
  if (capability === undefined || !isJsonObject(input)) return gone(slug ?? 'The capability')
  return planRun({ capability, input, routing, offers: await deps.offers.offersFor(capability.slug, environment, workspaceId) })
}

async function planEndpoint(deps: Deps, run: RunToReserve, raw: RawRequest): Promise<PlanAnswer> {
  const provider = deps.catalog.provider(raw.provider)
  const endpoint = deps.catalog.find(raw.provider, raw.endpoint, raw.method)
  if (provider === undefined || endpoint === undefined) return gone(targetOf(raw))
  const [{ unusable, record }, connectionId] = await Promise.all([
    deps.offers.endpointState(raw.provider, targetOf(raw), run.environment), deps.offers.connectionFor(raw.provider, run),
  ])
  return planRaw({
    provider, endpoint, unusable,
    manifest: deps.findManifest(raw.provider),
    environment: run.environment,
    input: run.input,
    routing: run.routing,
    connectionId,
    health: healthStatus(record),
  })
}
