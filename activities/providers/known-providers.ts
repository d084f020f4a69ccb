import type { Catalog } from '../../domain/catalog/catalog.ts'
import { withRawOnly } from '../../domain/providers/raw-only.ts'
import type { ProviderManifest } from '../../domain/providers/manifest.ts'
import { loadCatalog } from './catalogs/load.ts'
import { MANIFESTS } from './manifests.ts'

/**
 * Everything this build knows about providers: pure facts, read once. The api reads them too; only the worker calls
 * providers.
 */
export interface KnownProviders {
  /** Every raw endpoint. */
  readonly catalog: Catalog
  /** Every provider: those with offers, and those with raw endpoints only. */
  readonly manifests: readonly ProviderManifest[]
  readonly findManifest: (slug: string) => ProviderManifest | undefined
}

type Variables = Readonly<Record<string, string | undefined>>

/** `CATALOG_DIR` is the folder of the catalog's files; without it, the catalog in the build. */
export function loadKnownProviders(env: Variables): KnownProviders {
  const catalog = loadCatalog(env['CATALOG_DIR']?.trim() || undefined)
  const manifests = withRawOnly(MANIFESTS, catalog.providers)
  const bySlug = new Map(manifests.map((manifest) => [manifest.slug, manifest]))
  return { catalog, manifests, findManifest: (slug) => bySlug.get(slug) }
}
