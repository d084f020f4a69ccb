import type { Capability } from '../../domain/capabilities/capability.ts'
import type { CatalogEndpoint } from '../../domain/catalog/endpoint.ts'
import { intentOf } from '../../domain/discover/actions.ts'
import type { SearchText } from '../../domain/discover/documents.ts'
import { fuse, rankByMeaning } from '../../domain/discover/fusion.ts'
import { isAnswer, rank, shownRelevance, closeToBest, type Hit, type Ranked } from '../../domain/discover/rank.ts'
import { type Scored, scored, type Worthy } from '../../domain/discover/scores.ts'
import type { HealthStatus } from '../../domain/routing/health.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { wordsIn } from '../../domain/words/tokenize.ts'
import { explain, type Explanation } from './explain.ts'
import { type DiscoveryParts, type Findable, findableIn } from './findable.ts'
import { createSearchIndex, type SearchIndex } from './search-index.ts'

/** Spec 4.9: `score` is normalized to the first result; `relevance` means the same in every query and filter. */
type Figures = Pick<Scored, 'score' | 'relevance'>
export type SearchResult = Figures &
  (
    | { readonly kind: 'capability'; readonly capability: Capability }
    | { readonly kind: 'endpoint'; readonly endpoint: CatalogEndpoint }
  )

export interface SearchFilter {
  readonly kind?: 'capability' | 'endpoint' | undefined
  readonly provider?: string | undefined
  /** Whose capabilities and providers are found; live by default. */
  readonly environment?: Environment
}

export interface Search extends SearchFilter {
  readonly query: string
  readonly limit: number
  /** Whether the endpoint can be run now. */
  readonly isLive: (endpoint: CatalogEndpoint) => boolean
  /** Absent: no health is known. */
  readonly healthOf?: (endpoint: CatalogEndpoint) => HealthStatus
  /** What is near to the query by its meaning, nearest first; absent: words alone decide. */
  readonly near?: readonly Hit[] | undefined
}

/** Everything that can be found: capabilities, and the raw endpoints of providers that are not excluded. */
export interface Discovery {
  search(search: Search): SearchResult[]
  /** Why a search found nothing. */
  explain(query: string, environment: Environment): Explanation
  /**
   * Whether a result under this filter may contain it; endpoints that raise the rank of a capability are searched as
   * well.
   */
  mayAnswer(id: string, filter: SearchFilter): boolean
  /** Builds the index now. */
  prepare(): void
  readonly texts: readonly SearchText[]
}

/** What was built of the same parts before. */
interface Held {
  readonly parts: DiscoveryParts
  findable: Findable | null
  index: SearchIndex | null
}

/**
 * The index is a pure function of its parts, and building it takes a second. So it is kept as long as the catalog
 * lives. This is a memo, not state: it is the same for two apps in one process.
 */
const memo = new WeakMap<object, Held>()

function heldFor(parts: DiscoveryParts): Held {
  const { catalog, manifests, capabilities } = parts
  const held = memo.get(catalog)
  if (held?.parts.manifests === manifests && held.parts.capabilities === capabilities) return held
  const made: Held = { parts: { catalog, manifests, capabilities }, findable: null, index: null }
  memo.set(catalog, made)
  return made
}

/** The index is built with the first search and kept: a new catalog comes with a new process. */
export function createDiscovery(parts: DiscoveryParts): Discovery {
  const held = heldFor(parts)
  const findable = (): Findable => (held.findable ??= findableIn(parts))
  const index = (): SearchIndex => (held.index ??= createSearchIndex(findable().texts))
  return {
    get texts() {
      return findable().texts
    },
    explain(query, environment) {
      return explain({ index: index(), findable: findable() }, query, environment)
    },
    prepare() {
      index()
    },
    mayAnswer: (id, filter) => mayAnswer(findable(), id, filter),
    search({ query, limit, isLive, healthOf = () => 'unknown', near = [], environment = 'live', ...wanted }) {
      const all = findable()
      const filter = { ...wanted, environment }
      const elements = index().read(query)
      const weight = elements.reduce((sum, element) => sum + element.weight, 0)
      const nearIds = new Set(near.map(({ id }) => id))
      const matches = index().match(elements, {
        mayAnswer: (id) => mayAnswer(all, id, filter),
        isKept: (id) => nearIds.has(id) || isWrapped(all, id),
      })
      const shown = ({ id }: Hit): boolean => isWanted(all, id, filter)
      const details = (id: string): Ranked => detailsOf(all, id, { environment, isLive, healthOf })
      const intent = intentOf(wordsIn(query))
      const matched = rank(matches, details, intent).filter(shown)
      const byWords = closeToBest(matched)
      const [best] = byWords
      const isAnswered =
        best !== undefined && (filter.provider !== undefined || isAnswer(best, details(best.id), { weight, intent }))
      const byMeaning = rankByMeaning(near, details, intent).filter(shown)
      const words = isAnswered ? byWords : []
      if (byMeaning.length === 0) return resultsOf(all, scored(words.map(byShownRelevance), details).slice(0, limit))
      const covered = matches.reduce((most, { coverage }) => Math.max(most, coverage), 0)
      const relevances = new Map(matched.map(({ id, relevance }) => [id, relevance]))
      const fused = fuse(words, byMeaning, covered).map((hit) => ({
        ...hit,
        relevance: relevances.get(hit.id) ?? hit.relevance,
      }))
      return resultsOf(all, scored(fused, details).slice(0, limit))
    },
  }
}

const byShownRelevance = (hit: Hit): Worthy => ({ ...hit, worth: shownRelevance(hit.relevance) })

/** Whether a result is one that the filter wants. */
function isWanted(
  { endpoints, offered }: Findable,
  id: string,
  { kind, provider, environment = 'live' }: SearchFilter,
): boolean {
  const endpoint = endpoints.get(id)
  if (kind !== undefined && kind !== (endpoint === undefined ? 'capability' : 'endpoint')) return false
  if (provider === undefined) return true
  return endpoint === undefined
    ? (offered[environment].servedBy.get(id)?.has(provider) ?? false)
    : endpoint.provider === provider
}

/** What is wanted, and every endpoint that raises a capability that is: so a filter changes no relevance. */
function mayAnswer(all: Findable, id: string, filter: SearchFilter): boolean {
  if (isWanted(all, id, filter)) return true
  const endpoint = all.endpoints.get(id)
  return endpoint !== undefined && all.wrappers(endpoint).some((slug) => isWanted(all, slug, filter))
}

/** Capabilities and what they wrap: their relevances depend on each other. */
function isWrapped({ endpoints, wrappers }: Findable, id: string): boolean {
  const endpoint = endpoints.get(id)
  return endpoint === undefined || wrappers(endpoint).length > 0
}

function detailsOf(
  { endpoints, actions, takes, offered, wrappers }: Findable,
  id: string,
  { environment, isLive, healthOf }: Required<Pick<Search, 'environment' | 'isLive' | 'healthOf'>>,
): Ranked {
  const endpoint = endpoints.get(id)
  const common = { takes: takes.get(id) ?? new Set() }
  if (endpoint === undefined) return { ...CAPABILITY, ...common, live: offered[environment].live.has(id) }
  return {
    kind: 'endpoint',
    live: isLive(endpoint),
    health: healthOf(endpoint),
    deprecated: endpoint.deprecated,
    followsUp: endpoint.rule === 'stored_result',
    wrappedBy: wrappers(endpoint),
    actions: actions.get(id) ?? [],
    ...common,
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

const resultsOf = ({ capabilities, endpoints }: Findable, hits: readonly Scored[]): SearchResult[] =>
  hits.flatMap(({ id, score, relevance }): SearchResult[] => {
    const capability = capabilities.get(id)
    if (capability !== undefined) return [{ kind: 'capability', score, relevance, capability }]
    const endpoint = endpoints.get(id)
    return endpoint === undefined ? [] : [{ kind: 'endpoint', score, relevance, endpoint }]
  })
