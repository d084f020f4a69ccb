import { plainRefusals } from '../kit/refusals.ts'
import { recorded } from '../kit/recorded.ts'
import type { Twin } from '../kit/twin.ts'

export const serper: Twin = {
  slug: 'serper',
  refusals: {
    ...plainRefusals('message', { credit: 'serper/credits-used-up', limited: 'serper/rate-limited' }),
    unauthorized: { status: 403, json: { message: 'Unauthorized.', statusCode: 403 } },
  },
  routes: {
    'GET /account': ({ account }) => ({ json: { balance: account.credits, rateLimit: 5 } }),
    'POST /search': recorded('serper/found', 'serper/miss'),
    'POST /news': recorded('serper/news'),
  },
}
