import { isJsonObject, type JsonObject } from '../../../domain/json/json.ts'
import { about, isUnknown, jsonOf, member, numberIn, several, subjectOf } from '../kit/recorded.ts'
import type { Handler, Twin, TwinReply } from '../kit/twin.ts'

const refusal = (status: number, code: string, message: string): TwinReply => ({ status, json: { code, message } })

/** The members that its document describes; the people and companies are invented. */
const COMPANY: JsonObject = {
  id: 'company',
  name: 'Example Works',
  domain: 'example.com',
  website: 'https://www.example.com',
  year_founded: 2012,
  headcount: 42,
}
const PERSON: JsonObject = {
  id: 'person',
  full_name: 'Robin Sample',
  first_name: 'Robin',
  last_name: 'Sample',
  headline: 'Head of Examples',
  employment: { current: { title: 'Head of Examples', is_current: true, company: COMPANY } },
}

const LIMIT_DEFAULT = 10
const TOTAL = 1_000

const found =
  (name: string, record: JsonObject): Handler =>
  (call) =>
    about(subjectOf(call), { json: { [name]: isUnknown(call) ? [] : [record], metadata: {} } })

const list =
  (name: string, record: JsonObject): Handler =>
  (call) => {
    const offset = numberIn(member(call.body, 'offset'), 0)
    const count = isUnknown(call) ? 0 : numberIn(member(call.body, 'limit'), LIMIT_DEFAULT)
    const total = count === 0 ? 0 : TOTAL
    return { json: { [name]: several([record], count, offset), metadata: { total, offset } } }
  }

/** A quarter of a credit for each person or company. */
const RECORD = 0.25

export const fullenrich: Twin = {
  slug: 'fullenrich',
  refusals: {
    unauthorized: refusal(401, 'error.api.key', 'Unknown api key'),
    notFound: refusal(404, 'error.not_found', 'Not found'),
    invalid: (fault) => refusal(400, 'error.request.invalid', fault),
    outOfCredit: refusal(402, 'error.credits', 'There are no credits left.'),
    rateLimited: refusal(429, 'error.rate.limit', 'Too many requests. Try again in 1m'),
  },
  routes: {
    'GET /account/credits': ({ account }) => ({ json: { balance: account.credits } }),
    'POST /people/search': list('people', PERSON),
    'POST /company/search': list('companies', COMPANY),
    'POST /people/lookup': found('people', PERSON),
    'POST /company/lookup': found('companies', COMPANY),
  },
  bill(_, { json }, usual) {
    const body = jsonOf(json)
    const records = member(body, 'people') ?? member(body, 'companies')
    return Array.isArray(records) ? records.length * RECORD : usual
  },
  showBill(reply, credits) {
    const body = jsonOf(reply.json)
    const metadata = member(body, 'metadata')
    if (!isJsonObject(body) || !isJsonObject(metadata)) return reply
    return { ...reply, json: { ...body, metadata: { ...metadata, credits } } }
  },
}
