import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import type { HttpAnswer } from '../http.ts'
import { callProvider, delivered, deliveredList, lookUp, miss, notOffered, refused, unusable } from '../lookup.ts'
import type { Account } from '../rest-adapter.ts'
import { hostOf, objectOf, textOf } from '../wire.ts'
import { nameQuery, promptQuery, readCompanies, similarQuery, siteOf } from './map-lists.ts'
import {
  errorCode,
  readBrand,
  readCompany,
  readHeadcount,
  readLinkedin,
  readPatterns,
  readTechnologies,
} from './map.ts'

type Query = Readonly<Record<string, string | number>>

interface ProviderQuery {
  readonly path: string
  readonly query?: Query
  readonly read: (answer: HttpAnswer) => AdapterResult
}

const NOT_FOUND = 404

export function createThecompaniesapiAdapter(account: Account): ProviderAdapter {
  return {
    attempt(call) {
      if (call.capability === 'company.similar') return similar(account, call)
      const providerQuery = providerQueryOf(call)
      return providerQuery === null ? Promise.resolve(notOffered) : lookUpOnce(account, call, providerQuery)
    },
  }
}

function lookUpOnce({ http, ...account }: Account, call: AttemptCall, { read, ...query }: ProviderQuery) {
  return lookUp(http, call, { request: requestOf(account, query), read, refuse })
}

/** The token is sent as it is: this provider does not decode Basic credentials. */
const requestOf = (
  { apiKey, baseUrl }: Pick<Account, 'apiKey' | 'baseUrl'>,
  { path, query = {} }: Pick<ProviderQuery, 'path' | 'query'>,
) => ({ method: 'GET', url: baseUrl + path, query, headers: { authorization: `Basic ${apiKey}` } }) as const

/** Companies are similar to a site. Where the input has another name of the company, its site is looked up first. */
async function similar(account: Account, call: AttemptCall): Promise<AdapterResult> {
  const { input, deadlineMs, signal } = call
  const endsAt = performance.now() + deadlineMs
  const lookup = siteLookup(input)
  let domain = hostOf(input.domain)
  if (domain === null && lookup !== null) {
    const answer = await callProvider(
      account.http,
      { signal, deadlineMs },
      { request: requestOf(account, lookup), refuse },
    )
    if (answer.kind !== 'answer') return answer
    domain = siteOf(answer.body, input)
    if (domain === null) return miss(answer, 'not known')
  }
  const query = similarQuery({ ...input, domain })
  if (query === null) return notOffered
  const left = { ...call, deadlineMs: Math.max(1, endsAt - performance.now()) }
  return lookUpOnce(account, left, list('/v2/companies/similar', query, input))
}

function siteLookup(input: JsonObject): Pick<ProviderQuery, 'path' | 'query'> | null {
  const linkedin = textOf(input.linkedin_url)
  if (linkedin !== null) return { path: '/v2/companies/by-social', query: { linkedin } }
  const query = nameQuery(input)
  return query === null ? null : { path: '/v2/companies/by-name', query }
}

function providerQueryOf({ capability, input }: AttemptCall): ProviderQuery | null {
  switch (capability) {
    case 'company.enrich':
      return bySiteOrPage(input, company(readCompany, 'no company found'))
    case 'company.technologies':
      return bySite(input, company(readTechnologies, 'no technologies found'))
    case 'company.headcount':
      return bySiteOrPage(input, company(readHeadcount, 'no size found'))
    case 'company.brand':
      return bySite(input, company(readBrand, 'no brand found'))
    case 'linkedin.company':
      return bySiteOrPage(input, company(readLinkedin, 'no page found'))
    case 'company.search': {
      const query = promptQuery(input)
      return query === null ? null : list('/v2/companies/by-prompt', query, input)
    }
    case 'company.email_pattern':
      return bySite(input, (answer) => patterns(answer, input), '/email-patterns')
    default:
      return null
  }
}

function bySite(input: JsonObject, read: ProviderQuery['read'], end = ''): ProviderQuery | null {
  const domain = hostOf(input.domain)
  return domain === null ? null : { path: `/v2/companies/${encodeURIComponent(domain)}${end}`, read }
}

const bySiteOrPage = (input: JsonObject, read: ProviderQuery['read']): ProviderQuery | null =>
  bySite(input, read) ?? byPage(input, read)

const list = (path: string, query: Query, input: JsonObject): ProviderQuery => ({
  path,
  query,
  read(answer) {
    const found = readCompanies(answer.body, input)
    return found === null ? unusable(answer, 'no list in the answer') : deliveredList(answer, found.output, found.items)
  },
})

function byPage(input: JsonObject, read: ProviderQuery['read']): ProviderQuery | null {
  const linkedin = textOf(input.linkedin_url)
  return linkedin === null ? null : { path: '/v2/companies/by-social', query: { linkedin }, read }
}

const company =
  (read: (body: JsonObject) => JsonObject | null, missing: string) =>
  (answer: HttpAnswer): AdapterResult => {
    const body = objectOf(answer.body)
    if (body === null || carriesError(body)) return unusable(answer, 'the answer is no company')
    return delivered(answer, read(body), missing)
  }

function patterns(answer: HttpAnswer, input: JsonObject): AdapterResult {
  if (!Array.isArray(answer.body)) return unusable(answer, 'the answer is no list')
  return delivered(answer, readPatterns(answer.body, input), 'no pattern found')
}

const carriesError = (body: Json): boolean => errorCode(body) !== null

/** A 404 with the provider's body means that the company is not known; without a body it is a wrong URL. */
const refuse = (answer: HttpAnswer): AdapterResult =>
  answer.status === NOT_FOUND && carriesError(answer.body)
    ? miss(answer, 'not known')
    : refused(answer, errorCode(answer.body))
