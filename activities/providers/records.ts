import type { Json, JsonObject } from '../../domain/json/json.ts'

/**
 * The rows of lists with every member present: a provider's map sets the members that it knows, and the rest are null.
 */

const PERSON = {
  full_name: null,
  first_name: null,
  last_name: null,
  headline: null,
  title: null,
  seniority: null,
  department: null,
  company: null,
  domain: null,
  location: null,
  linkedin_url: null,
  email: null,
  phone: null,
} as const

const COMPANY = {
  name: null,
  domain: null,
  description: null,
  industry: null,
  employees: null,
  employee_range: null,
  founded_year: null,
  headquarters: null,
  linkedin_url: null,
  logo_url: null,
} as const

export const personRecord = (known: { readonly [Member in keyof typeof PERSON]?: Json }): JsonObject => ({
  ...PERSON,
  ...known,
})

export const companyRecord = (known: { readonly [Member in keyof typeof COMPANY]?: Json }): JsonObject => ({
  ...COMPANY,
  ...known,
})

/** The entire result of `company.enrich`: a row, and the members that only a single company has. */
export const companyResult = (
  known: Parameters<typeof companyRecord>[0] & { readonly revenue_range?: Json; readonly tags?: Json },
): JsonObject => ({
  ...companyRecord(known),
  revenue_range: known.revenue_range ?? null,
  tags: known.tags ?? null,
})

const PERSON_RESULT = {
  full_name: null,
  first_name: null,
  last_name: null,
  headline: null,
  title: null,
  seniority: null,
  company: null,
  location: null,
  linkedin_url: null,
  emails: null,
  phones: null,
  experience: null,
  education: null,
  skills: null,
} as const

/** The entire result of `person.enrich`. */
export const personResult = (known: { readonly [Member in keyof typeof PERSON_RESULT]?: Json }): JsonObject => ({
  ...PERSON_RESULT,
  ...known,
})

/** The entire result of `person.resolve_profile`; null: the person may be known, but not the profile. */
export function profileResult(
  person: Readonly<
    Record<'linkedin_url' | 'full_name' | 'first_name' | 'last_name' | 'headline' | 'title', string | null>
  >,
  employer: { readonly name: string | null; readonly domain: string | null },
): JsonObject | null {
  const { linkedin_url, full_name, first_name, last_name, headline, title } = person
  if (linkedin_url === null) return null
  return {
    linkedin_url,
    confidence: null,
    full_name,
    first_name,
    last_name,
    headline,
    title,
    company: employer.name,
    domain: employer.domain,
  }
}

const CONTACT = {
  email: null,
  email_status: null,
  confidence: null,
  first_name: null,
  last_name: null,
  title: null,
  company: null,
  domain: null,
  linkedin_url: null,
} as const

/** The entire result of `contact.find` and `contact.find_by_profile`. */
export const contactResult = (known: { readonly [Member in keyof typeof CONTACT]?: Json }): JsonObject => ({
  ...CONTACT,
  ...known,
})

const OWNER = {
  email: null,
  full_name: null,
  first_name: null,
  last_name: null,
  headline: null,
  title: null,
  company: null,
  domain: null,
  location: null,
  linkedin_url: null,
} as const

/** The entire result of `contact.reverse_email`. */
export const ownerResult = (known: { readonly [Member in keyof typeof OWNER]?: Json }): JsonObject => ({
  ...OWNER,
  ...known,
})

const BRAND = {
  name: null,
  domain: null,
  description: null,
  slogan: null,
  logos: null,
  colors: null,
  fonts: null,
  social_links: null,
} as const

/** The entire result of `company.brand`. */
export const brandResult = (known: { readonly [Member in keyof typeof BRAND]?: Json }): JsonObject => ({
  ...BRAND,
  ...known,
})

/** One of a brand's pictures. */
export const logo = (known: { readonly url: Json; readonly type?: Json }): JsonObject => ({
  url: known.url,
  type: known.type ?? 'logo',
  theme: null,
  format: null,
})
