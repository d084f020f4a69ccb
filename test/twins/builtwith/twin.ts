import { fixture } from '../../fixtures/load.ts'
import { recorded } from '../kit/recorded.ts'
import type { Twin, TwinReply } from '../kit/twin.ts'

/** Its errors come inside a 200. */
const refusal = (code: number, message: string): TwinReply => ({
  json: { Errors: [{ Lookup: null, Message: message, Code: code }], NextOffset: null, Results: null },
})

export const builtwith: Twin = {
  slug: 'builtwith',
  refusals: {
    unauthorized: refusal(-2, 'API Key is incorrect.'),
    notFound: { status: 404, text: 'Not found' },
    invalid: (fault) => refusal(-6, fault),
    outOfCredit: fixture('builtwith/credits-used-up'),
    rateLimited: fixture('builtwith/rate-limited'),
  },
  routes: { 'GET /v22/api.json': recorded('builtwith/found', 'builtwith/not-known') },
  showBill: (reply, credits, account) => ({
    ...reply,
    headers: {
      ...reply.headers,
      'x-api-credits-used': String(credits),
      'x-api-credits-remaining': String(account.credits),
    },
  }),
}
