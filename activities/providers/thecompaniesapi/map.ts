import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { brandResult, companyResult, logo, technologiesResult } from '../records.ts'
import {
  absoluteUrl,
  companyHostOf,
  countOf,
  dateOf,
  hostOf,
  objectOf,
  objectsOf,
  percentageOf,
  placeOf,
  textOf,
  textsOf,
  urlOf,
  yearOf,
} from '../wire.ts'

/** null: an answer without a company. */
export function companyOf(body: JsonObject) {
  const about = objectOf(body.about)
  const domain = companyHostOf(objectOf(body.domain)?.domain)
  const name = textOf(about?.name)
  if (name === null && domain === null) return null
  const descriptions = objectOf(body.descriptions)
  const headquarters = objectOf(objectOf(body.locations)?.headquarters)
  const named = (part: Json | undefined) => textOf(objectOf(part)?.name)
  return {
    name,
    domain,
    description: textOf(descriptions?.primary) ?? textOf(descriptions?.website) ?? textOf(descriptions?.tagline),
    industry: textOf(about?.industry),
    employees: countOf(about?.totalEmployeesExact),
    employee_range: textOf(about?.totalEmployees),
    founded_year: yearOf(about?.yearFounded),
    headquarters: placeOf({
      city: named(headquarters?.city),
      region: named(headquarters?.state),
      country: named(headquarters?.country),
    }),
    linkedin_url: absoluteUrl(objectOf(objectOf(body.socials)?.linkedin)?.url),
    logo_url: urlOf(objectOf(objectOf(body.assets)?.logoSquare)?.src),
  }
}

/** GET /v2/companies/{domain}; null: an answer without a company. */
export function readCompany(body: JsonObject): JsonObject | null {
  const known = companyOf(body)
  return known === null
    ? null
    : companyResult({
        ...known,
        revenue_range: textOf(objectOf(body.finances)?.revenue),
        tags: textsOf(objectOf(body.about)?.industries, 100),
      })
}

/** The size in the same answer; null: not known. */
export function readHeadcount(body: JsonObject): JsonObject | null {
  const known = companyOf(body)
  if (known === null || (known.employees === null && known.employee_range === null)) return null
  const { name, domain, linkedin_url, employees, employee_range } = known
  return { name, domain, linkedin_url, employees, employee_range, growth: null, departments: null, history: null }
}

/** The pictures, the color and the accounts in the same answer; null: none of them is known. */
export function readBrand(body: JsonObject): JsonObject | null {
  const known = companyOf(body)
  const assets = objectOf(body.assets)
  const pictures = (['logoSquare', 'cover'] as const).flatMap((member) => {
    const url = urlOf(objectOf(assets?.[member])?.src)
    return url === null ? [] : [logo({ url, type: member === 'cover' ? 'cover' : 'icon' })]
  })
  const hex = textOf(assets?.colorPrimary)
  const accounts = Object.entries(objectOf(body.socials) ?? {})
    .slice(0, ACCOUNTS_MAX)
    .flatMap(([platform, account]) => {
      const url = absoluteUrl(objectOf(account)?.url)
      return url === null ? [] : [{ platform: platform === 'twitter' ? 'x' : platform, url }]
    })
  if (known === null || (pictures.length === 0 && hex === null && accounts.length === 0)) return null
  return brandResult({
    name: known.name,
    domain: known.domain,
    description: known.description,
    slogan: textOf(objectOf(body.descriptions)?.tagline),
    logos: pictures,
    colors: hex === null ? [] : [{ hex, type: 'primary' }],
    social_links: accounts,
  })
}

const ACCOUNTS_MAX = 100

/** The LinkedIn page as the data set holds it; null: the company has none there. */
export function readLinkedin(body: JsonObject): JsonObject | null {
  const known = companyOf(body)
  if (known === null || known.linkedin_url === null) return null
  const { description, ...company } = known
  const descriptions = objectOf(body.descriptions)
  return {
    ...company,
    website: absoluteUrl(objectOf(body.domain)?.domain),
    tagline: textOf(descriptions?.tagline),
    description: textOf(descriptions?.linkedin) ?? description,
    company_type: textOf(objectOf(body.about)?.businessType),
    followers: countOf(objectOf(objectOf(body.socials)?.linkedin)?.followers),
    specialties: null,
  }
}

/** The technologies of the same answer, by the provider's slugs; null: none. */
export function readTechnologies(body: JsonObject): JsonObject | null {
  const technologies = objectsOf(objectOf(body.technologies)?.details, 1000).flatMap((detail) => {
    const name = textOf(detail.slug)
    return name === null
      ? []
      : [{ name, category: textsOf(detail.categories, 1)[0] ?? null, last_seen: dateOf(detail.detectedAt) }]
  })
  return technologiesResult(technologies)
}

/** GET /v2/companies/{domain}/email-patterns, a bare list; null: no pattern is known. */
export function readPatterns(body: Json, input: JsonObject): JsonObject | null {
  const known = objectsOf(body, 50)
    .flatMap((entry) => {
      const pattern = textOf(entry.pattern)
      return pattern === null
        ? []
        : [{ pattern, share: percentageOf(entry.usagePercentage), emails: countOf(entry.emailsCount) }]
    })
    .toSorted((a, b) => (b.share ?? 0) - (a.share ?? 0))
  if (known[0] === undefined) return null
  const counts = known.flatMap(({ emails }) => emails ?? [])
  return {
    domain: hostOf(input.domain),
    pattern: known[0].pattern,
    example: null,
    accept_all: null,
    sample_size: counts.length === 0 ? null : counts.reduce((sum, count) => sum + count, 0),
    patterns: known.map(({ pattern, share }) => ({ pattern, share })),
  }
}

/** The token of a refusal, for example companyNotFound. */
export const errorCode = (body: Json): string | null => textOf(objectOf(body)?.messages)
