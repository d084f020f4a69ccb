import type { Route } from '../../route/route.ts'
import { type AiCatalogDeps, getAiCatalog } from './ai-catalog.ts'
import { getApiCatalog } from './api-catalog.ts'
import { serverCardRoutes } from './server-card.ts'

/** What programs read that know only the host. */
export const wellKnownRoutes = (deps: AiCatalogDeps): Route[] => [
  getApiCatalog(deps),
  getAiCatalog(deps),
  ...serverCardRoutes(deps.publicUrl),
]
