import { isJsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { jsonOf, recorded } from '../kit/recorded.ts'
import type { Twin, TwinReply } from '../kit/twin.ts'

const says = (status: number, messages: string): TwinReply => ({ status, json: { messages, status } })
const NONE = says(404, 'routeNotFound')

export const thecompaniesapi: Twin = {
  slug: 'thecompaniesapi',
  refusals: {
    unauthorized: says(401, 'unauthorized'),
    notFound: NONE,
    invalid: (fault) => says(400, fault),
    outOfCredit: fixture('thecompaniesapi/credits-used-up'),
    rateLimited: fixture('thecompaniesapi/rate-limited'),
  },
  routes: {
    'GET /v2/companies/{domain}': recorded('thecompaniesapi/company', 'thecompaniesapi/not-found'),
    'GET /v2/companies/by-social': recorded('thecompaniesapi/company', 'thecompaniesapi/not-found'),
    'GET /v2/companies/by-email': recorded('thecompaniesapi/company', 'thecompaniesapi/not-found'),
    'GET /v2/companies/{domain}/email-patterns': recorded('thecompaniesapi/patterns', 'thecompaniesapi/not-found'),
  },
  // Answers that are objects show their cost.
  showBill(reply, credits) {
    const body = jsonOf(reply.json)
    if (body === null || !isJsonObject(body)) return reply
    const meta = body.meta ?? null
    const known = meta !== null && isJsonObject(meta) ? meta : {}
    return { ...reply, json: { ...body, meta: { ...known, cost: credits, free: credits === 0 } } }
  },
}
