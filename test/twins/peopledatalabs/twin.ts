import { fixture } from '../../fixtures/load.ts'
import { isUnknown, member, numberIn, recorded, recordsOf, several } from '../kit/recorded.ts'
import type { Handler, Twin, TwinReply } from '../kit/twin.ts'

const refusal = (status: number, type: string, message: string): TwinReply => ({
  status,
  json: { status, error: { type, message } },
})

const SIZE_MAX = 100
const QUERY = { query: { type: 'string|object' } }
const invalid = (fault: string): TwinReply => refusal(400, 'invalid_request_error', fault)

/** As many records as the search wants; each takes a credit. */
const search =
  (name: string): Handler =>
  (call) => {
    const size = numberIn(call.query.get('size') ?? member(call.body, 'size'), 1)
    if (size < 1 || size > SIZE_MAX) return invalid(`size must be 1 to ${SIZE_MAX}`)
    if (isUnknown(call)) return fixture('peopledatalabs/not-found')
    const data = several(recordsOf(name, 'data'), size)
    return { json: { status: 200, data, total: 4 * SIZE_MAX, scroll_token: '1$1' } }
  }

const people = search('peopledatalabs/people')
const companies = search('peopledatalabs/companies')

export const peopledatalabs: Twin = {
  slug: 'peopledatalabs',
  refusals: {
    unauthorized: refusal(401, 'authentication_error', 'The request has no valid API key.'),
    notFound: refusal(404, 'not_found', 'There is no such address.'),
    invalid,
    outOfCredit: fixture('peopledatalabs/credits-used-up'),
    rateLimited: fixture('peopledatalabs/rate-limited'),
  },
  routes: {
    'GET /v5/person/enrich': recorded('peopledatalabs/person', 'peopledatalabs/not-found'),
    'GET /v5/company/enrich': recorded('peopledatalabs/company', 'peopledatalabs/not-found'),
    'GET /v5/person/search': people,
    'POST /v5/person/search': people,
    'GET /v5/company/search': companies,
    'POST /v5/company/search': companies,
  },
  // Its clients send the query as an object.
  widened: { 'POST /v5/person/search': QUERY, 'POST /v5/company/search': QUERY },
  bill: ({ query, body, route }, _, usual) =>
    route.endsWith('search') ? numberIn(query.get('size') ?? member(body, 'size'), 1) : usual,
  showBill: (reply, credits, account) => ({
    ...reply,
    headers: {
      ...reply.headers,
      'x-call-credits-spent': String(credits),
      'x-call-credits-type': 'enrich',
      'x-totallimit-remaining': String(account.credits),
    },
  }),
}
