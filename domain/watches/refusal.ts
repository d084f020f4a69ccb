import { type KeyLimits, refusalOfLimits } from '../access/key-limits.ts'
import type { Capability } from '../capabilities/capability.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { changesSomething } from '../catalog/changes.ts'
import { reservedQueryOf } from '../catalog/providers/provider.ts'
import { buildRequest } from '../catalog/request.ts'
import { faultsText } from '../catalog/pointer.ts'
import { hiddenOwnKey } from '../catalog/resolve.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { maySend, reachesStored } from '../outbound/is-send.ts'
import { type RawRequest, targetOf } from '../raw/request.ts'
import type { RoutingRequest } from '../routing/plan.ts'

interface StoredRequest {
  readonly capability: string | null
  readonly rawRequest: RawRequest | null
  readonly input: JsonObject | readonly Json[]
}

/** The rules of this build. */
export interface WatchRules {
  readonly findCapability: (slug: string) => Capability | undefined
  readonly catalog: Catalog
}

/**
 * Why the stored request of a watch could not be created today, or null: an earlier release may have accepted it. What
 * no provider serves now is found by the plan of its run.
 */
export function refusalOfStored({ capability, rawRequest, input }: StoredRequest, rules: WatchRules): string | null {
  if (rawRequest !== null) return refusalOfRaw(rawRequest, input, rules)
  const found = capability === null ? undefined : rules.findCapability(capability)
  if (found === undefined) return `${capability ?? 'The capability'} is no longer offered.`
  return found.sends ? `${found.slug} sends, and a watch must only read.` : null
}

/** Why the limits of the key that pays refuse the request of a watch, or null. */
export function refusalOfPayer(
  {
    capability,
    rawRequest: raw,
    input,
    routing,
  }: StoredRequest & {
    readonly routing: Pick<RoutingRequest, 'provider'>
  },
  limits: KeyLimits | null,
): string | null {
  if (limits === null) return null
  const pinned = routing.provider === 'auto' ? null : routing.provider
  // `refusalOfStored` has judged what certainly sends; an actor whose name is silent may send.
  const sends = maySend({ send: null, raw, input })
  const reason = refusalOfLimits(limits, { capability, provider: raw?.provider ?? pinned, sends })
  return reason === null ? null : `The API key that pays for the watch ${reason}.`
}

function refusalOfRaw(raw: RawRequest, input: StoredRequest['input'], { catalog }: WatchRules): string | null {
  const provider = catalog.provider(raw.provider)
  const endpoint = catalog.find(raw.provider, raw.endpoint, raw.method)
  if (provider === undefined || endpoint === undefined) return `${targetOf(raw)} is no longer offered.`
  if (changesSomething(endpoint) || reachesStored({ raw, input }))
    return `${targetOf(raw)} may change something, and a watch must only read.`
  const built = buildRequest(endpoint, { input, path: raw.path, query: raw.query }, reservedQueryOf(provider))
  if (!built.ok) return `Its request is not valid: ${faultsText(built.faults)}`
  return hiddenOwnKey(catalog, endpoint, built.path) === null ? null : 'Its path makes another endpoint of it.'
}
