import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { splitName } from '../names.ts'
import { companyResult, ownerResult, personResult } from '../records.ts'
import {
  absoluteUrl,
  amountOf,
  countOf,
  emailOf,
  companyHostOf,
  listOf,
  objectOf,
  placeOf,
  stated,
  textOf,
  textsOf,
  urlOf,
  yearOf,
} from '../wire.ts'

/** Body of POST /v1/companies/company-search. */
export const companyBody = (input: JsonObject): JsonObject =>
  stated({ company_domain: input.domain, company_name: input.name, profile_url: input.linkedin_url })

/** POST /v1/people/b2b-profile answers with a URL or only its last segment. null: no person found. */
function profileOf(value: Json | undefined): string | null {
  const profile = typeof value === 'string' ? textOf(value) : null
  if (profile === null) return null
  return profile.includes('/')
    ? absoluteUrl(profile)
    : urlOf(`https://www.linkedin.com/in/${encodeURIComponent(profile)}`)
}

export function readOwner(body: JsonObject, input: JsonObject): JsonObject | null {
  const linkedin = profileOf(body.profile_url)
  return linkedin === null ? null : ownerResult({ email: emailOf(input.email), linkedin_url: linkedin })
}

export function readProfile(body: JsonObject): JsonObject | null {
  const linkedin = profileOf(body.profile_url)
  if (linkedin === null) return null
  return {
    linkedin_url: linkedin,
    confidence: null,
    full_name: null,
    first_name: null,
    last_name: null,
    headline: null,
    title: null,
    company: null,
    domain: null,
  }
}

/**
 * POST /v1/people/profile-search; null: no person found. Its dates are prose ("2000 - Present"), so the career has
 * none.
 */
export function readPerson(body: JsonObject): JsonObject | null {
  const name = textOf(body.full_name)
  const parts = splitName(name)
  if (name === null && textOf(body.first_name) === null) return null
  const company = {
    name: textOf(body.company_name),
    domain: companyHostOf(body.company_website),
    linkedin_url: absoluteUrl(body.company_linkedin_url),
  }
  const experience = listOf(body.experiences, 100).flatMap(position)
  return personResult({
    full_name: name,
    first_name: textOf(body.first_name) ?? parts.first,
    last_name: textOf(body.last_name) ?? parts.last,
    headline: textOf(body.headline),
    title: textOf(experience[0]?.title),
    company: Object.values(company).every((member) => member === null) ? null : company,
    location: placeOf({ city: null, region: null, country: textOf(body.country) }),
    linkedin_url: profileOf(body.profile_url),
    experience,
    education: listOf(body.educations, 50).flatMap((value) => {
      const school = textOf(objectOf(value)?.title)
      return school === null ? [] : [{ school, degree: null, field: null, started_on: null, ended_on: null }]
    }),
  })
}

function position(value: Json): JsonObject[] {
  const entry = objectOf(value)
  return entry === null
    ? []
    : [{ title: textOf(entry.title), company: textOf(entry.subtitle), started_on: null, ended_on: null }]
}

/** null: no company. */
function companyOf(body: JsonObject) {
  const name = textOf(body.company_name)
  if (name === null) return null
  const range = objectOf(body.employee_count_range)
  const start = countOf(range?.start)
  const end = countOf(range?.end)
  return {
    name,
    domain: companyHostOf(body.website_url),
    industry: textOf(body.industry),
    employees: countOf(body.employee_count),
    employee_range: start === null ? null : end === null ? `${start}+` : `${start}-${end}`,
    founded_year: yearOf(objectOf(body.founded_on)?.year),
    headquarters: headquarters(body.locations),
    linkedin_url: absoluteUrl(body.url),
  }
}

/** POST /v1/companies/company-search; null: no company. */
export function readCompany(body: JsonObject): JsonObject | null {
  const known = companyOf(body)
  return known === null
    ? null
    : companyResult({
        ...known,
        description: textOf(body.description) ?? textOf(body.tagline),
        tags: textsOf(body.specialities, 100),
      })
}

/** The LinkedIn page that the same answer is made of; null: the company has none. */
export function readLinkedin(body: JsonObject): JsonObject | null {
  const known = companyOf(body)
  return known === null || known.linkedin_url === null
    ? null
    : {
        ...known,
        website: absoluteUrl(body.website_url),
        tagline: textOf(body.tagline),
        description: textOf(body.description),
        company_type: null,
        followers: countOf(body.follower_count),
        specialties: textsOf(body.specialities, 100),
        logo_url: null,
      }
}

/** null: the size is not known. */
export function readHeadcount(body: JsonObject): JsonObject | null {
  const known = companyOf(body)
  if (known === null || (known.employees === null && known.employee_range === null)) return null
  const { name, domain, linkedin_url, employees, employee_range } = known
  return { name, domain, linkedin_url, employees, employee_range, growth: null, departments: null, history: null }
}

function headquarters(value: Json | undefined): JsonObject | null {
  const site = listOf(value, 100)
    .map(objectOf)
    .find((location) => location?.headquarter === true)
  return placeOf({ city: textOf(site?.city), region: textOf(site?.geographic_area), country: textOf(site?.country) })
}

/** POST /v1/companies/company-funding; null: no sum is known. It reports the sum only, not the rounds. */
export function readFunding(body: JsonObject): JsonObject | null {
  const total = amountOf(objectOf(body.financialInfo)?.totalFunding)
  return total === null ? null : { total_raised_usd: total, last_round: null, rounds: null }
}
