import type { JsonObject } from '../../../domain/json/json.ts'
import type { AdapterResult, AttemptCall, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import type { HttpAnswer } from '../http.ts'
import { delivered, deliveredList, unusable } from '../lookup.ts'
import { type Account, type Refusals, restAdapter, type RestRequest, type RestRequests } from '../rest-adapter.ts'
import { objectOf, textOf } from '../wire.ts'
import { domainQuery, limitOf, patternQuery, readDomain, readPattern } from './map-domain.ts'
import { readCompany, readFunding, readOwner, readPerson, readProfile, readTechnologies } from './map-enrichment.ts'
import { canFind, errorCode, finderQuery, personQuery, readFound, readVerified } from './map.ts'

/** Hunter is still searching and answers before it has a result. */
const STILL_WORKING = 202

/** Hunter swaps the usual meanings of two statuses: 403 is the rate limit, 429 the quota. */
const REFUSALS: Refusals = { rateLimited: [403], exhausted: [429], codeOf: errorCode }

export const createHunterAdapter = (account: Account): ProviderAdapter =>
  restAdapter(account, { headers: { 'x-api-key': account.apiKey }, requests: REQUESTS, refusals: REFUSALS })

type Read = (data: JsonObject, answer: HttpAnswer) => AdapterResult
type Reader = (data: JsonObject) => JsonObject | null

/** null: the input has a filter that Hunter lacks. */
const lookup = (
  path: string,
  query: RestRequest['query'] | null,
  read: Read,
  refusals: Refusals = {},
): RestRequest | null => (query === null ? null : { path, query, read: dataOf(read), refusals })

const finder = ({ input, deadlineMs }: AttemptCall): RestRequest | null =>
  lookup('/email-finder', canFind(input) ? finderQuery(input, deadlineMs) : null, one(readFound, 'no email found'))

/** Their 404 means that nothing is known under the input; of the finder that is not confirmed. */
const RECORDS: Refusals = { notFound: 'not known' }

const person =
  (read: Reader, missing: string) =>
  ({ input }: AttemptCall): RestRequest | null =>
    lookup('/people/find', personQuery(input), one(read, missing), RECORDS)

const company =
  (read: Reader, missing: string) =>
  ({ input }: AttemptCall): RestRequest | null =>
    lookup('/companies/find', { domain: textOf(input.domain) ?? undefined }, one(read, missing), RECORDS)

const one =
  (read: Reader, missing: string): Read =>
  (data, answer) =>
    delivered(answer, read(data), missing)

const dataOf =
  (read: Read) =>
  (answer: HttpAnswer): AdapterResult => {
    if (answer.status === STILL_WORKING)
      return { kind: 'failed', outcome: 'provider_timeout', detail: 'HTTP 202: still working' }
    const data = objectOf(objectOf(answer.body)?.data)
    return data === null ? unusable(answer, 'no data in the answer') : read(data, answer)
  }

const pattern: Read = (data, answer) =>
  delivered(answer, readPattern(data, objectOf(objectOf(answer.body)?.meta)), 'no pattern found')

const verified: Read = (data, answer) => {
  const output = readVerified(data)
  return output === null ? unusable(answer, 'no verdict in the answer') : delivered(answer, output, '')
}

const addresses =
  (limit: number): Read =>
  (data, answer) => {
    const { output, items } = readDomain(data, limit)
    return deliveredList(answer, output, items)
  }

const REQUESTS: RestRequests = {
  'contact.find': finder,
  'contact.find_by_profile': finder,
  'contact.verify': ({ input }) => lookup('/email-verifier', { email: textOf(input.email) ?? undefined }, verified),
  'contact.domain_emails': ({ input }) => lookup('/domain-search', domainQuery(input), addresses(limitOf(input))),
  'company.email_pattern': ({ input }) => lookup('/domain-search', patternQuery(input), pattern),
  'contact.reverse_email': person(readOwner, 'no person found'),
  'person.resolve_profile': person(readProfile, 'no profile found'),
  'person.enrich': person(readPerson, 'no person found'),
  'company.enrich': company(readCompany, 'no company found'),
  'company.funding': company(readFunding, 'no funding found'),
  'company.technologies': company(readTechnologies, 'no technologies found'),
}
