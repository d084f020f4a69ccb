import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import {
  about,
  bodyOf,
  isUnknown,
  jsonOf,
  member,
  numberIn,
  recorded,
  recordsOf,
  several,
  subjectOf,
} from '../kit/recorded.ts'
import { perAccount, type Handler, type Twin, type TwinCall } from '../kit/twin.ts'

const PER_PAGE_MAX = 100
const MATCHES_MAX = 10

/** The people that a search has listed: a bulk match finds them by id. */
const listed = perAccount(() => new Map<string, JsonObject>())

const perPage = ({ query }: TwinCall): number => numberIn(query.get('per_page'), 10)
const invalid = (error: string) => ({ status: 422, json: { error } })

/** Ids and first names alone, as the search shows them. */
const searchPeople: Handler = (call) => {
  const size = perPage(call)
  if (size < 1 || size > PER_PAGE_MAX) return invalid('per_page must be 1 to 100')
  if (isUnknown(call)) return { json: { total_entries: 0, people: [] } }
  const from = (numberIn(call.query.get('page'), 1) - 1) * size
  const employer = call.query.get('q_organization_domains_list[]')
  const people = several(recordsOf('apollo/matches', 'matches'), size, from)
  for (const person of people) {
    const kept = employer === null ? person : employedAt(person, employer)
    listed(call.account).set(String(person.id), kept)
  }
  const shown = people.map(({ id, first_name, title }) => ({ id, first_name, title, has_email: true }))
  return { json: { total_entries: 4 * PER_PAGE_MAX, people: shown } }
}

const employedAt = (person: JsonObject, domain: string): JsonObject => {
  const { json } = about({ domain }, { json: { organization: person.organization ?? {} } })
  return { ...person, organization: member(jsonOf(json), 'organization') }
}

const bulkMatch: Handler = ({ account, body }) => {
  const details = member(body, 'details')
  if (!Array.isArray(details) || details.length > MATCHES_MAX) return invalid('details must hold 1 to 10 people')
  const matches = details.flatMap((one) => listed(account).get(String(member(one, 'id'))) ?? [])
  return {
    json: {
      ...bodyOf('apollo/matches'),
      total_requested_enrichments: details.length,
      unique_enriched_records: matches.length,
      missing_records: details.length - matches.length,
      credits_consumed: matches.length,
      matches,
    },
  }
}

const searchCompanies: Handler = (call) => {
  const organizations = isUnknown(call) ? [] : several(recordsOf('apollo/companies', 'organizations'), perPage(call))
  return { json: { ...bodyOf('apollo/companies'), organizations } }
}

export const apollo: Twin = {
  slug: 'apollo',
  refusals: {
    unauthorized: { status: 401, json: { error: 'Invalid access credentials.' } },
    notFound: { status: 404, json: { error: 'There is no such address.' } },
    invalid,
    outOfCredit: fixture('apollo/credits-used-up'),
    rateLimited: fixture('apollo/rate-limited'),
  },
  routes: {
    'POST /people/match': recorded('apollo/person', 'apollo/person-miss'),
    'POST /people/bulk_match': bulkMatch,
    'POST /mixed_people/api_search': searchPeople,
    'POST /mixed_companies/search': searchCompanies,
    'GET /organizations/{organization_id}/job_postings': recorded('apollo/jobs'),
    'POST /news_articles/search': recorded('apollo/news'),
    'GET /organizations/enrich': (call) =>
      isUnknown(call) ? fixture('apollo/organization-miss') : about(subjectOf(call), fixture('apollo/organization')),
  },
  bill: (_, { json }, usual) => numberIn(member(jsonOf(json), 'credits_consumed'), usual),
}
