import type { CatalogEndpoint } from '../catalog/endpoint.ts'
import type { CatalogProvider } from '../catalog/providers/provider.ts'
import { parseUsd, type Microdollars } from '../money/microdollars.ts'
import { costWithin, type Multiplier, PLATFORM_MULTIPLIER, priceAt } from '../money/multiplier.ts'
import { isJsonList, type Json, type JsonObject } from '../json/json.ts'
import type { ProviderManifest, Repeat } from '../providers/manifest.ts'

/** The usual latency of a raw call, and its deadline: most providers answer a request within two seconds. */
const LATENCY_MS = 1_500
const DEADLINE_MS = 30_000
/** Actors work for minutes (decisions, "attempt deadline"). */
const ACTOR_LATENCY_MS = 60_000
const ACTOR_DEADLINE_MS = 600_000

/** How to call one raw endpoint, and how it is paid. */
export interface RawTerms {
  readonly expectedLatencyMs: number
  readonly deadlineMs: number
  readonly repeat: Repeat
  /** An actor's own run: capped, resumable, with a final bill. */
  readonly actor: boolean
}

export function rawTerms(
  endpoint: CatalogEndpoint,
  provider: CatalogProvider,
  manifest: Pick<ProviderManifest, 'raw'> | undefined,
): RawTerms {
  if (endpoint.bodyType === 'actor_input') {
    return { expectedLatencyMs: ACTOR_LATENCY_MS, deadlineMs: ACTOR_DEADLINE_MS, repeat: 'resumed', actor: true }
  }
  return {
    expectedLatencyMs: manifest?.raw?.expectedLatencyMs ?? LATENCY_MS,
    deadlineMs: manifest?.raw?.deadlineMs ?? DEADLINE_MS,
    repeat: repeatable(endpoint, provider) ? 'free' : 'never',
    actor: false,
  }
}

/** A read may be repeated; a call that may change or send something may not. */
function repeatable(endpoint: CatalogEndpoint, provider: CatalogProvider): boolean {
  if (endpoint.method === 'GET') return true
  return (
    endpoint.method === 'POST' &&
    !endpoint.requires_byok &&
    (provider.tenancy === 'data' || provider.tenancy === 'public')
  )
}

/**
 * The cost of one call by the rate card, as the workspace pays it; null: no rate is published. The catalog stores the
 * list price, from which the provider's price is recovered exactly.
 */
export function callEstimate(
  { cost: { estimate } }: Pick<CatalogEndpoint, 'cost'>,
  multiplier: Multiplier,
): Microdollars | null {
  return estimate === null ? null : priceAt(costWithin(parseUsd(estimate), PLATFORM_MULTIPLIER), multiplier)
}

export interface RawSize {
  readonly input?: JsonObject | readonly Json[] | undefined
  readonly query?: JsonObject | undefined
}

/** The same for a request: each task of an array, and each item of a call for several, costs the estimate. */
export function estimateOf(endpoint: CatalogEndpoint, request: RawSize, multiplier: Multiplier): Microdollars | null {
  const call = callEstimate(endpoint, multiplier)
  return call === null ? null : call * BigInt(pricedItems(endpoint, request))
}

function pricedItems(
  { bodyType, cost: { each } }: Pick<CatalogEndpoint, 'bodyType' | 'cost'>,
  { input = {}, query = {} }: RawSize,
): number {
  if (isJsonList(input)) return bodyType === 'task' ? input.length : 1
  if (each === undefined) return 1
  const items = input[each] ?? query[each]
  const count = Array.isArray(items) ? items.length : Number(items)
  return Number.isSafeInteger(count) ? Math.max(1, count) : 1
}
