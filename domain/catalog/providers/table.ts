import { COMMERCIAL_PROVIDERS } from './commercial.ts'
import { FEDERAL_PROVIDERS } from './federal.ts'
import type { CatalogProvider } from './provider.ts'

/** Every provider whose endpoints ship with the catalog. */
export const CATALOG_PROVIDERS: readonly CatalogProvider[] = [...COMMERCIAL_PROVIDERS, ...FEDERAL_PROVIDERS]

const bySlug: ReadonlyMap<string, CatalogProvider> = new Map(
  CATALOG_PROVIDERS.map((provider) => [provider.slug, provider]),
)

export const findCatalogProvider = (slug: string): CatalogProvider | undefined => bySlug.get(slug)
