import { methodOfEffect } from '../catalog/effect.ts'
import type { CatalogEndpoint } from '../catalog/endpoint.ts'
import type { CatalogProvider } from '../catalog/providers/provider.ts'
import { costOfRequest, type RequestSize, usualCost } from '../catalog/rate.ts'
import { goesIntoQuery } from '../catalog/request.ts'
import { isJsonList } from '../json/json.ts'
import type { Microdollars } from '../money/microdollars.ts'
import { type Multiplier, priceAt } from '../money/multiplier.ts'
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
  const method = methodOfEffect(endpoint)
  if (method === 'GET') return true
  return method === 'POST' && !endpoint.requires_byok && (provider.tenancy === 'data' || provider.tenancy === 'public')
}

/** The price of a usual call by the rate card, as the workspace pays it; null: no rate is known. */
export const callEstimate = ({ rate }: Pick<CatalogEndpoint, 'rate'>, multiplier: Multiplier): Microdollars | null =>
  rate === null ? null : priceAt(usualCost(rate), multiplier)

type PricedEndpoint = Pick<CatalogEndpoint, 'rate' | 'bodyType' | 'method' | 'body' | 'queryParams'>

/** The same for a request: each task of an array, each item that it names and each surcharge count. */
export function estimateOf(
  endpoint: PricedEndpoint,
  { input, query }: RequestSize,
  multiplier: Multiplier,
): Microdollars | null {
  const { rate, bodyType } = endpoint
  if (rate === null) return null
  const isQuery = input !== undefined && !isJsonList(input) && goesIntoQuery(endpoint)
  const size = isQuery ? { query: { ...query, ...input } } : { input, query }
  return priceAt(costOfRequest(rate, size, bodyType === 'task'), multiplier)
}
