import Type from 'typebox'
import { defineRoute } from '../../route/route.ts'
import { ProviderItem } from '../../schemas/catalog.ts'
import { closed } from '../../schemas/common.ts'
import { BY_ENVIRONMENT, type Listing } from './listing.ts'
import { providerItem } from './present-provider.ts'
import { noSuchProvider } from './unknown.ts'

export const ProviderParams = closed({
  provider: Type.String({ minLength: 1, maxLength: 100, description: 'A provider slug.', examples: ['hunter'] }),
})

/** Spec 2.3, 4.9. */
export const getProvider = (listing: Listing) =>
  defineRoute({
    operationId: 'getProvider',
    method: 'GET',
    path: '/v1/catalog/providers/{provider}',
    summary: 'Retrieve a provider',
    description:
      'Returns the number of raw endpoints and their status: `live` endpoints run now, `ready` endpoints wait for the account of the platform, and `excluded` endpoints cannot be called raw (with the reason). With a test key, the provider as the sandbox has it.',
    tags: ['Catalog'],
    spec: '4.9',
    access: 'public',
    etag: true,
    params: ProviderParams,
    responses: { 200: { description: 'The provider.', schema: ProviderItem } },
    errors: ['not_found'],
    async handler({ params, environment, reply }) {
      const item = providerItem(params.provider, listing, await listing.readAvailability(environment))
      if (item === null) throw noSuchProvider('not_found', params.provider, { listing, environment })
      return reply(200, item, BY_ENVIRONMENT)
    },
  })
