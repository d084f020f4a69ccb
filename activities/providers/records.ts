import type { Json, JsonObject } from '../../domain/json/json.ts'

/**
 * The rows of lists with every member present: a provider's map sets the members that it knows, and the rest are null.
 */
const withEvery =
  <Row extends Readonly<Record<string, null>>>(unknown: Row) =>
  (known: { readonly [Member in keyof Row]?: Json }): JsonObject => ({ ...unknown, ...known })

export const personRecord = withEvery({
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
})

export const companyRecord = withEvery({
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
})

/** The entire result of `company.enrich`: a row, and the members that only a single company has. */
export const companyResult = (
  known: Parameters<typeof companyRecord>[0] & { readonly revenue_range?: Json; readonly tags?: Json },
): JsonObject => ({
  ...companyRecord(known),
  revenue_range: known.revenue_range ?? null,
  tags: known.tags ?? null,
})

/** The entire result of `person.enrich`. */
export const personResult = withEvery({
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

/** The entire result of `contact.find` and `contact.find_by_profile`. */
export const contactResult = withEvery({
  email: null,
  email_status: null,
  confidence: null,
  first_name: null,
  last_name: null,
  title: null,
  company: null,
  domain: null,
  linkedin_url: null,
})

/** The entire result of `contact.reverse_email`. */
export const ownerResult = withEvery({
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
})

/** The entire result of `company.brand`. */
export const brandResult = withEvery({
  name: null,
  domain: null,
  description: null,
  slogan: null,
  logos: null,
  colors: null,
  fonts: null,
  social_links: null,
})

/** One of a brand's pictures. */
export const logo = (known: { readonly url: Json; readonly type?: Json }): JsonObject => ({
  url: known.url,
  type: known.type ?? 'logo',
  theme: null,
  format: null,
})

/** The entire result of `company.funding`, the latest round first; null: neither a sum nor a round is known. */
export function fundingResult(total: number | null, known: readonly JsonObject[]): JsonObject | null {
  const rounds = known.toSorted((a, b) => String(b.date).localeCompare(String(a.date)))
  return total === null && rounds.length === 0
    ? null
    : { total_raised_usd: total, last_round: rounds[0] ?? null, rounds }
}

interface Technology {
  readonly name: string
  readonly category?: string | null
  readonly first_seen?: string | null
  readonly last_seen?: string | null
}

/** The entire result of `company.technologies`; null: none is known. */
export const technologiesResult = (known: readonly Technology[]): JsonObject | null =>
  known.length === 0
    ? null
    : {
        technologies: known.map(({ name, category = null, first_seen = null, last_seen = null }) => ({
          name,
          category,
          first_seen,
          last_seen,
        })),
      }
