import type { JsonObject } from '../json/json.ts'
import type { Catalog } from './catalog.ts'
import { byPreference, type CatalogEndpoint, readEndpointName } from './endpoint.ts'
import type { CatalogProvider } from './providers/provider.ts'
import { serverPathsOf } from './server-path.ts'
import { fitsTemplate, fixedLength, matchTemplate, placeholdersOf } from './template.ts'

export interface ResolvedEndpoint {
  readonly endpoint: CatalogEndpoint
  /** Values of placeholders that were in the path itself. */
  readonly path: JsonObject
}

/**
 * The endpoint that a caller names: by the provider's own path, with or without the method before it, or by a path with
 * filled placeholders (`/submissions/CIK0000320193.json`). If several templates fit, the most specific one wins. The
 * provider's other spellings of its paths name the same endpoint.
 */
export function resolveEndpoint(catalog: Catalog, provider: string, name: string): ResolvedEndpoint | undefined {
  const { method, endpoint } = readEndpointName(name)
  const path = withoutAlias(endpoint, catalog.provider(provider)?.aliases ?? [])
  const exact = catalog.find(provider, path, method ?? undefined)
  if (exact !== undefined) return { endpoint: exact, path: {} }
  // A template with another spelling is no concrete path.
  if (path.includes('{')) return undefined
  const fitting = catalog
    .ofProvider(provider)
    .filter((one) => (method === null || one.method === method) && placeholdersOf(one.endpoint).length > 0)
    .flatMap((one) => {
      const values = matchTemplate(one.endpoint, path)
      return values === null ? [] : [{ endpoint: one, path: values }]
    })
  return fitting.toSorted(
    (a, b) =>
      fixedLength(b.endpoint.endpoint) - fixedLength(a.endpoint.endpoint) || byPreference(a.endpoint, b.endpoint),
  )[0]
}

/**
 * The own-key endpoint that a filled path really is, or null: `/companies/{domain}` with `analytics` in it is not the
 * company of that name but `/companies/analytics`, and the server decides by the path alone. Every spelling that a
 * server may read so counts. `unreadable`: the path is encoded so often that it may be any endpoint.
 */
export function hiddenOwnKey(
  catalog: Catalog,
  endpoint: CatalogEndpoint,
  filledPath: string,
): CatalogEndpoint | 'unreadable' | null {
  if (endpoint.requires_byok) return null
  const paths = serverPathsOf(filledPath)
  if (paths === null) return 'unreadable'
  return (
    catalog
      .ofProvider(endpoint.provider)
      .find(
        (other) =>
          other.requires_byok &&
          other.method === endpoint.method &&
          fixedLength(other.endpoint) > fixedLength(endpoint.endpoint) &&
          paths.some((path) => fitsTemplate(other.endpoint.toLowerCase().replace(/\/+$/, ''), path)),
      ) ?? null
  )
}

function withoutAlias(path: string, aliases: NonNullable<CatalogProvider['aliases']>): string {
  const alias = aliases.find(({ from }) => path.startsWith(from))
  return alias === undefined ? path : alias.to + path.slice(alias.from.length)
}
