import { endpointKey, readEndpointName } from '../../../domain/catalog/endpoint.ts'
import { closest, SIMILAR } from '../../../domain/words/closest.ts'
import { type Environment, ENVIRONMENTS } from '../../../domain/runs/states.ts'
import type { Discovery } from '../../discover/discovery.ts'
import { Problem } from '../../errors/problem.ts'
import { didYouMean } from '../../errors/did-you-mean.ts'
import { rawRefusalOf, type Listing } from './listing.ts'
import { providerSlugs } from './present-provider.ts'

/** Spec 7: unknown names, with what was probably meant: a similar slug, otherwise the results of a search. */
export function noSuchCapability(wanted: string, { capabilities }: Listing, discovery: Discovery): Problem {
  const alike = closest(
    wanted,
    capabilities.map(({ slug }) => slug),
    SIMILAR,
  )
  const names =
    alike.length > 0
      ? alike
      : discovery
          .search({ query: wanted, limit: FOUND_SHOWN, kind: 'capability', isLive: () => true })
          .flatMap((one) => (one.kind === 'capability' ? [one.capability.slug] : []))
  return new Problem('capability_not_found', `There is no capability "${wanted}".${meant(names)}`, {
    param: '/capability',
    ...didYouMean(names),
  })
}

/** A name is known in both environments, also where one of them has nothing of it. */
const knownProviders = (listing: Listing): string[] => [
  ...new Set(ENVIRONMENTS.flatMap((environment) => providerSlugs(listing, environment))),
]

const FOUND_SHOWN = 2

/** Who shows the catalog, and to which environment. */
interface ShownListing {
  readonly listing: Listing
  readonly environment: Environment
}

/** Only names that the caller's environment has are suggested. */
export function noSuchProvider(
  code: 'not_found' | 'endpoint_not_found',
  wanted: string,
  { listing, environment }: ShownListing,
): Problem {
  if (knownProviders(listing).includes(wanted))
    return new Problem(code, `There is no provider "${wanted}" in this environment.`, { param: '/provider' })
  const names = closest(wanted, providerSlugs(listing, environment), SIMILAR)
  return new Problem(code, `There is no provider "${wanted}".${meant(names)}`, {
    param: '/provider',
    ...didYouMean(names),
  })
}

export function noSuchEndpoint(slug: string, wanted: string, { listing, environment }: ShownListing): Problem {
  const { catalog } = listing
  if (!knownProviders(listing).includes(slug))
    return noSuchProvider('endpoint_not_found', slug, { listing, environment })
  const refusal = rawRefusalOf(slug, listing)
  if (refusal !== null) return new Problem('endpoint_not_found', refusal, { param: '/provider' })
  const { method, endpoint: path } = readEndpointName(wanted)
  const sameName = catalog.methodsOf(slug, path).map((one) => endpointKey(one.method, one.endpoint))
  if (method !== null && sameName.length > 0) {
    return new Problem(
      'endpoint_not_found',
      `${slug} has no ${method} on "${path}". Available: ${sameName.join(', ')}.`,
      { param: '/endpoint', ...didYouMean(sameName) },
    )
  }
  const names = closest(path, [...new Set(catalog.ofProvider(slug).map(({ endpoint }) => endpoint))], SIMILAR)
  return new Problem('endpoint_not_found', `${slug} has no endpoint "${path}".${meant(names)}`, {
    param: '/endpoint',
    ...didYouMean(names),
  })
}

const meant = (names: readonly string[]): string =>
  names.length === 0 ? '' : ` Did you mean ${names.map((name) => `"${name}"`).join(' or ')}?`
