import type { JsonObject } from '../../../domain/json/json.ts'
import type { AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted } from '../classify.ts'
import type { HttpAnswer } from '../http.ts'
import { delivered, deliveredList, unusable } from '../lookup.ts'
import { type Account, type Refusals, restAdapter, type RestRequest, type RestRequests } from '../rest-adapter.ts'
import { objectOf, stated } from '../wire.ts'
import { readCompany, readPerson, readPhone, readReverse, readTechnologies, readVerdict } from './map-records.ts'
import {
  employeesBody,
  profileSearch,
  readContact,
  readEmployees,
  readError,
  searchRequest,
  type FindymailRequest,
} from './map.ts'

/** 423: the subscription is paused. */
const REFUSALS: Refusals = { notFound: 'not found', exhausted: [423] }

export const createFindymailAdapter = (account: Account): ProviderAdapter =>
  restAdapter(account, {
    headers: { authorization: `Bearer ${account.apiKey}` },
    requests: REQUESTS,
    refusals: REFUSALS,
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

const lookup = (request: FindymailRequest | null, read: RestRequest['read']): RestRequest | null =>
  request === null ? null : { ...request, read }

/** The profile costs a second credit; without it the answer has only the profile's URL. */
const reverse = (input: JsonObject): FindymailRequest => ({
  path: '/api/search/reverse-email',
  body: { ...stated({ email: input.email }), with_profile: true },
})

const REQUESTS: RestRequests = {
  'contact.find': ({ input }) => lookup(searchRequest(input), one(readContact, 'no email found')),
  'contact.find_by_profile': ({ input }) => lookup(profileSearch(input), one(readContact, 'no email found')),
  'contact.verify': ({ input }) => ({ path: '/api/verify', body: stated({ email: input.email }), read: verdict }),
  'contact.phone': ({ input }) => ({
    path: '/api/search/phone',
    body: stated({ linkedin_url: input.linkedin_url }),
    read: one(readPhone, 'no phone found'),
  }),
  'contact.reverse_email': ({ input }) => lookup(reverse(input), one(readReverse, 'no person found')),
  'person.enrich': ({ input }) => lookup(reverse(input), one(readPerson, 'no person found')),
  'person.decision_makers': ({ input }) => lookup(employeesBody(input), (answer) => employees(answer, input)),
  'company.enrich': ({ input }) => ({
    path: '/api/search/company',
    body: stated({ domain: input.domain, linkedin_url: input.linkedin_url, name: input.name }),
    read: one(readCompany, 'no company found'),
  }),
  'company.technologies': ({ input }) => ({
    path: '/api/technologies',
    body: stated({ domain: input.domain }),
    read: one(readTechnologies, 'no technologies found'),
  }),
}
