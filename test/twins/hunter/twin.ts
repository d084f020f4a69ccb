import { fixture } from '../../fixtures/load.ts'
import { about, isUnknown, recorded, subjectOf } from '../kit/recorded.ts'
import type { Twin, TwinReply } from '../kit/twin.ts'

const refusal = (status: number, id: string, details: string): TwinReply => ({
  status,
  json: { errors: [{ id, code: status, details }] },
})

/** A search of a domain costs a credit for every ten addresses begun; a miss is free. */
const HALF = 0.5

export const hunter: Twin = {
  slug: 'hunter',
  refusals: {
    unauthorized: refusal(401, 'authentication_failed', 'No user is found for the API key that was sent.'),
    notFound: refusal(404, 'not_found', 'There is no such address.'),
    invalid: (fault) => refusal(400, 'wrong_params', fault),
    // The two statuses are swapped at this provider.
    outOfCredit: fixture('hunter/quota-used-up'),
    rateLimited: fixture('hunter/rate-limited'),
  },
  routes: {
    'GET /account': ({ account }) => ({
      json: { data: { email: 'twins@example.com', calls: { used: 0, available: account.credits } } },
    }),
    'GET /email-finder': recorded('hunter/found', 'hunter/miss'),
    'GET /email-verifier': recorded('hunter/verified'),
    'GET /domain-search': (call) =>
      about(subjectOf(call), fixture(isUnknown(call) ? 'hunter/domain-miss' : 'hunter/domain')),
    'GET /people/find': recorded('hunter/person', 'hunter/not-known'),
    'GET /companies/find': recorded('hunter/company', 'hunter/not-known'),
  },
  bill: ({ route }, _, usual) => (route === 'GET /email-verifier' ? HALF : usual),
}
