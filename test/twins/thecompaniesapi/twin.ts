import { isJsonObject, type JsonObject, objectOf } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { bodyOf, isUnknown, jsonOf, member, numberIn, recorded, recordsOf, several } from '../kit/recorded.ts'
import type { Handler, Twin, TwinReply } from '../kit/twin.ts'

const refusal = (status: number, messages: string): TwinReply => ({ status, json: { messages, status } })
const NONE = refusal(404, 'routeNotFound')

/** As many companies as the list wants; each takes a credit. */
const list: Handler = (call) => {
  const size = numberIn(call.query.get('size'), 10)
  const companies = isUnknown(call) ? [] : several(recordsOf('thecompaniesapi/companies', 'companies'), size)
  const body = bodyOf('thecompaniesapi/companies')
  const meta = member(body, 'meta')
  const total = Math.max(numberIn(member(meta, 'total'), 0), companies.length)
  return { json: { ...body, companies, meta: { ...objectOf(meta), total } } }
}

export const thecompaniesapi: Twin = {
  slug: 'thecompaniesapi',
  refusals: {
    unauthorized: refusal(401, 'unauthorized'),
    notFound: NONE,
    invalid: (fault) => refusal(400, fault),
    outOfCredit: fixture('thecompaniesapi/credits-used-up'),
    rateLimited: fixture('thecompaniesapi/rate-limited'),
  },
  routes: {
    'GET /v2/companies/{domain}': recorded('thecompaniesapi/company', 'thecompaniesapi/not-found'),
    'GET /v2/companies/similar': list,
    'GET /v2/companies/by-prompt': list,
    'GET /v2/companies/by-name': list,
    'GET /v2/companies/by-social': recorded('thecompaniesapi/company', 'thecompaniesapi/not-found'),
    'GET /v2/companies/by-email': (call) => {
      const email = call.query.get('email') ?? ''
      const company = isUnknown(call) ? {} : { company: bodyOf('thecompaniesapi/company') }
      return { json: { ...company, email: { address: email, domain: email.replace(/^.*@/, ''), isValid: true } } }
    },
    'GET /v2/companies/count': () => ({ json: { count: 3 } }),
    'GET /v2/job-titles/enrich': ({ query }) => ({
      json: { name: query.get('name'), department: 'engineering', seniorityLevel: 'manager' },
    }),
    'GET /v2/companies/{domain}/email-patterns': recorded('thecompaniesapi/patterns', 'thecompaniesapi/not-found'),
  },
  bill(_, { json }, usual) {
    const companies = member(jsonOf(json), 'companies')
    return Array.isArray(companies) ? companies.length : usual
  },
  // A company and a page show the cost in `meta`; in the answer about an address the company does.
  showBill(reply, credits) {
    const body = jsonOf(reply.json)
    if (!isJsonObject(body) || SHOWS_NO_COST.some((name) => name in body)) return reply
    const company = member(body, 'company')
    const isWithin = isJsonObject(company)
    const json = isWithin ? { ...body, company: withCost(company, credits) } : withCost(body, credits)
    return { ...reply, json }
  },
}

/** A count, and a job title. */
const SHOWS_NO_COST = ['count', 'seniorityLevel']

function withCost(body: JsonObject, cost: number): JsonObject {
  const meta = member(body, 'meta')
  const known = objectOf(meta)
  return { ...body, meta: { ...known, cost, freeRequest: cost === 0 } }
}
