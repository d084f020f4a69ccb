import type { Capability } from '../../domain/capabilities/capability.ts'
import { capabilityStatus } from '../../domain/capabilities/status.ts'
import type { Catalog } from '../../domain/catalog/catalog.ts'
import type { CatalogEndpoint, Fields } from '../../domain/catalog/endpoint.ts'
import { type Action, actionsOf } from '../../domain/discover/actions.ts'
import { type Identifier, identifiersIn } from '../../domain/discover/direction.ts'
import { capabilityText, endpointId, endpointText, type SearchText } from '../../domain/discover/documents.ts'
import type { ProviderManifest } from '../../domain/providers/manifest.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { offersOf, type Wrappers, wrappersOf } from '../../domain/providers/offering.ts'
import { wordsIn } from '../../domain/words/tokenize.ts'

export interface DiscoveryParts {
  readonly capabilities: readonly Capability[]
  readonly manifests: readonly ProviderManifest[]
  readonly catalog: Catalog
}

/** What an environment offers, by capability. */
interface OfferedIn {
  /** The providers that serve a capability. */
  readonly servedBy: ReadonlyMap<string, ReadonlySet<string>>
  /** The capabilities that can be run now. */
  readonly live: ReadonlySet<string>
}

/** What can be found, by the ids of its texts: the slug of a capability, or the id of an endpoint. */
export interface Findable {
  readonly texts: readonly SearchText[]
  readonly capabilities: ReadonlyMap<string, Capability>
  readonly offered: Readonly<Record<Environment, OfferedIn>>
  readonly endpoints: ReadonlyMap<string, CatalogEndpoint>
  readonly actions: ReadonlyMap<string, readonly Action[]>
  /** What the inputs of each know a person or a company by. */
  readonly takes: ReadonlyMap<string, ReadonlySet<Identifier>>
  /** The capabilities that call an endpoint. */
  readonly wrappers: Wrappers
}

export function findableIn({ capabilities, manifests, catalog }: DiscoveryParts): Findable {
  const slugs = capabilities.map(({ slug }) => slug)
  const offered = offeredIn(catalog)
  const endpoints = new Map(offered.map((endpoint) => [endpointId(endpoint), endpoint]))
  const actions = new Map(
    [...endpoints].map(([id, endpoint]) => [
      id,
      actionsOf(endpoint, (key) => endpoints.has(`${endpoint.provider} ${key}`)),
    ]),
  )
  const titles = new Map(catalog.providers.map(({ slug, title }) => [slug, title]))
  const titlesOf = (slug: string): string[] =>
    offersOf(slug, manifests).map(({ manifest }) => `${manifest.slug} ${manifest.title}`)
  const offeredBy = (environment: Environment): OfferedIn => ({
    servedBy: new Map(
      slugs.map((slug) => [slug, new Set(offersOf(slug, manifests, environment).map(({ manifest }) => manifest.slug))]),
    ),
    live: new Set(slugs.filter((slug) => capabilityStatus(slug, manifests, environment) === 'live')),
  })
  return {
    texts: [
      ...capabilities.map((capability) => capabilityText(capability, titlesOf(capability.slug))),
      ...offered.map((endpoint) =>
        endpointText(endpoint, titles.get(endpoint.provider) ?? '', actions.get(endpointId(endpoint)) ?? []),
      ),
    ],
    capabilities: new Map(capabilities.map((capability) => [capability.slug, capability])),
    offered: { live: offeredBy('live'), test: offeredBy('test') },
    endpoints,
    actions,
    takes: new Map([
      ...capabilities.map(({ slug, inputSchema }) => [slug, takenBy([inputSchema])] as const),
      ...[...endpoints].map(([id, endpoint]) => [id, takenBy(inputsOf(endpoint))] as const),
    ]),
    wrappers: wrappersOf(manifests),
  }
}

const takenBy = (inputs: readonly { readonly properties: object }[]): ReadonlySet<Identifier> =>
  identifiersIn(inputs.flatMap(({ properties }) => Object.keys(properties)).flatMap(wordsIn))

const inputsOf = ({ pathParams, queryParams, body }: CatalogEndpoint): Fields[] =>
  body === null ? [pathParams, queryParams] : [pathParams, queryParams, body]

/** The endpoints of all providers that are not excluded. */
function offeredIn(catalog: Catalog): CatalogEndpoint[] {
  const excluded = new Set(catalog.providers.filter(({ status }) => status === 'excluded').map(({ slug }) => slug))
  return catalog.all().filter(({ provider }) => !excluded.has(provider))
}
