import { fixture } from '../../fixtures/load.ts'
import { bodyOf, isUnknown, recorded } from '../kit/recorded.ts'
import type { Twin, TwinReply } from '../kit/twin.ts'

const refusal = (status: number, code: string, detail: string): TwinReply => ({
  status,
  json: { type: 'ErrorResponse', error: { id: crypto.randomUUID(), status, code, detail }, time: 1_767_225_600 },
})

export const brave: Twin = {
  slug: 'brave',
  refusals: {
    unauthorized: fixture('brave/token-refused'),
    notFound: refusal(404, 'NOT_FOUND', 'There is no such address.'),
    invalid: (fault) => refusal(422, 'VALIDATION', fault),
    outOfCredit: fixture('brave/quota-used-up'),
    rateLimited: fixture('brave/rate-limited'),
  },
  routes: {
    'GET /res/v1/web/search': recorded('brave/found', 'brave/miss'),
    'GET /res/v1/news/search': (call) =>
      isUnknown(call) ? { json: { ...bodyOf('brave/news'), results: [] } } : recorded('brave/news')(call),
  },
}
