import { APIFY } from './apify.ts'
import { COMPANY_DATA_PROVIDERS } from './company-data.ts'
import { CONTACT_DATA_PROVIDERS } from './contact-data.ts'
import { EMAIL_PROVIDERS } from './email.ts'
import { FEDERAL_PROVIDERS } from './federal.ts'
import type { CatalogProvider } from './provider.ts'
import { SEARCH_PROVIDERS } from './search.ts'

/** Every provider whose endpoints ship with the catalog. */
export const CATALOG_PROVIDERS: readonly CatalogProvider[] = [
  APIFY,
  ...SEARCH_PROVIDERS,
  ...EMAIL_PROVIDERS,
  ...CONTACT_DATA_PROVIDERS,
  ...COMPANY_DATA_PROVIDERS,
  ...FEDERAL_PROVIDERS,
]

const bySlug: ReadonlyMap<string, CatalogProvider> = new Map(
  CATALOG_PROVIDERS.map((provider) => [provider.slug, provider]),
)

export const findCatalogProvider = (slug: string): CatalogProvider | undefined => bySlug.get(slug)
