import { endpointKey, NO_FIELDS, type CatalogEndpoint } from './endpoint.ts'
import type { CatalogProvider } from './providers/provider.ts'

const SOURCE = 'Known actors'

/** The endpoint that starts each known actor: the provider's general one with the actor named in it. */
export function knownActors({ actors }: CatalogProvider, endpoints: readonly CatalogEndpoint[]): CatalogEndpoint[] {
  const start = endpoints.find(({ method, endpoint }) => endpointKey(method, endpoint) === actors?.start)
  if (actors === undefined || start === undefined) return []
  return actors.known.map(({ actor, title, tags, words }) => ({
    ...start,
    endpoint: start.endpoint.replace('{actorId}', actor),
    title,
    tags,
    words: words.split(' '),
    pathParams: NO_FIELDS,
    source: SOURCE,
  }))
}

/** The actor that an endpoint names; null if the caller names it. */
export const actorIn = (endpoint: string): string | null => /\/actors\/([^/{}]+)\//.exec(endpoint)?.[1] ?? null
