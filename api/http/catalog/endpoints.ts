import { endpointKey } from '../../../domain/catalog/endpoint.ts'
import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { EndpointList } from '../../schemas/catalog.ts'
import { BY_ENVIRONMENT, NO_PROVIDERS, type Listing } from './listing.ts'
import { PAGE_LIMIT, pageOfAll } from './page.ts'
import { endpointItem } from './present-endpoint.ts'
import { ProviderParams } from './provider.ts'
import { providerSlugs } from './present-provider.ts'
import { noSuchProvider } from './unknown.ts'

/** Spec 4.9: the entire list, page by page. */
export const listEndpoints = (listing: Listing, cursors: Cursors) =>
  defineRoute({
    operationId: 'listEndpoints',
    method: 'GET',
    path: '/v1/catalog/providers/{provider}/endpoints',
    summary: "List a provider's raw endpoints",
    description: '`POST /v1/inspect` shows how to call an endpoint and what it costs.',
    tags: ['Catalog'],
    spec: '4.9',
    access: 'public',
    etag: true,
    params: ProviderParams,
    paged: { cursors, limit: PAGE_LIMIT, list: ({ params }) => ['endpoints', params.provider] },
    responses: { 200: { description: 'A page of endpoints.', schema: EndpointList } },
    errors: ['not_found'],
    async handler({ params, environment, page, reply }) {
      if (!providerSlugs(listing, environment).includes(params.provider))
        throw noSuchProvider('not_found', params.provider, { listing, environment })
      const available = await listing.readAvailability(environment)
      const { items, next_cursor } = pageOfAll(
        listing.catalog.ofProvider(params.provider),
        ({ method, endpoint }) => endpointKey(method, endpoint),
        page,
      )
      const shown = items.map((one) => endpointItem(one, listing, { available, connected: NO_PROVIDERS }))
      return reply(200, { items: shown, next_cursor }, BY_ENVIRONMENT)
    },
  })
