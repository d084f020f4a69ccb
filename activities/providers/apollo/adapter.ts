import type { JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AttemptResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { accountExhausted } from '../classify.ts'
import type { HttpAnswer, ProviderHttp, ProviderRequest } from '../http.ts'
import { ask, delivered, deliveredList, lookUp, miss, notOffered, refused, unusable } from '../lookup.ts'
import { objectOf, textOf } from '../wire.ts'
import { readCompanies, readCompany, readFunding, readHeadcount, readTechnologies } from './map-companies.ts'
import { readIds, readMatches, readOwner, readPerson, readProfile, readRow } from './map.ts'
import { bulkBody, companySearch, decisionMakers, matchQuery, organizationQuery, peopleSearch } from './query.ts'
import type { Pairs, PeopleSearch } from './query.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

type Request = Pick<ProviderRequest, 'method' | 'query' | 'body'> & { readonly path: string; readonly pairs?: Pairs }

const UNPROCESSABLE = 422
/** What a bulk match takes at most. */
const MATCHES_MAX = 10

export function createApolloAdapter(account: Account): ProviderAdapter {
  return { attempt: (call) => attempt(account, call) }
}

function attempt(account: Account, call: AttemptCall): Promise<AttemptResult> {
  const { capability, input } = call
  const person = (read: (person: JsonObject) => JsonObject | null) =>
    single(account, call, {
      request: { method: 'POST', path: '/people/match', query: matchQuery(input) },
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
    case 'person.search':
      return people(account, call, peopleSearch(input))
    case 'person.decision_makers':
      return people(account, call, decisionMakers(input))
    case 'company.enrich':
      return company(readCompany)
    case 'company.headcount':
      return company(readHeadcount)
    case 'company.funding':
      return company(readFunding)
    case 'company.technologies':
      return company(readTechnologies)
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
function single(account: Account, call: AttemptCall, { request, member, read }: Single): Promise<AttemptResult> {
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

/** The search returns only ids and first names; the full records are requested ten at a time. */
async function people(account: Account, call: AttemptCall, search: PeopleSearch | null): Promise<AttemptResult> {
  if (search === null) return notOffered
  const endsAt = performance.now() + call.deadlineMs
  const next = (request: Request) =>
    ask(
      account.http,
      { signal: call.signal, deadlineMs: Math.max(1, endsAt - performance.now()) },
      { request: requestTo(account, request), refuse },
    )

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
    items.push(...ids.flatMap((id) => readRow(matches.get(id), search.employers)))
    payloads.push(matched.body)
  }
  if (items.length === 0) return { kind: 'noMatch', detail: 'no results', raw: payloads }
  const output: JsonObject =
    call.capability === 'person.search'
      ? { items, total: found.total }
      : { company: textOf(items[0]?.company), domain: search.employers[0] ?? null, items }
  return { kind: 'delivered', output, raw: payloads, units: items.length }
}

function companies(account: Account, call: AttemptCall): Promise<AttemptResult> {
  const search = companySearch(call.input)
  if (search === null) return Promise.resolve(notOffered)
  return lookUp(account.http, call, {
    request: requestTo(account, { method: 'POST', path: '/mixed_companies/search', pairs: search.pairs }),
    refuse,
    read(answer) {
      const found = readCompanies(answer.body, search.limit)
      return found === null
        ? unusable(answer, 'no list in the answer')
        : deliveredList(answer, found.output, found.items)
    },
  })
}

/** 422 means a wrong input, unless its text says that no credits are left. */
function refuse(answer: HttpAnswer): AttemptResult {
  const body = objectOf(answer.body)
  const text = `${textOf(body?.error) ?? ''} ${textOf(body?.error_message) ?? ''} ${textOf(body?.message) ?? ''}`
  if (answer.status === UNPROCESSABLE && /credit/i.test(text)) return accountExhausted(answer, null)
  return refused(answer, textOf(body?.error_code))
}
