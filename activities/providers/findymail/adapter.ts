import type { JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { delivered, deliveredList, lookUp, miss, notOffered, refused, unusable } from '../lookup.ts'
import { objectOf, stated } from '../wire.ts'
import { readCompany, readPerson, readPhone, readReverse, readTechnologies, readVerdict } from './map-records.ts'
import { employeesBody, profileSearch, readContact, readEmployees, readError, searchRequest } from './map.ts'
import type { FindymailRequest } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

interface ProviderQuery {
  readonly request: FindymailRequest | null
  readonly read: (answer: HttpAnswer) => AdapterResult
}

const NOT_FOUND = 404
const SUBSCRIPTION_PAUSED = 423

export function createFindymailAdapter({ apiKey, baseUrl, http }: Account): ProviderAdapter {
  return {
    attempt(call) {
      const { request, read } = providerQueryOf(call) ?? { request: null }
      if (request === null || read === undefined) return Promise.resolve(notOffered)
      return lookUp(http, call, {
        request: {
          method: 'POST',
          url: baseUrl + request.path,
          headers: { authorization: `Bearer ${apiKey}` },
          body: { kind: 'json', value: request.body },
        },
        read,
        refuse,
      })
    },
  }
}

function providerQueryOf({ capability, input }: AttemptCall): ProviderQuery | null {
  switch (capability) {
    case 'contact.find':
      return { request: searchRequest(input), read: one(readContact, 'no email found') }
    case 'contact.find_by_profile':
      return { request: profileSearch(input), read: one(readContact, 'no email found') }
    case 'contact.verify':
      return { request: { path: '/api/verify', body: stated({ email: input.email }) }, read: verdict }
    case 'contact.phone':
      return {
        request: { path: '/api/search/phone', body: stated({ linkedin_url: input.linkedin_url }) },
        read: one(readPhone, 'no phone found'),
      }
    case 'contact.reverse_email':
      return { request: reverse(input), read: one(readReverse, 'no person found') }
    case 'person.enrich':
      return { request: reverse(input), read: one(readPerson, 'no person found') }
    case 'person.decision_makers':
      return { request: employeesBody(input), read: (answer) => employees(answer, input) }
    case 'company.enrich':
      return {
        request: {
          path: '/api/search/company',
          body: stated({ domain: input.domain, linkedin_url: input.linkedin_url, name: input.name }),
        },
        read: one(readCompany, 'no company found'),
      }
    case 'company.technologies':
      return {
        request: { path: '/api/technologies', body: stated({ domain: input.domain }) },
        read: one(readTechnologies, 'no technologies found'),
      }
    default:
      return null
  }
}

/** The profile costs a second credit; without it the answer has only the profile's URL. */
const reverse = (input: JsonObject): FindymailRequest => ({
  path: '/api/search/reverse-email',
  body: { ...stated({ email: input.email }), with_profile: true },
})

const one =
  (read: (body: JsonObject) => JsonObject | null, missing: string) =>
  (answer: HttpAnswer): AdapterResult =>
    withoutError(answer, (body) => delivered(answer, read(body), missing))

const verdict = (answer: HttpAnswer): AdapterResult =>
  withoutError(answer, (body) => {
    const output = readVerdict(body)
    return output === null ? unusable(answer, 'no verdict in the answer') : delivered(answer, output, '')
  })

/** The only answer that may be a bare list. */
function employees(answer: HttpAnswer, input: JsonObject): AdapterResult {
  const found = readEmployees(answer.body, input)
  if (found === null) return withoutError(answer, () => unusable(answer, 'no list in the answer'))
  return deliveredList(answer, found.output, found.items)
}

/** A 200 may carry an error text. */
function withoutError(answer: HttpAnswer, read: (body: JsonObject) => AdapterResult): AdapterResult {
  const body = objectOf(answer.body)
  if (body === null) return unusable(answer, 'the answer is no object')
  const error = readError(body)
  if (error === 'credits') return accountExhausted(answer, null)
  return error === 'other' ? unusable(answer, 'the answer carries an error') : read(body)
}

function refuse(answer: HttpAnswer): AdapterResult {
  // Without a JSON body a 404 is a wrong URL, not an answer about a person.
  if (answer.status === NOT_FOUND && objectOf(answer.body) !== null) return miss(answer, 'not found')
  return answer.status === SUBSCRIPTION_PAUSED ? accountExhausted(answer, null) : refused(answer)
}
