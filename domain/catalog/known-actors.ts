import { withActorPrice } from './actor-price.ts'
import { endpointKey, NO_FIELDS, type CatalogEndpoint } from './endpoint.ts'
import type { Catalog } from './catalog.ts'
import type { CatalogProvider } from './providers/provider.ts'

const SOURCE = 'Known actors'

/** The endpoint that starts each known actor: the provider's general one with the actor named in it. */
export function knownActors({ actors }: CatalogProvider, endpoints: readonly CatalogEndpoint[]): CatalogEndpoint[] {
  const start = endpoints.find(({ method, endpoint }) => endpointKey(method, endpoint) === actors?.start)
  if (actors === undefined || start === undefined) return []
  return actors.known.map(({ actor, title, tags, words, price }) => {
    const endpoint = {
      ...start,
      endpoint: start.endpoint.replace('{actorId}', actor),
      title,
      tags,
      words: words.split(' '),
      pathParams: NO_FIELDS,
      source: SOURCE,
    }
    return withActorPrice(endpoint, price)
  })
}

/** The separate endpoint of a known actor. */
export const knownActor = (catalog: Catalog, provider: string, actorId: string): CatalogEndpoint | undefined =>
  catalog.ofProvider(provider).find(({ endpoint, source }) => source === SOURCE && actorIn(endpoint) === actorId)

/** The actor that an endpoint names; null if the caller names it. */
export const actorIn = (endpoint: string): string | null => /\/actors\/([^/{}]+)\//.exec(endpoint)?.[1] ?? null
