import type { Json, JsonObject } from '../../../domain/json/json.ts'
import {
  countOf,
  absoluteUrl,
  emailOf,
  companyHostOf,
  hostOf,
  listOf,
  objectOf,
  textOf,
  textsOf,
  urlOf,
} from '../wire.ts'
import { givenName, splitName } from '../names.ts'
import { personRecord } from '../records.ts'

export interface FindymailRequest {
  readonly path: string
  readonly body: JsonObject
}

/** The limits of POST /api/search/employees. */
export const TITLES_MAX = 10
const EMPLOYEES_MAX = 5

/** The search that fits the input best: the name with the domain, else the profile. null: neither. */
export function searchRequest(input: JsonObject): FindymailRequest | null {
  const { full } = givenName(input)
  const domain = textOf(input.domain)
  return full !== null && domain !== null
    ? { path: '/api/search/name', body: { name: full, domain } }
    : profileSearch(input)
}

export function profileSearch(input: JsonObject): FindymailRequest | null {
  const linkedin = textOf(input.linkedin_url)
  return linkedin === null ? null : { path: '/api/search/linkedin', body: { linkedin_url: linkedin } }
}

/** null: the input has a filter that this search lacks. */
export function employeesBody(input: JsonObject): FindymailRequest | null {
  const website = textOf(input.domain)
  const titles = textsOf(input.titles, TITLES_MAX + 1)
  if (website === null || titles.length === 0 || titles.length > TITLES_MAX) return null
  if (input.departments !== undefined || input.seniorities !== undefined) return null
  return { path: '/api/search/employees', body: { website, job_titles: titles, count: wanted(input) } }
}

const wanted = (input: JsonObject): number => Math.min(countOf(input.limit) ?? EMPLOYEES_MAX, EMPLOYEES_MAX)

/** null: no list at all. */
export function readEmployees(
  body: Json,
  input: JsonObject,
): { readonly output: JsonObject; readonly items: readonly JsonObject[] } | null {
  const list = Array.isArray(body) ? body : objectOf(body)?.data
  if (!Array.isArray(list)) return null
  const items = listOf(list, wanted(input)).flatMap((value) => {
    const employee = objectOf(value)
    const name = textOf(employee?.name)
    if (employee === null || name === null) return []
    const { first, last } = splitName(name)
    return [
      personRecord({
        full_name: name,
        first_name: first,
        last_name: last,
        title: textOf(employee.jobTitle),
        company: textOf(employee.companyName),
        domain: companyHostOf(employee.companyWebsite),
        linkedin_url: absoluteUrl(employee.linkedinUrl),
      }),
    ]
  })
  return { output: { company: textOf(items[0]?.company), domain: hostOf(input.domain), items }, items }
}

/** null: nothing found. Findymail returns only addresses that it has verified. */
export function readContact(body: JsonObject): JsonObject | null {
  const contact = objectOf(body.contact)
  const email = emailOf(contact?.email)
  if (contact === null || email === null) return null
  const name = splitName(textOf(contact.name))
  return {
    email,
    email_status: 'valid',
    confidence: null,
    first_name: name.first,
    last_name: name.last,
    title: textOf(contact.job_title),
    company: textOf(contact.company),
    domain: textOf(contact.domain),
    linkedin_url: urlOf(contact.linkedin_url),
  }
}

/** A 200 may carry an error text instead of a contact. */
export function readError(body: JsonObject): 'none' | 'credits' | 'other' {
  const error = textOf(body.error)
  if (error === null) return 'none'
  return /credit/i.test(error) ? 'credits' : 'other'
}
