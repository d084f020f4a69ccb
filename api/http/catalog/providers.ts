import { defineRoute } from '../../route/route.ts'
import { ProviderList } from '../../schemas/catalog.ts'
import { BY_ENVIRONMENT, type Listing } from './listing.ts'
import { providerItem, providerSlugs } from './present-provider.ts'

/** Spec 4.9: the providers of capabilities, raw endpoints or both. */
export const listProviders = (listing: Listing) =>
  defineRoute({
    operationId: 'listProviders',
    method: 'GET',
    path: '/v1/catalog/providers',
    summary: 'List providers',
    description:
      'Lists each provider with its capabilities, its number of raw endpoints and its health: with a test key, those of the sandbox.',
    tags: ['Catalog'],
    spec: '4.9',
    access: 'public',
    etag: true,
    responses: { 200: { description: 'Every provider.', schema: ProviderList } },
    errors: [],
    async handler({ environment, reply }) {
      const available = await listing.readAvailability(environment)
      const items = providerSlugs(listing, environment).flatMap((slug) => providerItem(slug, listing, available) ?? [])
      return reply(200, { items }, BY_ENVIRONMENT)
    },
  })
