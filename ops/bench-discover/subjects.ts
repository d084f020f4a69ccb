import { loadCatalog } from '../../activities/providers/catalogs/load.ts'
import { MANIFESTS } from '../../activities/providers/manifests.ts'
import { createDiscovery } from '../../api/discover/discovery.ts'
import type { Discovery } from '../../api/discover/discovery.ts'
import { CAPABILITIES } from '../../domain/capabilities/catalog.ts'
import { catalogOf } from '../../domain/catalog/catalog.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { CatalogEndpoint } from '../../domain/catalog/endpoint.ts'
import { importDocument } from '../../domain/catalog/import-document.ts'
import { findCatalogProvider } from '../../domain/catalog/providers/table.ts'
import { endpointId } from '../../domain/discover/documents.ts'
import { isWired } from '../../domain/providers/offering.ts'
import { readSource } from '../catalog-import/read-source.ts'
import { DEPTH } from './evaluate.ts'
import type { Searcher } from './evaluate.ts'

/** What is searched: everything that can be found, and what of it runs. */
export interface Subject {
  readonly discovery: Discovery
  readonly search: Searcher
  isThere(id: string): boolean
}

/**
 * As a deployment sees it that has an account at every provider with an adapter. `provider` keeps the answers to one provider's
 * endpoints, as the member of the same name does in a request.
 */
export function subjectOf(catalog: Catalog, provider?: string): Subject {
  const discovery = createDiscovery({ capabilities: CAPABILITIES, manifests: MANIFESTS, catalog })
  const wired = new Set(MANIFESTS.filter(isWired).map(({ slug }) => slug))
  const isLive = (endpoint: CatalogEndpoint): boolean => !endpoint.requires_byok && (wired.has(endpoint.provider) || endpoint.free)
  const ids = new Set(discovery.texts.map(({ id }) => id))
  return {
    discovery,
    search: (query) => discovery.search({ query, limit: DEPTH, isLive, provider })
      .map((found) => (found.kind === 'capability' ? found.capability.slug : endpointId(found.endpoint))),
    isThere: (id) => ids.has(id),
  }
}

/** The catalog that ships, and in it a document that does not. */
export async function withDocument(place: string, slug: string, prose: 'keep' | 'drop'): Promise<Catalog> {
  const shipped = loadCatalog()
  const { value } = await readSource(place)
  const imported = importDocument(value, { provider: findCatalogProvider(slug) ?? slug, prose })
  if (imported.endpoints.length === 0) throw new Error(`${place} has no operations: ${imported.warnings.join('; ')}`)
  const others = shipped.providers.filter((one) => one.slug !== slug).map((provider) => ({ provider, endpoints: shipped.ofProvider(provider.slug) }))
  return catalogOf([...others, { provider: imported.provider, endpoints: imported.endpoints }])
}
