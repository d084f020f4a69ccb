import { loadCatalog } from '../../activities/providers/catalogs/load.ts'
import { MANIFESTS } from '../../activities/providers/manifests.ts'
import { createDiscovery, type Discovery } from '../../api/discover/discovery.ts'
import { CAPABILITIES } from '../../domain/capabilities/catalog.ts'
import { catalogOf, type Catalog } from '../../domain/catalog/catalog.ts'
import type { CatalogEndpoint } from '../../domain/catalog/endpoint.ts'
import { importDocument } from '../../domain/catalog/import-document.ts'
import { findCatalogProvider } from '../../domain/catalog/providers/catalog-providers.ts'
import { endpointId } from '../../domain/discover/documents.ts'
import { isWired } from '../../domain/providers/offering.ts'
import { readSource } from '../../dev/catalog-import/read-source.ts'
import { DEPTH, type Searcher } from './evaluate.ts'
import type { NearByQuery } from './meaning.ts'

/** The search under test: everything that can be found, and which of it can run. */
export interface SearchUnderTest {
  readonly discovery: Discovery
  readonly search: Searcher
  /** The same fused with what is near by meaning. */
  searchWith(near: NearByQuery): Searcher
  isThere(id: string): boolean
}

/**
 * The view of a deployment with an account at every provider that has an adapter. `provider` limits the answers to one
 * provider's endpoints, as the same member of a request does.
 */
export function subjectOf(catalog: Catalog, provider?: string): SearchUnderTest {
  const discovery = createDiscovery({ capabilities: CAPABILITIES, manifests: MANIFESTS, catalog })
  const wired = new Set(MANIFESTS.filter(isWired).map(({ slug }) => slug))
  const isLive = (endpoint: CatalogEndpoint): boolean =>
    !endpoint.requires_byok && (wired.has(endpoint.provider) || endpoint.free)
  const searchWith =
    (near: NearByQuery): Searcher =>
    (query) =>
      discovery
        .search({ query, limit: DEPTH, isLive, provider, near: near(query) })
        .map((found) => (found.kind === 'capability' ? found.capability.slug : endpointId(found.endpoint)))
  const ids = new Set(discovery.texts.map(({ id }) => id))
  return {
    discovery,
    search: searchWith(() => []),
    searchWith,
    isThere: (id) => ids.has(id),
  }
}

/** The shipped catalog with one more document. */
export async function withDocument(place: string, slug: string, prose: 'keep' | 'drop'): Promise<Catalog> {
  const shipped = loadCatalog()
  const { value } = await readSource(place)
  const imported = importDocument(value, { provider: findCatalogProvider(slug) ?? slug, prose })
  if (imported.endpoints.length === 0) throw new Error(`${place} has no operations: ${imported.warnings.join('; ')}`)
  const others = shipped.providers
    .filter((one) => one.slug !== slug)
    .map((provider) => ({ provider, endpoints: shipped.ofProvider(provider.slug) }))
  return catalogOf([...others, { provider: imported.provider, endpoints: imported.endpoints }])
}
