import { NOT_STATED } from './facts.ts'
import type { ProviderManifest } from './manifest.ts'
import type { CatalogProvider } from '../catalog/providers/provider.ts'

/** The manifest of a provider with raw endpoints only: no offer, no known limit. */
export function rawOnlyManifest({ slug, title, baseUrl, auth, sources }: CatalogProvider): ProviderManifest {
  const needsKey = auth.scheme !== 'none' && !('required' in auth && !auth.required)
  return {
    slug,
    title,
    homepage: null,
    environment: 'live',
    credential: needsKey ? 'api_key' : 'none',
    baseUrl,
    limits: { concurrency: null, requestsPerSecond: null, burst: null },
    offers: [],
    facts: NOT_STATED,
    sources,
  }
}

/** The written manifests, and one for every other provider of the catalog. */
export function withRawOnly(
  manifests: readonly ProviderManifest[],
  providers: readonly CatalogProvider[],
): readonly ProviderManifest[] {
  const known = new Set(manifests.map(({ slug }) => slug))
  return [...manifests, ...providers.filter(({ slug }) => !known.has(slug)).map(rawOnlyManifest)]
}
