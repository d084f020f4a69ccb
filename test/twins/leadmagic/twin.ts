import { isJsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { jsonOf, member, numberIn, recorded } from '../kit/recorded.ts'
import type { Twin, TwinReply } from '../kit/twin.ts'

const refusal = (status: number, code: string, title: string): TwinReply => ({
  status,
  json: { success: false, errors: [{ type: `https://api.leadmagic.io/errors/${code}`, title, status, code }] },
})

export const leadmagic: Twin = {
  slug: 'leadmagic',
  refusals: {
    unauthorized: refusal(401, 'unauthorized', 'The API key is missing or wrong.'),
    notFound: refusal(404, 'route_not_found', 'There is no such address.'),
    invalid: (fault) => refusal(400, 'invalid_request', fault),
    outOfCredit: fixture('leadmagic/credits-used-up'),
    rateLimited: fixture('leadmagic/rate-limited'),
  },
  routes: {
    'GET /v1/credits': ({ account }) => ({ json: { credits: account.credits } }),
    'POST /v1/people/email-finder': recorded('leadmagic/found', 'leadmagic/miss'),
    'POST /v1/people/b2b-profile-email': recorded('leadmagic/found-by-profile', 'leadmagic/found-by-profile-miss'),
    'POST /v1/people/personal-email-finder': recorded('leadmagic/personal-email', 'leadmagic/personal-email-miss'),
    'POST /v1/people/mobile-finder': recorded('leadmagic/phone', 'leadmagic/phone-miss'),
    'POST /v1/people/email-validation': recorded('leadmagic/verified'),
    'POST /v1/people/b2b-profile': recorded('leadmagic/profile', 'leadmagic/profile-miss'),
    'POST /v1/people/profile-search': recorded('leadmagic/person', 'leadmagic/person-miss'),
    'POST /v1/companies/company-search': recorded('leadmagic/company', 'leadmagic/company-miss'),
    'POST /v1/companies/company-funding': recorded('leadmagic/funding', 'leadmagic/company-miss'),
  },
  // Every answer shows what it took: a recorded one its own.
  bill: (_, { json }, usual) => numberIn(member(jsonOf(json), 'credits_consumed'), usual),
  showBill(reply, credits) {
    const body = jsonOf(reply.json)
    return isJsonObject(body) ? { ...reply, json: { credits_consumed: credits, ...body } } : reply
  },
}
