import { COMPANY_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/company-search.ts'
import { DOMAIN_EMAILS_LIMIT_DEFAULT } from '../../../domain/capabilities/contact-domain-emails.ts'
import { DECISION_MAKERS_LIMIT_DEFAULT } from '../../../domain/capabilities/person-decision-makers.ts'
import { PERSON_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/person-search.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { givenName } from '../names.ts'
import { countOf, hostOf, textOf, textsOf } from '../wire.ts'

const FILTERS_MAX = 25
/** The levels of decision makers when the caller names none: directors and above (`person.decision_makers`). */
const DECIDING = ['owner', 'founder', 'c_suite', 'partner', 'vp', 'head', 'director']
/** The upper end of an open range. */
const EMPLOYEES_MAX = 10_000_000

type Query = Record<string, string | undefined>
/** Parameters in the order sent; a list repeats its name. */
export type Pairs = readonly (readonly [string, string])[]

export interface PeopleSearch {
  readonly pairs: Pairs
  readonly limit: number
  /** Current employers: the search also finds former employees. Empty: any. */
  readonly employers: readonly string[]
}

/** Query of POST /people/match: every known fact narrows the match. */
export function matchQuery(input: JsonObject): Query {
  return {
    name: givenName(input).full ?? undefined,
    email: textOf(input.email) ?? undefined,
    linkedin_url: textOf(input.linkedin_url) ?? undefined,
    organization_name: textOf(input.company) ?? undefined,
    domain: textOf(input.domain) ?? undefined,
  }
}

/** Query of GET /organizations/enrich. */
export const organizationQuery = (input: JsonObject): Query => ({
  domain: textOf(input.domain) ?? undefined,
  linkedin_url: textOf(input.linkedin_url) ?? undefined,
  name: textOf(input.name) ?? undefined,
})

/** Query of POST /mixed_people/api_search; null: the input has a filter that this search lacks. */
export function peopleSearch(input: JsonObject): PeopleSearch | null {
  if (input.companies !== undefined || input.industries !== undefined) return null
  const limit = countOf(input.limit) ?? PERSON_SEARCH_LIMIT_DEFAULT
  const employers = hosts(input.domains)
  const query = textOf(input.query)
  return {
    limit,
    employers,
    pairs: [
      ...(query === null ? [] : [['q_keywords', query] as const]),
      ...several('person_titles[]', textsOf(input.titles, FILTERS_MAX)),
      ...several('person_seniorities[]', textsOf(input.seniorities, FILTERS_MAX)),
      ...several('q_organization_domains_list[]', employers),
      ...several('person_locations[]', textsOf(input.locations, FILTERS_MAX)),
      ...paged(limit, countOf(input.page) ?? 1),
    ],
  }
}

/** The same search for the decision makers of one company. */
export function decisionMakers(input: JsonObject): PeopleSearch | null {
  const employer = hostOf(input.domain)
  if (input.departments !== undefined || employer === null) return null
  const limit = countOf(input.limit) ?? DECISION_MAKERS_LIMIT_DEFAULT
  const titles = textsOf(input.titles, FILTERS_MAX)
  const seniorities = textsOf(input.seniorities, FILTERS_MAX)
  return {
    limit,
    employers: [employer],
    pairs: [
      ...several('person_titles[]', titles),
      ...several('person_seniorities[]', seniorities.length === 0 && titles.length === 0 ? DECIDING : seniorities),
      ['q_organization_domains_list[]', employer],
      ...paged(limit, 1),
    ],
  }
}

/** Every status but `unavailable`: people without an address cost a credit as well. */
const WITH_ADDRESS = ['verified', 'unverified', 'likely to engage']

/** The same search for people of one company whose address is known; null: addresses of roles. */
export function addressSearch(input: JsonObject): PeopleSearch | null {
  const employer = hostOf(input.domain)
  if (employer === null || input.department !== undefined || input.type === 'generic') return null
  const limit = countOf(input.limit) ?? DOMAIN_EMAILS_LIMIT_DEFAULT
  const seniority = textOf(input.seniority)
  return {
    limit,
    employers: [employer],
    pairs: [
      ...several('person_seniorities[]', seniority === null ? [] : [seniority]),
      ...several('contact_email_status[]', WITH_ADDRESS),
      ['q_organization_domains_list[]', employer],
      ...paged(limit, countOf(input.page) ?? 1),
    ],
  }
}

/** Query of POST /mixed_companies/search; null: the input has a filter that this search lacks. */
export function companySearch(input: JsonObject): { readonly pairs: Pairs; readonly limit: number } | null {
  if (input.query !== undefined) return null
  const limit = countOf(input.limit) ?? COMPANY_SEARCH_LIMIT_DEFAULT
  const sized = input.employees_min !== undefined || input.employees_max !== undefined
  return {
    limit,
    pairs: [
      ...several('q_organization_keyword_tags[]', textsOf(input.industries, FILTERS_MAX)),
      ...several('organization_locations[]', textsOf(input.locations, FILTERS_MAX)),
      ...several(
        'currently_using_any_of_technology_uids[]',
        textsOf(input.technologies, FILTERS_MAX).map(technologyId),
      ),
      ...(sized
        ? [
            [
              'organization_num_employees_ranges[]',
              `${countOf(input.employees_min) ?? 0},${countOf(input.employees_max) ?? EMPLOYEES_MAX}`,
            ] as const,
          ]
        : []),
      ...paged(limit, countOf(input.page) ?? 1),
    ],
  }
}

/** Body of POST /people/bulk_match. */
export const bulkBody = (ids: readonly string[]): JsonObject => ({ details: ids.map((id) => ({ id })) })

const several = (name: string, values: readonly string[]): Pairs => values.map((value) => [name, value] as const)

export const paged = (limit: number, page: number): Pairs => [
  ['page', String(page)],
  ['per_page', String(limit)],
]

const hosts = (value: Json | undefined): string[] =>
  textsOf(value, FILTERS_MAX).flatMap((domain) => hostOf(domain) ?? [])

/** "Google Analytics" and "WordPress.org" as Apollo writes them: google_analytics, wordpress_org. */
const technologyId = (name: string): string => name.toLowerCase().replace(/[\s.]+/g, '_')
