import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { absoluteUrl, booleanOf, countOf, dateOf, listOf, textOf, urlOf } from '../wire.ts'
import type { PlatformQueries } from './platform-query.ts'

/** The actor runs for ten results at least. */
const COUNT_MIN = 10
/** LinkedIn's own parameters of a search. */
const SECONDS: Readonly<Record<string, number>> = { day: 86_400, week: 604_800, month: 2_592_000 }
const REMOTE = '2'

export const linkedin: PlatformQueries = {
  'linkedin.jobs': {
    // The actor reads the results of a search, whose URL has all filters in it.
    input: (input, limit) => ({
      urls: [searchUrl(input)],
      count: Math.max(limit, COUNT_MIN),
      scrapeCompany: false,
    }),
    read: readJob,
    filter: 'company',
  },
}

function searchUrl({ query, location, company, posted_within, remote }: JsonObject): string {
  const employer = textOf(company)?.replaceAll('"', ' ')
  const words = [textOf(query), employer === undefined ? null : `"${employer}"`].filter((part) => part !== null)
  const seconds = SECONDS[textOf(posted_within) ?? '']
  const filters: readonly (readonly [string, string | null])[] = [
    ['keywords', words.join(' ')],
    ['location', textOf(location)],
    ['f_TPR', seconds === undefined ? null : `r${seconds}`],
    ['f_WT', remote === true ? REMOTE : null],
  ]
  const search = new URLSearchParams(
    filters.flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]])),
  )
  return `https://www.linkedin.com/jobs/search/?${search.toString()}`
}

/** LinkedIn finds a company's name anywhere in a posting, so postings of others are left out here. */
function readJob(item: JsonObject, input: JsonObject): JsonObject | null {
  const title = textOf(item.title)
  const url = urlOf(item.link)
  const company = textOf(item.companyName)
  if (title === null || url === null) return null
  const wanted = textOf(input.company)?.toLowerCase()
  if (wanted !== undefined && company?.toLowerCase() !== wanted) return null
  return {
    title,
    company,
    company_linkedin_url: absoluteUrl(item.companyLinkedinUrl),
    location: textOf(item.location),
    remote: input.remote === true ? true : booleanOf(item.workRemoteAllowed),
    employment_type: textOf(item.employmentType),
    seniority: textOf(item.seniorityLevel),
    salary: salaryOf(item.salaryInfo) ?? textOf(item.salary),
    description: textOf(item.descriptionText),
    posted_at: dateOf(item.postedAt),
    applicants: applicantsOf(item.applicantsCount),
    url,
  }
}

/** One bound or two. */
const salaryOf = (value: Json | undefined): string | null =>
  listOf(value, 2)
    .flatMap((bound) => textOf(bound) ?? [])
    .join(' to ') || null

/** A number, also as text. */
const applicantsOf = (value: Json | undefined): number | null =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? countOf(Number(value)) : countOf(value)
