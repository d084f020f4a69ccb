import { capabilityStatus } from '../../domain/capabilities/status.ts'
import type { Capability } from '../../domain/capabilities/capability.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { CatalogEndpoint } from '../../domain/catalog/endpoint.ts'
import { actionsAsked, actionsOf } from '../../domain/discover/actions.ts'
import type { Action } from '../../domain/discover/actions.ts'
import { capabilityText, endpointId, endpointText } from '../../domain/discover/documents.ts'
import type { SearchText } from '../../domain/discover/documents.ts'
import { rank } from '../../domain/discover/rank.ts'
import type { Hit, Ranked } from '../../domain/discover/rank.ts'
import { wordsIn } from '../../domain/words/words.ts'
import type { ProviderManifest } from '../../domain/providers/manifest.ts'
import { offersOf, wrappersOf } from '../../domain/providers/offering.ts'
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
}

/** Everything that can be found: capabilities, and the raw endpoints of providers that are not excluded. */
export interface Discovery {
  search(search: Search): SearchResult[]
  /** Builds the index now. */
  prepare(): void
  readonly texts: readonly SearchText[]
}

export interface DiscoveryParts {
  readonly capabilities: readonly Capability[]
  readonly manifests: readonly ProviderManifest[]
  readonly catalog: Catalog
}

/** The index is built with the first search and kept: a new catalog comes with a new process. */
export function createDiscovery({ capabilities, manifests, catalog }: DiscoveryParts): Discovery {
  const held: { texts: SearchText[] | null; index: SearchIndex | null } = { texts: null, index: null }
  const wrappers = wrappersOf(manifests)
  const servedBy = new Map(
    capabilities.map(({ slug }) => [slug, new Set(offersOf(slug, manifests).map(({ manifest }) => manifest.slug))]),
  )
  const live = new Set(
    capabilities.map(({ slug }) => slug).filter((slug) => capabilityStatus(slug, manifests) === 'live'),
  )
  const slugs = new Map(capabilities.map((capability) => [capability.slug, capability]))
  const endpoints = new Map<string, CatalogEndpoint>()
  const actions = new Map<string, Action[]>()
  const texts = (): SearchText[] => (held.texts ??= textsOf())
  const index = (): SearchIndex => (held.index ??= createSearchIndex(texts()))

  function textsOf(): SearchText[] {
    const titles = new Map(catalog.providers.map(({ slug, title }) => [slug, title]))
    const excluded = new Set(catalog.providers.filter(({ status }) => status === 'excluded').map(({ slug }) => slug))
    const offered = catalog.all().filter(({ provider }) => !excluded.has(provider))
    for (const endpoint of offered) endpoints.set(endpointId(endpoint), endpoint)
    for (const [id, endpoint] of endpoints)
      actions.set(
        id,
        actionsOf(endpoint, (key) => endpoints.has(`${endpoint.provider} ${key}`)),
      )
    const titlesOf = (slug: string) =>
      offersOf(slug, manifests).map(({ manifest }) => `${manifest.slug} ${manifest.title}`)
    return [
      ...capabilities.map((capability) => capabilityText(capability, titlesOf(capability.slug))),
      ...offered.map((endpoint) =>
        endpointText(endpoint, titles.get(endpoint.provider) ?? '', actions.get(endpointId(endpoint)) ?? []),
      ),
    ]
  }

  function found({ id, score }: Hit): SearchResult[] {
    const capability = slugs.get(id)
    if (capability !== undefined) return [{ kind: 'capability', score, capability }]
    const endpoint = endpoints.get(id)
    return endpoint === undefined ? [] : [{ kind: 'endpoint', score, endpoint }]
  }

  /**
   * Whether a result of these kinds may contain it; endpoints that raise the rank of a capability are searched as well.
   */
  function mayAnswer(id: string, { kind, provider }: Pick<Search, 'kind' | 'provider'>): boolean {
    const endpoint = endpoints.get(id)
    if (endpoint === undefined)
      return kind !== 'endpoint' && (provider === undefined || (servedBy.get(id)?.has(provider) ?? false))
    if (provider !== undefined && endpoint.provider !== provider) return false
    return kind !== 'capability' || wrappers(endpoint).length > 0
  }

  function factsOf(id: string, isLive: Search['isLive']): Ranked {
    const endpoint = endpoints.get(id)
    if (endpoint === undefined)
      return { kind: 'capability', live: live.has(id), deprecated: false, followsUp: false, wrappedBy: [], actions: [] }
    return {
      kind: 'endpoint',
      live: isLive(endpoint),
      deprecated: endpoint.deprecated,
      followsUp: endpoint.rule === 'stored_result',
      wrappedBy: wrappers(endpoint),
      actions: actions.get(id) ?? [],
    }
  }

  return {
    get texts() {
      return texts()
    },
    prepare() {
      index()
    },
    search({ query, limit, isLive, ...filter }) {
      const matches = index().match(query, (id) => mayAnswer(id, filter))
      const items = rank(matches, (id) => factsOf(id, isLive), actionsAsked(wordsIn(query)))
        .filter(({ id }) => mayAnswer(id, filter))
        .flatMap(found)
        .filter((one) => filter.kind === undefined || one.kind === filter.kind)
        .slice(0, limit)
      const best = items[0]?.score ?? 1
      return items.map((one) => ({ ...one, score: Math.round((one.score / best) * SCORE_PARTS) / SCORE_PARTS }))
    },
  }
}

/** Scores are shown with four decimals. */
const SCORE_PARTS = 10_000
