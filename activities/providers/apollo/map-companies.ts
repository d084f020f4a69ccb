import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { brandResult, companyRecord, companyResult, fundingResult, logo, technologiesResult } from '../records.ts'
import {
  absoluteUrl,
  amountOf,
  countOf,
  dateOf,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  placeOf,
  textOf,
  textsOf,
  unique,
  urlOf,
  yearOf,
} from '../wire.ts'
import { domainOf } from './map.ts'

/** null: an answer without a company. */
function companyOf(organization: JsonObject) {
  const name = textOf(organization.name)
  if (name === null) return null
  return {
    name,
    domain: domainOf(organization),
    description: textOf(organization.short_description) ?? textOf(organization.seo_description),
    industry: textOf(organization.industry),
    employees: countOf(organization.estimated_num_employees),
    founded_year: yearOf(organization.founded_year),
    headquarters: placeOf({
      city: textOf(organization.city),
      region: textOf(organization.state),
      country: textOf(organization.country),
    }),
    linkedin_url: absoluteUrl(organization.linkedin_url),
    logo_url: urlOf(organization.logo_url),
  }
}

export function readCompany(organization: JsonObject): JsonObject | null {
  const known = companyOf(organization)
  if (known === null) return null
  return companyResult({
    ...known,
    revenue_range: textOf(organization.annual_revenue_printed),
    tags: textsOf(organization.keywords, 100),
  })
}

/** null: the size is not known. */
export function readHeadcount(organization: JsonObject): JsonObject | null {
  const known = companyOf(organization)
  if (known === null || known.employees === null) return null
  const growth = {
    six_months: changeOf(organization.organization_headcount_six_month_growth),
    twelve_months: changeOf(organization.organization_headcount_twelve_month_growth),
    twenty_four_months: changeOf(organization.organization_headcount_twenty_four_month_growth),
  }
  const departments = Object.entries(objectOf(organization.departmental_head_count) ?? {}).slice(0, 100)
  return {
    name: known.name,
    domain: known.domain,
    linkedin_url: known.linkedin_url,
    employees: known.employees,
    employee_range: null,
    growth: Object.values(growth).every((change) => change === null) ? null : growth,
    departments: departments.flatMap(([name, value]) =>
      countOf(value) === null ? [] : [{ name, employees: countOf(value) }],
    ),
    history: null,
  }
}

const changeOf = (value: Json | undefined): number | null => numberOf(value, { min: -1 })

/** null: neither a sum nor a round is known. */
export function readFunding(organization: JsonObject): JsonObject | null {
  return fundingResult(amountOf(organization.total_funding), objectsOf(organization.funding_events, 100).map(round))
}

function round(event: JsonObject): JsonObject {
  const investors = unique(
    (textOf(event.investors) ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  )
  return {
    type: textOf(event.type),
    amount_usd: textOf(event.currency) === '$' ? printedAmount(event.amount) : null,
    date: dateOf(event.date),
    investors: investors.slice(0, 100),
  }
}

const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1e3, M: 1e6, B: 1e9 }

/** "110M" -> 110000000. */
function printedAmount(value: Json | undefined): number | null {
  const [, number, unit] = /^([\d.]+)([KMB]?)$/i.exec(textOf(value) ?? '') ?? []
  return number === undefined ? null : amountOf(Math.round(Number(number) * (UNITS[(unit ?? '').toUpperCase()] ?? 1)))
}

/** null: none is known. */
export function readTechnologies(organization: JsonObject): JsonObject | null {
  const technologies = objectsOf(organization.current_technologies, 1000).flatMap((technology) => {
    const name = textOf(technology.name)
    return name === null ? [] : [{ name, category: textOf(technology.category) }]
  })
  return technologiesResult(technologies)
}

const NETWORKS = { linkedin: 'linkedin_url', x: 'twitter_url', facebook: 'facebook_url' } as const

/** null: neither a logo nor an account is known. */
export function readBrand(organization: JsonObject): JsonObject | null {
  const known = companyOf(organization)
  const accounts = Object.entries(NETWORKS).flatMap(([platform, member]) => {
    const url = absoluteUrl(organization[member])
    return url === null ? [] : [{ platform, url }]
  })
  if (known === null || (known.logo_url === null && accounts.length === 0)) return null
  return brandResult({
    name: known.name,
    domain: known.domain,
    description: known.description,
    logos: known.logo_url === null ? [] : [logo({ url: known.logo_url })],
    social_links: accounts,
  })
}

/**
 * POST /mixed_companies/search; null: no list at all. The search has no filter for the age of a company, so the
 * companies of the page that are older, younger or of unknown age are left out.
 */
export function readCompanies(
  body: Json,
  limit: number,
  input: JsonObject,
): { readonly output: JsonObject; readonly items: readonly JsonObject[] } | null {
  const answer = objectOf(body)
  if (answer === null || !Array.isArray(answer.organizations)) return null
  const items = listOf(answer.organizations, limit).flatMap((value) => {
    const organization = objectOf(value)
    const known = organization === null ? null : companyOf(organization)
    return known === null || !isOfAge(known.founded_year, input) ? [] : [companyRecord(known)]
  })
  const total = countOf(objectOf(answer.pagination)?.total_entries)
  const filtered = input.founded_min !== undefined || input.founded_max !== undefined
  return { output: { items, total: filtered ? null : total }, items }
}

function isOfAge(founded: number | null, { founded_min, founded_max }: JsonObject): boolean {
  const [from, to] = [countOf(founded_min), countOf(founded_max)]
  return (
    (from === null && to === null) || (founded !== null && founded >= (from ?? founded) && founded <= (to ?? founded))
  )
}
