import { endpointKey, type CatalogEndpoint } from '../catalog/endpoint.ts'
import type { Environment } from '../runs/states.ts'
import type { Offer, ProviderManifest } from './manifest.ts'

/** The providers of each capability by their manifests; whether a provider can be called now is decided elsewhere. */
export interface OfferedBy {
  readonly manifest: ProviderManifest
  readonly offer: Offer
}

/** A real adapter exists in this build, and no mock. */
export const isWired = ({ environment }: ProviderManifest): boolean => environment === 'live'

/** Every provider's offer of a capability in an environment: by default the real ones. */
export const offersOf = (
  capability: string,
  manifests: readonly ProviderManifest[],
  environment: Environment = 'live',
): OfferedBy[] =>
  manifests
    .filter((manifest) => manifest.environment === environment)
    .flatMap((manifest) =>
      manifest.offers.filter((offer) => offer.capability === capability).map((offer) => ({ manifest, offer })),
    )

/** Platforms that any provider of the capability serves. */
export const platformsOf = (
  capability: string,
  manifests: readonly ProviderManifest[],
  environment: Environment,
): string[] =>
  [...new Set(offersOf(capability, manifests, environment).flatMap(({ offer }) => offer.platforms ?? []))].toSorted()

type EndpointRef = Pick<CatalogEndpoint, 'provider' | 'method' | 'endpoint'>

/** The capabilities whose live adapters call an endpoint (Spec 2.3 `wrapped_by`), in the order of the manifests. */
export type Wrappers = (endpoint: EndpointRef) => readonly string[]

export function wrappersOf(manifests: readonly ProviderManifest[]): Wrappers {
  const byEndpoint = new Map<string, string[]>()
  for (const manifest of manifests.filter(isWired)) {
    for (const { capability, endpoints = [] } of manifest.offers) {
      for (const endpoint of endpoints) {
        const key = `${manifest.slug} ${endpoint}`
        byEndpoint.set(key, [...new Set([...(byEndpoint.get(key) ?? []), capability])])
      }
    }
  }
  return ({ provider, method, endpoint }) => byEndpoint.get(`${provider} ${endpointKey(method, endpoint)}`) ?? []
}
