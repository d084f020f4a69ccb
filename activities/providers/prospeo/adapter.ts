import type { JsonObject } from '../../../domain/json/json.ts'
import type { AdapterResult, AttemptCall, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, rateLimited } from '../classify.ts'
import type { HttpAnswer } from '../http.ts'
import { delivered, miss, unusable } from '../lookup.ts'
import { type Account, restAdapter, type RestRequest, type RestRequests } from '../rest-adapter.ts'
import { objectOf } from '../wire.ts'
import {
  companyBody,
  errorCode,
  type ProspeoMatch,
  matchOf,
  personBody,
  readCompany,
  readContact,
  readFunding,
  readOwner,
  readPerson,
  readPhone,
  readProfile,
  readTechnologies,
} from './map.ts'

export const createProspeoAdapter = (account: Account): ProviderAdapter =>
  restAdapter(account, {
    headers: { 'x-key': account.apiKey },
    requests: REQUESTS,
    refusals: { judge: resultOfErrorCode, codeOf: errorCode },
  })

type Reader = (match: ProspeoMatch, input: JsonObject) => JsonObject | null

const person =
  (only: 'email' | 'mobile' | null, read: Reader, missing = 'no person found') =>
  ({ input }: AttemptCall): RestRequest => ({
    path: '/enrich-person',
    body: personBody(input, only),
    read: matched(read, input, missing),
  })

const company =
  (read: Reader, missing: string) =>
  ({ input }: AttemptCall): RestRequest => ({
    path: '/enrich-company',
    body: companyBody(input),
    read: matched(read, input, missing),
  })

const matched =
  (read: Reader, input: JsonObject, missing: string) =>
  (answer: HttpAnswer): AdapterResult => {
    const body = objectOf(answer.body)
    if (body === null) return unusable(answer, 'the answer is no object')
    if (body.error !== false) return resultOfErrorCode(answer) ?? unusable(answer, 'the answer carries an error')
    return delivered(answer, read(matchOf(body), input), missing)
  }

/** Prospeo answers most errors with status 400, so its error code decides. */
function resultOfErrorCode(answer: HttpAnswer): AdapterResult | null {
  const code = errorCode(answer.body)
  switch (code) {
    case 'NO_MATCH':
      return miss(answer, 'no match')
    case 'INSUFFICIENT_CREDITS':
    case 'INVALID_API_KEY':
      return accountExhausted(answer, code)
    case 'RATE_LIMITED':
      return rateLimited(answer, code)
    case 'INTERNAL_ERROR':
      return unusable(answer, 'INTERNAL_ERROR')
    default:
      return null
  }
}

const REQUESTS: RestRequests = {
  'contact.find': person('email', readContact, 'no email found'),
  'contact.find_by_profile': person('email', readContact, 'no email found'),
  'contact.phone': person('mobile', readPhone, 'no phone found'),
  'contact.reverse_email': person(null, readOwner),
  'person.enrich': person(null, readPerson),
  'person.resolve_profile': person(null, readProfile, 'no profile found'),
  'company.enrich': company(readCompany, 'no company found'),
  'company.funding': company(readFunding, 'no funding found'),
  'company.technologies': company(readTechnologies, 'no technologies found'),
}
