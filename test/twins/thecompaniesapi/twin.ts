import { isJsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { bodyOf, isUnknown, jsonOf, member, numberIn, recorded, recordsOf, several } from '../kit/recorded.ts'
import type { Handler, Twin, TwinReply } from '../kit/twin.ts'

const says = (status: number, messages: string): TwinReply => ({ status, json: { messages, status } })
const NONE = says(404, 'routeNotFound')

/** As many companies as the list wants; each takes a credit. */
const list: Handler = (call) => {
  const size = numberIn(call.query.get('size'), 10)
  const companies = isUnknown(call) ? [] : several(recordsOf('thecompaniesapi/companies', 'companies'), size)
  const body = bodyOf('thecompaniesapi/companies')
  const meta = member(body, 'meta')
  const total = Math.max(numberIn(member(meta, 'total'), 0), companies.length)
  return { json: { ...body, companies, meta: { ...(meta !== null && isJsonObject(meta) ? meta : {}), total } } }
}

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
    'GET /v2/companies/similar': list,
    'GET /v2/companies/by-prompt': list,
    'GET /v2/companies/by-name': list,
    'GET /v2/companies/by-social': recorded('thecompaniesapi/company', 'thecompaniesapi/not-found'),
    'GET /v2/companies/by-email': recorded('thecompaniesapi/company', 'thecompaniesapi/not-found'),
    'GET /v2/companies/{domain}/email-patterns': recorded('thecompaniesapi/patterns', 'thecompaniesapi/not-found'),
  },
  bill(_, { json }, usual) {
    const companies = member(jsonOf(json), 'companies')
    return Array.isArray(companies) ? companies.length : usual
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
