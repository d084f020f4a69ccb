import type { JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, rateLimited } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { delivered, lookUp, miss, notOffered, refused, unusable } from '../lookup.ts'
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

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

interface ProviderQuery {
  readonly path: string
  readonly body: JsonObject
  readonly read: (match: ProspeoMatch) => JsonObject | null
  readonly missing: string
}

export function createProspeoAdapter({ apiKey, baseUrl, http }: Account): ProviderAdapter {
  return {
    attempt(call) {
      const providerQuery = providerQueryOf(call)
      if (providerQuery === null) return Promise.resolve(notOffered)
      return lookUp(http, call, {
        request: {
          method: 'POST',
          url: baseUrl + providerQuery.path,
          headers: { 'x-key': apiKey },
          body: { kind: 'json', value: providerQuery.body },
        },
        read: (answer) => readAnswer(answer, providerQuery),
        refuse: (answer) => resultOfErrorCode(answer) ?? refused(answer, errorCode(answer.body)),
      })
    },
  }
}

function providerQueryOf({ capability, input }: AttemptCall): ProviderQuery | null {
  const person = (
    only: 'email' | 'mobile' | null,
    read: ProviderQuery['read'],
    missing = 'no person found',
  ): ProviderQuery => ({
    path: '/enrich-person',
    body: personBody(input, only),
    read,
    missing,
  })
  const company = (read: ProviderQuery['read'], missing: string): ProviderQuery => ({
    path: '/enrich-company',
    body: companyBody(input),
    read,
    missing,
  })
  switch (capability) {
    case 'contact.find':
    case 'contact.find_by_profile':
      return person('email', readContact, 'no email found')
    case 'contact.phone':
      return person('mobile', readPhone, 'no phone found')
    case 'contact.reverse_email':
      return person(null, (match) => readOwner(match, input))
    case 'person.enrich':
      return person(null, readPerson)
    case 'person.resolve_profile':
      return person(null, readProfile, 'no profile found')
    case 'company.enrich':
      return company(readCompany, 'no company found')
    case 'company.funding':
      return company(readFunding, 'no funding found')
    case 'company.technologies':
      return company(readTechnologies, 'no technologies found')
    default:
      return null
  }
}

function readAnswer(answer: HttpAnswer, providerQuery: ProviderQuery): AdapterResult {
  const body = objectOf(answer.body)
  if (body === null) return unusable(answer, 'the answer is no object')
  if (body.error !== false) return resultOfErrorCode(answer) ?? unusable(answer, 'the answer carries an error')
  return delivered(answer, providerQuery.read(matchOf(body)), providerQuery.missing)
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
