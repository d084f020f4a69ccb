import type { AttemptCall, AttemptResult, JsonObject, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { delivered, deliveredList, lookUp, miss, notOffered, refused, stated, unusable } from '../lookup.ts'
import { objectOf } from '../wire.ts'
import { readCompany, readPerson, readPhone, readReverse, readTechnologies, readVerdict } from './map-records.ts'
import { employeesBody, profileSearch, readContact, readEmployees, readError, searchRequest } from './map.ts'
import type { FindymailRequest } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

interface Question {
  readonly request: FindymailRequest | null
  readonly read: (body: JsonObject, answer: HttpAnswer) => AttemptResult
}

const NOT_FOUND = 404
const SUBSCRIPTION_PAUSED = 423

export function createFindymailAdapter(account: Account): ProviderAdapter {
  return {
    attempt(call) {
      const question = questionOf(call)
      return question === null || question.request === null ? Promise.resolve(notOffered) : ask(account, call, { ...question, request: question.request })
    },
  }
}

function questionOf({ capability, input }: AttemptCall): Question | null {
  switch (capability) {
    case 'contact.find':
      return { request: searchRequest(input), read: contact }
    case 'contact.find_by_profile':
      return { request: profileSearch(input), read: contact }
    case 'contact.verify':
      return { request: { path: '/api/verify', body: stated({ email: input.email }) }, read: verified }
    case 'contact.phone':
      return { request: { path: '/api/search/phone', body: stated({ linkedin_url: input.linkedin_url }) }, read: (body, answer) => delivered(answer, readPhone(body), 'no phone found') }
    case 'contact.reverse_email':
      return { request: reverse(input), read: (body, answer) => delivered(answer, readReverse(body), 'nobody found') }
    case 'person.enrich':
      return { request: reverse(input), read: (body, answer) => delivered(answer, readPerson(body), 'nobody found') }
    case 'person.decision_makers':
      return { request: employeesBody(input), read: () => notOffered }
    case 'company.enrich':
      return { request: { path: '/api/search/company', body: stated({ domain: input.domain, linkedin_url: input.linkedin_url, name: input.name }) }, read: (body, answer) => delivered(answer, readCompany(body), 'no company found') }
    case 'company.technologies':
      return { request: { path: '/api/technologies', body: stated({ domain: input.domain }) }, read: (body, answer) => delivered(answer, readTechnologies(body), 'no technologies found') }
    default:
      return null
  }
}

const contact = (body: JsonObject, answer: HttpAnswer): AttemptResult => delivered(answer, readContact(body), 'no email found')

/** The profile costs a second credit; without it only the address of the profile would come. */
const reverse = (input: JsonObject): FindymailRequest => ({ path: '/api/search/reverse-email', body: { ...stated({ email: input.email }), with_profile: true } })

function verified(body: JsonObject, answer: HttpAnswer): AttemptResult {
  const output = readVerdict(body)
  return output === null ? unusable(answer, 'no verdict in the answer') : delivered(answer, output, '')
}

function ask({ apiKey, baseUrl, http }: Account, call: AttemptCall, { request, read }: Question & { readonly request: FindymailRequest }): Promise<AttemptResult> {
  return lookUp(http, call, {
    request: { method: 'POST', url: baseUrl + request.path, headers: { authorization: `Bearer ${apiKey}` }, body: { kind: 'json', value: request.body } },
    read: (answer) => (call.capability === 'person.decision_makers' ? employees(answer, call.input) : single(answer, read)),
    refuse,
  })
}

/** A 200 may carry an error text. */
function single(answer: HttpAnswer, read: Question['read']): AttemptResult {
  const body = objectOf(answer.body)
  if (body === null) return unusable(answer, 'the answer is no object')
  const error = readError(body)
  if (error === 'credits') return accountExhausted(answer, null)
  return error === 'other' ? unusable(answer, 'the answer carries an error') : read(body, answer)
}

/** The one answer that may be a bare list. */
function employees(answer: HttpAnswer, input: JsonObject): AttemptResult {
  const found = readEmployees(answer.body, input)
  return found === null ? single(answer, () => unusable(answer, 'no list in the answer')) : deliveredList(answer, found.output, found.items)
}

function refuse(answer: HttpAnswer): AttemptResult {
  // Without a JSON body it is a wrong address, not an answer about a person.
  if (answer.status === NOT_FOUND && objectOf(answer.body) !== null) return miss(answer, 'not found')
  return answer.status === SUBSCRIPTION_PAUSED ? accountExhausted(answer, null) : refused(answer)
}
