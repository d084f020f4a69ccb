import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { Career, Position } from '../job-change.ts'
import { ownerResult, personRecord, personResult, profileResult } from '../records.ts'
import {
  absoluteUrl,
  countOf,
  dateOf,
  emailOf,
  companyHostOf,
  listOf,
  objectOf,
  placeOf,
  textOf,
  textsOf,
  unique,
} from '../wire.ts'

/** The placeholder for an address that Apollo knows and does not show to the account. */
const LOCKED = /^email_not_unlocked@/i

const addressOfPerson = (person: JsonObject): string | null => {
  const email = emailOf(person.email)
  return email === null || LOCKED.test(email) ? null : email
}

const identityOf = (person: JsonObject) => ({
  full_name: textOf(person.name),
  first_name: textOf(person.first_name),
  last_name: textOf(person.last_name),
  headline: textOf(person.headline),
  title: textOf(person.title),
  location: placeOf({ city: textOf(person.city), region: textOf(person.state), country: textOf(person.country) }),
  linkedin_url: absoluteUrl(person.linkedin_url),
})

const namesNoPerson = (person: JsonObject): boolean =>
  textOf(person.name) === null && absoluteUrl(person.linkedin_url) === null

const employerOf = (person: JsonObject) => {
  const organization = objectOf(person.organization)
  return {
    name: textOf(organization?.name),
    domain: domainOf(organization),
    linkedin_url: absoluteUrl(organization?.linkedin_url),
  }
}

export const domainOf = (organization: JsonObject | null): string | null =>
  companyHostOf(organization?.primary_domain) ?? companyHostOf(organization?.website_url)

/** null: a match without a person. */
export function readPerson(person: JsonObject): JsonObject | null {
  if (namesNoPerson(person)) return null
  const company = employerOf(person)
  const email = addressOfPerson(person)
  return personResult({
    ...identityOf(person),
    seniority: textOf(person.seniority),
    company: Object.values(company).every((member) => member === null) ? null : company,
    emails: email === null ? [] : [email],
    experience: listOf(person.employment_history, 100).flatMap(position),
  })
}

export function readOwner(person: JsonObject, input: JsonObject): JsonObject | null {
  if (namesNoPerson(person)) return null
  const company = employerOf(person)
  return ownerResult({
    ...identityOf(person),
    email: emailOf(input.email),
    company: company.name,
    domain: company.domain,
  })
}

export const readProfile = (person: JsonObject): JsonObject | null =>
  profileResult(identityOf(person), employerOf(person))

/** The ids of POST /mixed_people/api_search; null: no list at all. */
export function readIds(
  body: Json,
  limit: number,
): { readonly ids: readonly string[]; readonly total: number | null } | null {
  const answer = objectOf(body)
  if (answer === null || !Array.isArray(answer.people)) return null
  const ids = listOf(answer.people, limit).flatMap((person) => textOf(objectOf(person)?.id) ?? [])
  return { ids: unique(ids), total: countOf(answer.total_entries) }
}

/**
 * The people of POST /people/bulk_match by id; null: no list at all. The answer keeps no order and leaves out people
 * that it does not find.
 */
export function readMatches(body: Json): ReadonlyMap<string, JsonObject> | null {
  const answer = objectOf(body)
  if (answer === null || !Array.isArray(answer.matches)) return null
  const people = listOf(answer.matches, answer.matches.length).flatMap((value) => {
    const person = objectOf(value)
    const id = textOf(person?.id)
    return person === null || id === null ? [] : [[id, person] as const]
  })
  return new Map(people)
}

/** Empty: no person, or a person who works elsewhere by now. */
export function readRow(person: JsonObject | undefined, employers: readonly string[]): JsonObject[] {
  if (person === undefined || namesNoPerson(person)) return []
  const company = employerOf(person)
  if (employers.length > 0 && !(company.domain !== null && employers.includes(company.domain))) return []
  return [
    personRecord({
      ...identityOf(person),
      seniority: textOf(person.seniority),
      department: textOf(textsOf(person.departments, 1)[0]),
      company: company.name,
      domain: company.domain,
      email: addressOfPerson(person),
    }),
  ]
}

/** The same person as an address of the company; empty without one that is shown. */
export function readAddress(person: JsonObject | undefined, employers: readonly string[]): JsonObject[] {
  const email = person === undefined ? null : addressOfPerson(person)
  const [row] = readRow(person, employers)
  if (person === undefined || row === undefined || email === null) return []
  const { full_name, first_name, last_name, title, linkedin_url } = identityOf(person)
  return [
    {
      email,
      email_status: textOf(person.email_status) === 'verified' ? 'valid' : 'unknown',
      confidence: null,
      type: 'personal',
      full_name,
      first_name,
      last_name,
      title,
      seniority: row.seniority ?? null,
      department: row.department ?? null,
      phone: null,
      linkedin_url,
    },
  ]
}

/** The career of a person; the sites of past employers are not in it. */
export function careerOf(person: JsonObject): Career | null {
  if (namesNoPerson(person)) return null
  const { full_name, linkedin_url } = identityOf(person)
  const employer = employerOf(person)
  const employerId = textOf(person.organization_id) ?? textOf(objectOf(person.organization)?.id)
  const known = listOf(person.employment_history, 100).flatMap((value) => {
    const entry = objectOf(value)
    if (entry === null) return []
    const isPresent = entry.current === true
    const isEmployer = textOf(entry.organization_id) !== null && textOf(entry.organization_id) === employerId
    return [
      {
        isPresent,
        job: {
          title: textOf(entry.title),
          company: textOf(entry.organization_name),
          domain: isEmployer ? employer.domain : null,
          linkedin_url: isEmployer ? employer.linkedin_url : null,
          started_on: dateOf(entry.start_date),
          ended_on: isPresent ? null : dateOf(entry.end_date),
        } satisfies Position,
      },
    ]
  })
  const present = known.filter(({ isPresent }) => isPresent).map(({ job }) => job)
  const headed: Position = {
    title: textOf(person.title),
    company: employer.name,
    domain: employer.domain,
    linkedin_url: employer.linkedin_url,
    started_on: null,
    ended_on: null,
  }
  return {
    full_name,
    linkedin_url,
    present: present.length > 0 || headed.company === null ? present : [headed],
    past: known.filter(({ isPresent }) => !isPresent).map(({ job }) => job),
  }
}

function position(value: Json): JsonObject[] {
  const entry = objectOf(value)
  if (entry === null) return []
  return [
    {
      title: textOf(entry.title),
      company: textOf(entry.organization_name),
      started_on: dateOf(entry.start_date),
      ended_on: dateOf(entry.end_date),
    },
  ]
}
