import type { Catalog } from './catalog.ts'
import { byPreference, readEndpointName } from './endpoint.ts'
import type { CatalogEndpoint } from './endpoint.ts'
import { fixedLength, matchTemplate } from './template.ts'

/**
 * The endpoint that a caller names: `METHOD /path`, the path alone, or a concrete path of one template (`/companies/42`). Of
 * several templates that fit, the one with the most fixed text is meant.
 */
export function findNamed(catalog: Catalog, provider: string, name: string): CatalogEndpoint | undefined {
  const exact = catalog.find(provider, name)
  if (exact !== undefined) return exact
  const { method, endpoint: path } = readEndpointName(name)
  if (path.includes('{')) return undefined
  return catalog.ofProvider(provider)
    .filter((one) => (method === null || one.method === method) && one.endpoint.includes('{') && matchTemplate(one.endpoint, path) !== null)
    .toSorted((a, b) => fixedLength(b.endpoint) - fixedLength(a.endpoint) || byPreference(a, b))[0]
}
