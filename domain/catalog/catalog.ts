import { byPreference, endpointKey, readEndpointName, type CatalogEndpoint } from './endpoint.ts'
import type { CatalogProvider } from './providers/provider.ts'

/** Every known raw endpoint, by provider. */
export interface Catalog {
  readonly providers: readonly CatalogProvider[]
  provider(slug: string): CatalogProvider | undefined
  /**
   * `endpoint` is the path, or `METHOD /path`. Without a method, `byPreference` decides among the endpoints on the
   * path.
   */
  find(provider: string, endpoint: string, method?: string): CatalogEndpoint | undefined
  /** The other endpoints on the same path, for a hint that they exist. */
  methodsOf(provider: string, endpoint: string): readonly CatalogEndpoint[]
  ofProvider(provider: string): readonly CatalogEndpoint[]
  all(): readonly CatalogEndpoint[]
}

interface Entry {
  readonly provider: CatalogProvider
  readonly endpoints: readonly CatalogEndpoint[]
}

export function catalogOf(entries: readonly Entry[]): Catalog {
  const ofProvider = new Map(entries.map(({ provider, endpoints }) => [provider.slug, endpoints]))
  const byPath = new Map<string, CatalogEndpoint[]>()
  for (const endpoint of entries.flatMap((entry) => entry.endpoints)) {
    const key = endpointKey(endpoint.provider, endpoint.endpoint)
    byPath.set(key, [...(byPath.get(key) ?? []), endpoint].toSorted(byPreference))
  }
  const all = entries.flatMap((entry) => entry.endpoints)
  const methodsOf = (provider: string, name: string) =>
    byPath.get(endpointKey(provider, readEndpointName(name).endpoint)) ?? []
  const providers = new Map(entries.map(({ provider }) => [provider.slug, provider]))
  return {
    provider: (slug) => providers.get(slug),
    providers: entries.map(({ provider }) => provider),
    find(provider, name, method) {
      const wanted = method?.toUpperCase() ?? readEndpointName(name).method
      return methodsOf(provider, name).find((one) => wanted === null || one.method === wanted)
    },
    methodsOf,
    ofProvider: (provider) => ofProvider.get(provider) ?? [],
    all: () => all,
  }
}
