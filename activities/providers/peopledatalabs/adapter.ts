import type { JsonObject } from '../../../domain/json/json.ts'
import type { ProviderAdapter } from '../../../domain/providers/manifest.ts'
import { delivered, deliveredList, unusable } from '../lookup.ts'
import { jobChange, personOf } from '../job-change.ts'
import { type Account, restAdapter, type RestRequest, type RestRequests } from '../rest-adapter.ts'
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

export const createPeopledatalabsAdapter = (account: Account): ProviderAdapter =>
  restAdapter(account, {
    headers: { 'x-api-key': account.apiKey },
    requests: REQUESTS,
    refusals: { notFound: 'no match', codeOf: errorCode },
  })

/** `required`: a field that a match must have; a match without it counts as a miss and is not billed. */
function person(
  input: JsonObject,
  required: string | null,
  read: (data: JsonObject) => JsonObject | null,
): RestRequest {
  return {
    path: '/v5/person/enrich',
    query: personQuery(input, required),
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
): RestRequest | null {
  if (search === null) return null
  return {
    path,
    body: search,
    read(answer) {
      const found = readList(answer.body, Number(search.size), read)
      return found === null
        ? unusable(answer, 'no list in the answer')
        : deliveredList(answer, shape?.(found.items) ?? found.output, found.items)
    },
  }
}

/** Unlike all others, this answer has its fields at the top. */
const company = (input: JsonObject, read: (body: JsonObject) => JsonObject | null): RestRequest => ({
  path: '/v5/company/enrich',
  query: companyQuery(input),
  read(answer) {
    const body = objectOf(answer.body)
    if (body === null || objectOf(body.error) !== null) return unusable(answer, 'the answer is no company')
    return delivered(answer, read(body), 'no company found')
  },
})

const REQUESTS: RestRequests = {
  'person.enrich': ({ input }) => person(input, null, readPerson),
  'person.job_change': ({ input }) =>
    person(personOf(input), null, (data) => {
      const career = careerOf(data)
      return career === null ? null : jobChange(input, career)
    }),
  'person.resolve_profile': ({ input }) => person(input, 'linkedin_url', readProfile),
  'person.decision_makers': ({ input }) =>
    list('/v5/person/search', decisionMakers(input), readPersonRow, (items) => ({
      company: textOf(items[0]?.company),
      domain: textOf(items[0]?.domain),
      items: [...items],
    })),
  'contact.reverse_email': ({ input }) => person(input, null, (data) => readOwner(data, input)),
  'contact.phone': ({ input }) => person(input, 'mobile_phone', readPhone),
  'contact.personal_email': ({ input }) => person(input, 'personal_emails', readPersonalEmail),
  'person.search': ({ input }) => list('/v5/person/search', personSearch(input), readPersonRow),
  'company.enrich': ({ input }) => company(input, readCompany),
  'company.headcount': ({ input }) => company(input, readHeadcount),
  'company.search': ({ input }) => list('/v5/company/search', companySearch(input), readCompanyRow),
}
