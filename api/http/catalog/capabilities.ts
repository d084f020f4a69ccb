import type { Cursors } from '../../route/cursors.ts'
import { defineRoute } from '../../route/route.ts'
import { CapabilityList } from '../../schemas/catalog.ts'
import { BY_ENVIRONMENT, type Listing } from './listing.ts'
import { PAGE_LIMIT, pageOfAll } from './page.ts'
import { capabilityItem } from './present-capability.ts'

/** Spec 4.9: the routed product, with list prices. */
export const listCapabilities = (listing: Listing, cursors: Cursors) =>
  defineRoute({
    operationId: 'listCapabilities',
    method: 'GET',
    path: '/v1/catalog/capabilities',
    summary: 'List capabilities',
    description:
      'Free and public. Prices are list prices of the environment of the key that is sent, or else live ones; `POST /v1/inspect` returns the schemas and your prices.',
    tags: ['Catalog'],
    spec: '4.9',
    access: 'public',
    etag: true,
    paged: { cursors, limit: PAGE_LIMIT, list: () => ['capabilities'] },
    responses: { 200: { description: 'A page of capabilities.', schema: CapabilityList } },
    errors: [],
    async handler({ environment, page, reply }) {
      const { items, next_cursor } = pageOfAll(listing.capabilities, ({ slug }) => slug, page)
      const shown = await Promise.all(items.map((one) => capabilityItem(one, environment, listing)))
      return reply(200, { items: shown, next_cursor }, BY_ENVIRONMENT)
    },
  })
