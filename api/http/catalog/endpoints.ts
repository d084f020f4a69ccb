import { endpointKey } from '../../../domain/catalog/endpoint.ts'
import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { EndpointList } from '../../schemas/catalog.ts'
import { NOBODY } from './listing.ts'
import type { Listing } from './listing.ts'
import { pageOf, PageQuery } from './page.ts'
import { endpointItem } from './present-endpoint.ts'
import { providerSlugs } from './present-provider.ts'
import { ProviderParams } from './provider.ts'
import { noSuchProvider } from './unknown.ts'

/** Spec 4.9: the whole list, page by page. */
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
    query: PageQuery,
    responses: { 200: { description: 'A page of endpoints.', schema: EndpointList } },
    errors: ['not_found'],
    async handler({ params, query, reply }) {
      if (!providerSlugs(listing).includes(params.provider)) throw noSuchProvider('not_found', params.provider, listing)
      const available = await listing.readAvailability()
      const list = {
        name: ['endpoints', params.provider],
        all: listing.catalog.ofProvider(params.provider),
        keyOf: ({ method, endpoint }: { readonly method: string; readonly endpoint: string }) =>
          endpointKey(method, endpoint),
      }
      const { page, next_cursor } = pageOf(list, query, cursors)
      return reply(200, {
        items: page.map((one) => endpointItem(one, listing, { available, connected: NOBODY })),
        next_cursor,
      })
    },
  })
