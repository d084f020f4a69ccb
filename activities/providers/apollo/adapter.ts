import type { JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted } from '../classify.ts'
import type { HttpAnswer, ProviderRequest } from '../http.ts'
import { callProvider, delivered, deliveredList, lookUp, miss, notOffered, refused, unusable } from '../lookup.ts'
import type { Account } from '../rest-adapter.ts'
import { objectOf, textOf } from '../wire.ts'
import { jobChange, personOf } from '../job-change.ts'
import { readBrand, readCompanies, readCompany, readFunding, readHeadcount, readTechnologies } from './map-companies.ts'
import { jobsPairs, newsPairs, readArticles, readJobs } from './map-postings.ts'
import { careerOf, readAddress, readIds, readMatches, readOwner, readPerson, readProfile, readRow } from './map.ts'
import {
  addressSearch,
  bulkBody,
  companySearch,
  decisionMakers,
  matchQuery,
  organizationQuery,
  peopleSearch,
  type Pairs,
  type PeopleSearch,
} from './query.ts'

type Request = Pick<ProviderRequest, 'method' | 'query' | 'body'> & { readonly path: string; readonly pairs?: Pairs }

const UNPROCESSABLE = 422
/** What a bulk match takes at most. */
const MATCHES_MAX = 10

export function createApolloAdapter(account: Account): ProviderAdapter {
  return { attempt: (call) => attempt(account, call) }
}

function attempt(account: Account, call: AttemptCall): Promise<AdapterResult> {
  const { capability, input } = call
  const person = (read: (person: JsonObject) => JsonObject | null, named = input) =>
    single(account, call, {
      request: { method: 'POST', path: '/people/match', query: matchQuery(named) },
      member: 'person',
      read,
    })
  const company = (read: (organization: JsonObject) => JsonObject | null) =>
    single(account, call, {
      request: { method: 'GET', path: '/organizations/enrich', query: organizationQuery(input) },
      member: 'organization',
      read,
    })
  switch (capability) {
    case 'person.enrich':
      return person(readPerson)
    case 'contact.reverse_email':
      return person((found) => readOwner(found, input))
    case 'person.resolve_profile':
      return person(readProfile)
    case 'person.job_change':
      return person((found) => changeOf(found, input), personOf(input))
    case 'person.search':
      return people(account, call, { search: peopleSearch(input), row: readRow, shape: asSearch })
    case 'person.decision_makers':
      return people(account, call, { search: decisionMakers(input), row: readRow, shape: asCompany })
    case 'contact.domain_emails':
      return people(account, call, { search: addressSearch(input), row: readAddress, shape: asAddresses })
    case 'company.enrich':
      return company(readCompany)
    case 'company.headcount':
      return company(readHeadcount)
    case 'company.funding':
      return company(readFunding)
    case 'company.technologies':
      return company(readTechnologies)
    case 'company.brand':
      return company(readBrand)
    case 'company.jobs':
      return ofCompany(account, call, jobs(input))
    case 'company.news':
      return ofCompany(account, call, news(input))
    case 'company.search':
      return companies(account, call)
    default:
      return Promise.resolve(notOffered)
  }
}

function requestTo({ apiKey, baseUrl }: Account, { path, pairs = [], ...request }: Request) {
  const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString()
  return { ...request, url: `${baseUrl}${path}${search === '' ? '' : `?${search}`}`, headers: { 'x-api-key': apiKey } }
}

interface Single {
  readonly request: Request
  readonly member: string
  readonly read: (found: JsonObject) => JsonObject | null
}

/** A miss is a 200 whose one member is null. */
function single(account: Account, call: AttemptCall, { request, member, read }: Single): Promise<AdapterResult> {
  return lookUp(account.http, call, {
    request: requestTo(account, request),
    refuse,
    read(answer) {
      const body = objectOf(answer.body)
      if (body === null || !Object.hasOwn(body, member)) return unusable(answer, `no ${member} in the answer`)
      const found = objectOf(body[member])
      return found === null ? miss(answer, 'no match') : delivered(answer, read(found), 'no match')
    },
  })
}

function changeOf(found: JsonObject, input: JsonObject): JsonObject | null {
  const career = careerOf(found)
  return career === null ? null : jobChange(input, career)
}

type Step = (request: Request) => Promise<HttpAnswer | AdapterResult>

/** Several requests of one attempt, one after the other, within its deadline. */
function stepsOf(account: Account, call: AttemptCall): Step {
  const endsAt = performance.now() + call.deadlineMs
  return (request) =>
    callProvider(
      account.http,
      { signal: call.signal, deadlineMs: Math.max(1, endsAt - performance.now()) },
      { request: requestTo(account, request), refuse },
    )
}

interface OfCompany {
  readonly request: (id: string) => Request
  /** The member of the output that holds the list. */
  readonly list: string
  readonly read: (body: HttpAnswer['body']) => JsonObject[] | null
}

const jobs = (input: JsonObject): OfCompany => ({
  request: (id) => ({
    method: 'GET',
    path: `/organizations/${encodeURIComponent(id)}/job_postings`,
    pairs: jobsPairs(input),
  }),
  list: 'jobs',
  read: (answer) => readJobs(answer, input),
})

const news = (input: JsonObject): OfCompany => ({
  request: (id) => ({ method: 'POST', path: '/news_articles/search', pairs: newsPairs(id, input) }),
  list: 'articles',
  read: (answer) => readArticles(answer, input),
})

/** What belongs to a company is requested by its id, which its record holds. */
async function ofCompany(
  account: Account,
  call: AttemptCall,
  { request, list, read }: OfCompany,
): Promise<AdapterResult> {
  const next = stepsOf(account, call)
  const found = await next({ method: 'GET', path: '/organizations/enrich', query: organizationQuery(call.input) })
  if (found.kind !== 'answer') return found
  const body = objectOf(found.body)
  if (body === null || !Object.hasOwn(body, 'organization')) return unusable(found, 'no organization in the answer')
  const id = textOf(objectOf(body.organization)?.id)
  if (id === null) return miss(found, 'no match')
  const answer = await next(request(id))
  if (answer.kind !== 'answer') return answer
  const items = read(answer.body)
  if (items === null) return unusable(answer, 'no list in the answer')
  return delivered(answer, items.length === 0 ? null : { [list]: items }, 'no results')
}

interface People {
  readonly search: PeopleSearch | null
  readonly row: (person: JsonObject | undefined, employers: readonly string[]) => JsonObject[]
  readonly shape: (items: readonly JsonObject[], total: number | null, search: PeopleSearch) => JsonObject
}

const asSearch: People['shape'] = (items, total) => ({ items: [...items], total })
const asCompany: People['shape'] = (items, _total, { employers }) => ({
  company: textOf(items[0]?.company),
  domain: employers[0] ?? null,
  items: [...items],
})
const asAddresses: People['shape'] = (items, _total, { employers }) => ({
  domain: employers[0] ?? null,
  company: null,
  pattern: null,
  items: [...items],
})

/** The search returns only ids and first names; the full records are requested ten at a time. */
async function people(account: Account, call: AttemptCall, { search, row, shape }: People): Promise<AdapterResult> {
  if (search === null) return notOffered
  const next = stepsOf(account, call)
  const listed = await next({ method: 'POST', path: '/mixed_people/api_search', pairs: search.pairs })
  if (listed.kind !== 'answer') return listed
  const found = readIds(listed.body, search.limit)
  if (found === null) return unusable(listed, 'no list in the answer')
  const items: JsonObject[] = []
  const payloads = [listed.body]
  for (let begin = 0; begin < found.ids.length; begin += MATCHES_MAX) {
    const ids = found.ids.slice(begin, begin + MATCHES_MAX)
    const matched = await next({
      method: 'POST',
      path: '/people/bulk_match',
      body: { kind: 'json', value: bulkBody(ids) },
    })
    if (matched.kind !== 'answer') return matched
    const matches = readMatches(matched.body)
    if (matches === null) return unusable(matched, 'no list in the answer')
    items.push(...ids.flatMap((id) => row(matches.get(id), search.employers)))
    payloads.push(matched.body)
  }
  if (items.length === 0) return { kind: 'noMatch', detail: 'no results', raw: payloads }
  return { kind: 'delivered', output: shape(items, found.total, search), raw: payloads, units: items.length }
}

function companies(account: Account, call: AttemptCall): Promise<AdapterResult> {
  const search = companySearch(call.input)
  if (search === null) return Promise.resolve(notOffered)
  return lookUp(account.http, call, {
    request: requestTo(account, { method: 'POST', path: '/mixed_companies/search', pairs: search.pairs }),
    refuse,
    read(answer) {
      const found = readCompanies(answer.body, search.limit, call.input)
      return found === null
        ? unusable(answer, 'no list in the answer')
        : deliveredList(answer, found.output, found.items)
    },
  })
}

/** 422 means a wrong input, unless its text states that no credits are left. */
function refuse(answer: HttpAnswer): AdapterResult {
  const body = objectOf(answer.body)
  const text = `${textOf(body?.error) ?? ''} ${textOf(body?.error_message) ?? ''} ${textOf(body?.message) ?? ''}`
  if (answer.status === UNPROCESSABLE && /credit/i.test(text)) return accountExhausted(answer, null)
  return refused(answer, textOf(body?.error_code))
}
