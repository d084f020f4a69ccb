import { plainRefusals } from '../kit/refusals.ts'
import { recorded } from '../kit/recorded.ts'
import type { Twin } from '../kit/twin.ts'

/** A phone takes ten credits. */
const PHONE = 10

export const findymail: Twin = {
  slug: 'findymail',
  refusals: plainRefusals('message', {
    credit: 'findymail/credits-used-up',
    limited: 'findymail/rate-limited',
    invalidStatus: 422,
  }),
  routes: {
    'GET /api/credits': ({ account }) => ({ json: { credits: account.credits, verifier_credits: account.credits } }),
    'POST /api/search/name': recorded('findymail/found', 'findymail/miss'),
    'POST /api/search/linkedin': recorded('findymail/found', 'findymail/not-found'),
    'POST /api/search/phone': recorded('findymail/phone', 'findymail/phone-miss'),
    'POST /api/search/reverse-email': recorded('findymail/reverse', 'findymail/reverse-miss'),
    'POST /api/search/employees': recorded('findymail/employees'),
    'POST /api/search/company': recorded('findymail/company', 'findymail/company-miss'),
    'POST /api/technologies': recorded('findymail/technologies', 'findymail/technologies-miss'),
    'POST /api/verify': recorded('findymail/verified'),
  },
  bill: ({ route }, _, usual) => (route === 'POST /api/search/phone' ? PHONE : usual),
}
