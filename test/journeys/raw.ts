import { loadKnownProviders } from '../../activities/providers/known-providers.ts'
import { actorIn } from '../../domain/catalog/known-actors.ts'
import { type CatalogEndpoint, endpointKey } from '../../domain/catalog/endpoint.ts'
import { exampleOf, type RawExample } from '../../domain/catalog/example.ts'
import { reservedQueryOf } from '../../domain/catalog/providers/provider.ts'

const { catalog } = loadKnownProviders({})

/** How an endpoint takes its input: `query`, `task`, `actor_input`, `json`, `json array`, `form`, `multipart`. */
export function bodyKindOf({ body, bodyType }: CatalogEndpoint): string {
  if (body === null) return 'query'
  if (bodyType !== 'json') return bodyType
  return body.type === 'object' ? body.encoding : `${body.encoding} ${body.type}`
}

/** A call of each kind of body at each provider, through the platform's account or a customer's own. */
export function rawCalls(own: boolean): readonly { readonly name: string; readonly request: RawExample }[] {
  const seen = new Set<string>()
  return catalog.all().flatMap((endpoint) => {
    const provider = catalog.provider(endpoint.provider)
    const kind = `${endpoint.provider} ${bodyKindOf(endpoint)}`
    const isOpen = provider !== undefined && provider.status !== 'excluded' && actorIn(endpoint.endpoint) === null
    if (!isOpen || endpoint.requires_byok !== own || endpoint.rule === 'foreign_host' || seen.has(kind)) return []
    seen.add(kind)
    const key = endpointKey(endpoint.method, endpoint.endpoint)
    return [
      {
        name: `${endpoint.provider} ${key} (${bodyKindOf(endpoint)})`,
        request: exampleOf(endpoint, key, reservedQueryOf(provider)),
      },
    ]
  })
}

/** Every kind of body in the catalog. */
export const bodyKinds = (): ReadonlySet<string> => new Set(catalog.all().map(bodyKindOf))
