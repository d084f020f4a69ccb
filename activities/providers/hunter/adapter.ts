import type { JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted, rateLimited } from '../classify.ts'
import type { HttpAnswer, ProviderHttp } from '../http.ts'
import { delivered, deliveredList, lookUp, miss, notOffered, refused, unusable } from '../lookup.ts'
import { objectOf, textOf } from '../wire.ts'
import { domainQuery, limitOf, patternQuery, readDomain, readPattern } from './map-domain.ts'
import { readCompany, readFunding, readOwner, readPerson, readProfile, readTechnologies } from './map-enrichment.ts'
import { canFind, errorCode, finderQuery, personQuery, readFound, readVerified } from './map.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

interface ProviderQuery {
  readonly path: string
  /** null: the input has a filter that Hunter lacks. */
  readonly query: Readonly<Record<string, string | number | undefined>> | null
  readonly read: (data: JsonObject, answer: HttpAnswer) => AdapterResult
  /** Whether a 404 means that no person is known under the input; for the finder that is not confirmed. */
  readonly missIs404?: true
}

/** Hunter is still searching and answers before it has a result. */
const STILL_WORKING = 202
const NOT_FOUND = 404

export function createHunterAdapter(account: Account): ProviderAdapter {
  return {
    attempt(call) {
      const providerQuery = providerQueryOf(call)
      const query = providerQuery?.query ?? null
      return providerQuery === null || query === null
        ? Promise.resolve(notOffered)
        : searchDomain(account, call, { ...providerQuery, query })
    },
  }
}

function providerQueryOf(call: AttemptCall): ProviderQuery | null {
  const { capability, input, deadlineMs } = call
  const person = (read: Reader, missing: string): ProviderQuery => ({
    path: '/people/find',
    query: personQuery(input),
    read: one(read, missing),
    missIs404: true,
  })
  const company = (read: Reader, missing: string): ProviderQuery => ({
    path: '/companies/find',
    query: { domain: textOf(input.domain) ?? undefined },
    read: one(read, missing),
    missIs404: true,
  })
  switch (capability) {
    case 'contact.find':
    case 'contact.find_by_profile':
      return {
        path: '/email-finder',
        query: canFind(input) ? finderQuery(input, deadlineMs) : null,
        read: one(readFound, 'no email found'),
      }
    case 'contact.verify':
      return { path: '/email-verifier', query: { email: textOf(input.email) ?? undefined }, read: verified }
    case 'contact.domain_emails':
      return {
        path: '/domain-search',
        query: domainQuery(input),
        read: (data, answer) => addresses(data, answer, limitOf(input)),
      }
    case 'company.email_pattern':
      return { path: '/domain-search', query: patternQuery(input), read: pattern }
    case 'contact.reverse_email':
      return person(readOwner, 'no person found')
    case 'person.resolve_profile':
      return person(readProfile, 'no profile found')
    case 'person.enrich':
      return person(readPerson, 'no person found')
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

type Reader = (data: JsonObject) => JsonObject | null

const one =
  (read: Reader, missing: string) =>
  (data: JsonObject, answer: HttpAnswer): AdapterResult =>
    delivered(answer, read(data), missing)

const pattern = (data: JsonObject, answer: HttpAnswer): AdapterResult =>
  delivered(answer, readPattern(data, objectOf(objectOf(answer.body)?.meta)), 'no pattern found')

function addresses(data: JsonObject, answer: HttpAnswer, limit: number): AdapterResult {
  const { output, items } = readDomain(data, limit)
  return deliveredList(answer, output, items)
}

function searchDomain(
  { apiKey, baseUrl, http }: Account,
  call: AttemptCall,
  { path, query, read, missIs404 }: ProviderQuery & { readonly query: NonNullable<ProviderQuery['query']> },
): Promise<AdapterResult> {
  return lookUp(http, call, {
    request: { method: 'GET', url: baseUrl + path, headers: { 'x-api-key': apiKey }, query },
    read(answer) {
      if (answer.status === STILL_WORKING)
        return { kind: 'failed', outcome: 'provider_timeout', detail: 'HTTP 202: still working' }
      const data = objectOf(objectOf(answer.body)?.data)
      return data === null ? unusable(answer, 'no data in the answer') : read(data, answer)
    },
    // Without a JSON body a 404 is a wrong URL, not an answer about a person.
    refuse: (answer) =>
      answer.status === NOT_FOUND && missIs404 === true && objectOf(answer.body) !== null
        ? miss(answer, 'not known')
        : refusal(answer),
  })
}

function verified(data: JsonObject, answer: HttpAnswer): AdapterResult {
  const output = readVerified(data)
  return output === null ? unusable(answer, 'no verdict in the answer') : delivered(answer, output, '')
}

/** Hunter swaps the usual meanings of two statuses: 403 is the rate limit, 429 the quota. */
function refusal(answer: HttpAnswer): AdapterResult {
  const code = errorCode(answer.body)
  if (answer.status === 403) return rateLimited(answer, code)
  if (answer.status === 429) return accountExhausted(answer, code)
  return refused(answer, code)
}
