import type { JsonObject } from '../providers/manifest.ts'
import type { Catalog } from './catalog.ts'
import { byPreference, type CatalogEndpoint, readEndpointName } from './endpoint.ts'
import { fixedLength, matchTemplate, placeholdersOf } from './template.ts'

export interface ResolvedEndpoint {
  readonly endpoint: CatalogEndpoint
  /** Values of placeholders that stood in the path itself. */
  readonly path: JsonObject
}

/**
 * The endpoint that a caller names: by the provider's own path, with or without the method before it, or by a path whose
 * placeholders are filled already (`/submissions/CIK0000320193.json`). Of several templates that fit, the most specific one.
 */
export function resolveEndpoint(catalog: Catalog, provider: string, name: string): ResolvedEndpoint | undefined {
  const exact = catalog.find(provider, name)
  if (exact !== undefined) return { endpoint: exact, path: {} }
  const { method, endpoint: path } = readEndpointName(name)
  const fitting = catalog.ofProvider(provider)
    .filter((one) => (method === null || one.method === method) && placeholdersOf(one.endpoint).length > 0)
    .flatMap((endpoint) => {
      const values = matchTemplate(endpoint.endpoint, path)
      return values === null ? [] : [{ endpoint, path: values }]
    })
  return fitting.toSorted((a, b) => fixedLength(b.endpoint.endpoint) - fixedLength(a.endpoint.endpoint) || byPreference(a.endpoint, b.endpoint))[0]
}
