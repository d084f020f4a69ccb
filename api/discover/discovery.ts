import type { Capability } from '../../domain/capabilities/capability.ts'
import type { CatalogEndpoint } from '../../domain/catalog/endpoint.ts'
import { intentOf } from '../../domain/discover/actions.ts'
import type { SearchText } from '../../domain/discover/documents.ts'
import { rank } from '../../domain/discover/rank.ts'
import type { Hit, Ranked } from '../../domain/discover/rank.ts'
import type { HealthStatus } from '../../domain/routing/health.ts'
import { wordsIn } from '../../domain/words/tokenize.ts'
import { type DiscoveryParts, type Findable, findableIn } from './findable.ts'
import { createSearchIndex } from './search-index.ts'
import type { SearchIndex } from './search-index.ts'

export type SearchResult =
  | { readonly kind: 'capability'; readonly score: number; readonly capability: Capability }
  | { readonly kind: 'endpoint'; readonly score: number; readonly endpoint: CatalogEndpoint }

export interface Search {
  readonly query: string
  readonly limit: number
  readonly kind?: 'capability' | 'endpoint' | undefined
  readonly provider?: string | undefined
  /** Whether the endpoint can be run now. */
  readonly isLive: (endpoint: CatalogEndpoint) => boolean
  /** Absent: no health is known. */
  readonly healthOf?: (endpoint: CatalogEndpoint) => HealthStatus
}

/** Everything that can be found: capabilities, and the raw endpoints of providers that are not excluded. */
export interface Discovery {
  search(search: Search): SearchResult[]
  /** Builds the index now. */
  prepare(): void
  readonly texts: readonly SearchText[]
}

/** The index is built with the first search and kept: a new catalog comes with a new process. */
export function createDiscovery(parts: DiscoveryParts): Discovery {
  const held: { findable: Findable | null; index: SearchIndex | null } = { findable: null, index: null }
  const findable = (): Findable => (held.findable ??= findableIn(parts))
  const index = (): SearchIndex => (held.index ??= createSearchIndex(findable().texts))
  return {
    get texts() {
      return findable().texts
    },
    prepare() {
      index()
    },
    search({ query, limit, isLive, healthOf = () => 'unknown', ...filter }) {
      const all = findable()
      const matches = index().match(query, (id) => mayAnswer(all, id, filter))
      const isScoped = filter.provider !== undefined
      if (!isScoped && !matches.some(({ relevance }) => relevance >= RELEVANCE_MIN)) return []
      const items = rank(matches, (id) => detailsOf(all, id, { isLive, healthOf }), intentOf(wordsIn(query)))
        .filter(({ id }) => mayAnswer(all, id, filter))
        .flatMap((hit) => resultOf(all, hit))
        .filter((one) => filter.kind === undefined || one.kind === filter.kind)
        .slice(0, limit)
      if (!isScoped && (items[0]?.score ?? 0) < SCORE_MIN) return []
      return items.map((one) => ({ ...one, score: Math.round(one.score * SCORE_PARTS) / SCORE_PARTS }))
    },
  }
}

/**
 * Where the best match has less, nothing matches: the words that it shares with the query are not those that the query
 * is about (decisions, "scores"). A caller that names the provider has chosen where to look: it
 * gets what is nearest.
 */
const SCORE_MIN = 0.09
/** Documents that only mention the words of a query, in their prose or their parameters, are about something else. */
const RELEVANCE_MIN = 0.13

/** Scores are shown with four decimals. */
const SCORE_PARTS = 10_000

/**
 * Whether a result of these kinds may contain it; endpoints that raise the rank of a capability are searched as well.
 */
function mayAnswer(
  { endpoints, servedBy, wrappers }: Findable,
  id: string,
  { kind, provider }: Pick<Search, 'kind' | 'provider'>,
): boolean {
  const endpoint = endpoints.get(id)
  if (endpoint === undefined)
    return kind !== 'endpoint' && (provider === undefined || (servedBy.get(id)?.has(provider) ?? false))
  if (provider !== undefined && endpoint.provider !== provider) return false
  return kind !== 'capability' || wrappers(endpoint).length > 0
}

function detailsOf(
  { endpoints, actions, live, wrappers }: Findable,
  id: string,
  { isLive, healthOf }: Required<Pick<Search, 'isLive' | 'healthOf'>>,
): Ranked {
  const endpoint = endpoints.get(id)
  if (endpoint === undefined) return { ...CAPABILITY, live: live.has(id) }
  return {
    kind: 'endpoint',
    live: isLive(endpoint),
    health: healthOf(endpoint),
    deprecated: endpoint.deprecated,
    followsUp: endpoint.rule === 'stored_result',
    wrappedBy: wrappers(endpoint),
    actions: actions.get(id) ?? [],
  }
}

/** A capability's providers back each other up, so its health decides nothing here. */
const CAPABILITY = {
  kind: 'capability',
  health: 'unknown',
  deprecated: false,
  followsUp: false,
  wrappedBy: [],
  actions: [],
} as const

function resultOf({ capabilities, endpoints }: Findable, { id, score }: Hit): SearchResult[] {
  const capability = capabilities.get(id)
  if (capability !== undefined) return [{ kind: 'capability', score, capability }]
  const endpoint = endpoints.get(id)
  return endpoint === undefined ? [] : [{ kind: 'endpoint', score, endpoint }]
}
