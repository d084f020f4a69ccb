import { COMPANY_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/company-search.ts'
import { DECISION_MAKERS_LIMIT_DEFAULT } from '../../../domain/capabilities/person-decision-makers.ts'
import { PERSON_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/person-search.ts'
import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { givenName } from '../names.ts'
import { countOf, hostOf, objectOf, textOf, textsOf } from '../wire.ts'

/** Our levels under the names of the data set; levels that it does not distinguish are missing. */
const LEVELS: Readonly<Record<string, string>> = {
  owner: 'owner',
  c_suite: 'cxo',
  partner: 'partner',
  vp: 'vp',
  director: 'director',
  manager: 'manager',
  senior: 'senior',
  entry: 'entry',
  intern: 'training',
}
export const LEVELS_TAKEN = Object.keys(LEVELS)
/**
 * Our departments under the names of the data set. One that it does not distinguish is missing: it counts managing
 * boards and IT among other roles.
 */
const ROLES: Readonly<Record<string, string>> = {
  sales: 'sales',
  marketing: 'marketing',
  finance: 'finance',
  hr: 'human_resources',
  legal: 'legal',
  engineering: 'engineering',
  product: 'product',
  design: 'creative',
  operations: 'operations',
  support: 'support',
  education: 'education',
  health: 'health',
}
export const DEPARTMENTS_TAKEN = Object.keys(ROLES)
/** The levels of decision makers when the caller names none: directors and above (`person.decision_makers`). */
const DECIDING = ['owner', 'c_suite', 'partner', 'vp', 'director']
const FILTERS_MAX = 25

/** Query of GET /v5/person/enrich: every known fact narrows the match. */
export function personQuery(input: JsonObject, required: string | null): Record<string, string | undefined> {
  return {
    email: textOf(input.email) ?? undefined,
    profile: textOf(input.linkedin_url) ?? undefined,
    phone: textOf(input.phone) ?? undefined,
    name: givenName(input).full ?? undefined,
    // The field takes a website as well as a name.
    company: textOf(input.company) ?? textOf(input.domain) ?? undefined,
    required: required ?? undefined,
  }
}

/** Query of GET /v5/company/enrich. */
export const companyQuery = (input: JsonObject): Record<string, string | undefined> => ({
  website: textOf(input.domain) ?? undefined,
  profile: textOf(input.linkedin_url) ?? undefined,
  name: textOf(input.name) ?? undefined,
})

/** Body of POST /v5/person/search, an Elasticsearch query; null: the input has a filter that this search lacks. */
export function personSearch(input: JsonObject): JsonObject | null {
  const levels = textsOf(input.seniorities, FILTERS_MAX).map((level) => LEVELS[level])
  if (levels.includes(undefined) || input.query !== undefined || beyondFirstPage(input)) return null
  return search(countOf(input.limit) ?? PERSON_SEARCH_LIMIT_DEFAULT, [
    phrases(['job_title'], input.titles),
    terms(
      'job_title_levels',
      levels.flatMap((level) => level ?? []),
    ),
    terms('job_company_website', lower(input.domains)),
    phrases(['job_company_name'], input.companies),
    terms('job_company_industry', lower(input.industries)),
    phrases(['location_name'], input.locations),
  ])
}

/** The same search for the decision makers of one company; null: a level or department that the data set lacks. */
export function decisionMakers(input: JsonObject): JsonObject | null {
  const levels = textsOf(input.seniorities, FILTERS_MAX).map((level) => LEVELS[level])
  const roles = textsOf(input.departments, FILTERS_MAX).map((department) => ROLES[department])
  const employer = employerOf(input)
  if (levels.includes(undefined) || roles.includes(undefined) || employer === null) return null
  const narrowed = levels.length > 0 || textsOf(input.titles, 1).length > 0
  return search(countOf(input.limit) ?? DECISION_MAKERS_LIMIT_DEFAULT, [
    employer,
    phrases(['job_title'], input.titles),
    terms(
      'job_title_levels',
      (narrowed ? levels : DECIDING.map((level) => LEVELS[level])).flatMap((level) => level ?? []),
    ),
    terms(
      'job_title_role',
      roles.flatMap((role) => role ?? []),
    ),
  ])
}

/** The surest of the employer's names. */
export function employerOf(input: JsonObject): JsonObject | null {
  const domain = hostOf(input.domain)
  if (domain !== null) return terms('job_company_website', [domain])
  const page = /linkedin\.com\/company\/([^/?#\s]+)/i.exec(textOf(input.linkedin_url) ?? '')?.[1]
  if (page !== undefined) return terms('job_company_linkedin_url', [`linkedin.com/company/${page.toLowerCase()}`])
  const company = textOf(input.company)
  return company === null ? null : terms('job_company_name', [company.toLowerCase()])
}

/** Body of POST /v5/company/search; null: the input has a filter that this search lacks. */
export function companySearch(input: JsonObject): JsonObject | null {
  if (input.technologies !== undefined || beyondFirstPage(input)) return null
  return search(countOf(input.limit) ?? COMPANY_SEARCH_LIMIT_DEFAULT, [
    ...words(input.query),
    terms('industry', lower(input.industries)),
    phrases(['location.name'], input.locations),
    range('employee_count', input.employees_min, input.employees_max),
    range('founded', input.founded_min, input.founded_max),
  ])
}

/** A later page needs a token of the page before it. */
const beyondFirstPage = (input: JsonObject): boolean => (countOf(input.page) ?? 1) > 1

function search(size: number, filters: readonly (JsonObject | null)[]): JsonObject | null {
  const must = filters.flatMap((filter) => filter ?? [])
  return must.length === 0 ? null : { query: { bool: { must } }, size }
}

const lower = (value: Json | undefined): string[] => textsOf(value, FILTERS_MAX).map((text) => text.toLowerCase())

const terms = (field: string, values: readonly string[]): JsonObject | null =>
  values.length === 0 ? null : { terms: { [field]: [...values] } }

/** Any of the phrases, in any of the fields. The data set is in lower case. */
function phrases(fields: readonly string[], value: Json | undefined): JsonObject | null {
  const should = lower(value).flatMap((phrase) => fields.map((field) => ({ match_phrase: { [field]: phrase } })))
  return should.length === 0 ? null : { bool: { should } }
}

/** Every word, in the name, the description or the keywords. */
const words = (value: Json | undefined): JsonObject[] =>
  (textOf(value)?.toLowerCase().split(/\s+/) ?? []).slice(0, FILTERS_MAX).map((word) => ({
    bool: { should: ['name', 'summary', 'tags'].map((field) => ({ match: { [field]: word } })) },
  }))

function range(field: string, from: Json | undefined, to: Json | undefined): JsonObject | null {
  const bounds = {
    ...(countOf(from) === null ? {} : { gte: countOf(from) }),
    ...(countOf(to) === null ? {} : { lte: countOf(to) }),
  }
  return Object.keys(bounds).length === 0 ? null : { range: { [field]: bounds } }
}

/** The token of a refusal, for example `not_found`. */
export const errorCode = (body: Json): string | null => textOf(objectOf(objectOf(body)?.error)?.type)
