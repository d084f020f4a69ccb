import type { JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult, ProviderAdapter } from '../../../domain/providers/manifest.ts'
import type { HttpAnswer, ProviderHttp, ProviderRequest } from '../http.ts'
import { delivered, deliveredList, lookUp, miss, notOffered, refused, unusable } from '../lookup.ts'
import { jobChange, personOf } from '../job-change.ts'
import { objectOf, textOf } from '../wire.ts'
import {
  careerOf,
  readCompany,
  readCompanyRow,
  readHeadcount,
  readList,
  readOwner,
  readPerson,
  readPersonalEmail,
  readPersonRow,
  readPhone,
  readProfile,
} from './map.ts'
import { companyQuery, companySearch, decisionMakers, errorCode, personQuery, personSearch } from './query.ts'

interface Account {
  readonly apiKey: string
  readonly baseUrl: string
  readonly http: ProviderHttp
}

interface ProviderQuery {
  readonly request: Pick<ProviderRequest, 'method' | 'query' | 'body'> & { readonly path: string }
  readonly read: (answer: HttpAnswer) => AdapterResult
}

const NOT_FOUND = 404

export function createPeopledatalabsAdapter({ apiKey, baseUrl, http }: Account): ProviderAdapter {
  return {
    attempt(call) {
      const providerQuery = providerQueryOf(call)
      if (providerQuery === null) return Promise.resolve(notOffered)
      const { path, ...request } = providerQuery.request
      return lookUp(http, call, {
        request: { ...request, url: baseUrl + path, headers: { 'x-api-key': apiKey } },
        read: providerQuery.read,
        refuse,
      })
    },
  }
}

function providerQueryOf({ capability, input }: AttemptCall): ProviderQuery | null {
  switch (capability) {
    case 'person.enrich':
      return person(input, null, readPerson)
    case 'person.job_change':
      return person(personOf(input), null, (data) => {
        const career = careerOf(data)
        return career === null ? null : jobChange(input, career)
      })
    case 'person.resolve_profile':
      return person(input, 'linkedin_url', readProfile)
    case 'person.decision_makers':
      return list('/v5/person/search', decisionMakers(input), readPersonRow, (items) => ({
        company: textOf(items[0]?.company),
        domain: textOf(items[0]?.domain),
        items: [...items],
      }))
    case 'contact.reverse_email':
      return person(input, null, (data) => readOwner(data, input))
    case 'contact.phone':
      return person(input, 'mobile_phone', readPhone)
    case 'contact.personal_email':
      return person(input, 'personal_emails', readPersonalEmail)
    case 'person.search':
      return list('/v5/person/search', personSearch(input), readPersonRow)
    case 'company.enrich':
      return company(input, readCompany)
    case 'company.headcount':
      return company(input, readHeadcount)
    case 'company.search':
      return list('/v5/company/search', companySearch(input), readCompanyRow)
    default:
      return null
  }
}

/** `required`: a field that a match must have; a match without it counts as a miss and is not billed. */
function person(
  input: JsonObject,
  required: string | null,
  read: (data: JsonObject) => JsonObject | null,
): ProviderQuery {
  return {
    request: { method: 'GET', path: '/v5/person/enrich', query: personQuery(input, required) },
    read(answer) {
      const data = objectOf(objectOf(answer.body)?.data)
      return data === null
        ? unusable(answer, 'no data in the answer')
        : delivered(answer, read(data), 'no person found')
    },
  }
}

function list(
  path: string,
  search: JsonObject | null,
  read: (row: JsonObject) => JsonObject | null,
  shape?: (items: readonly JsonObject[]) => JsonObject,
): ProviderQuery | null {
  if (search === null) return null
  return {
    request: { method: 'POST', path, body: { kind: 'json', value: search } },
    read(answer) {
      const found = readList(answer.body, Number(search.size), read)
      return found === null
        ? unusable(answer, 'no list in the answer')
        : deliveredList(answer, shape?.(found.items) ?? found.output, found.items)
    },
  }
}

/** Unlike all others, this answer has its fields at the top. */
const company = (input: JsonObject, read: (body: JsonObject) => JsonObject | null): ProviderQuery => ({
  request: { method: 'GET', path: '/v5/company/enrich', query: companyQuery(input) },
  read(answer) {
    const body = objectOf(answer.body)
    if (body === null || objectOf(body.error) !== null) return unusable(answer, 'the answer is no company')
    return delivered(answer, read(body), 'no company found')
  },
})

/** A 404 with the provider's body means that there is no match; without a body it is a wrong URL. */
const refuse = (answer: HttpAnswer): AdapterResult =>
  answer.status === NOT_FOUND && objectOf(answer.body) !== null
    ? miss(answer, 'no match')
    : refused(answer, errorCode(answer.body))
