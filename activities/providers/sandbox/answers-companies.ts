import { FILINGS_LIMIT_DEFAULT } from '../../../domain/capabilities/company-filings.ts'
import { COMPANY_SEARCH_LIMIT_DEFAULT } from '../../../domain/capabilities/company-search.ts'
import { COMPANY_SIMILAR_LIMIT_DEFAULT } from '../../../domain/capabilities/company-similar.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { cycle, listOf } from './lists.ts'
import { employeeRange, simulatedCompany } from './records.ts'
import type { Seed } from './seed.ts'
import { companyOf, subjectOf, textAt, textsAt } from './subject.ts'

const EMPLOYEES = [11, 4_800] as const
const FOUNDED = [1985, 2020] as const

export function companyEnrich(input: JsonObject, seed: Seed): JsonObject {
  const { name, domain } = companyOf(input)
  const employees = seed.number('employees', ...EMPLOYEES)
  return {
    name,
    domain,
    description: `Simulated: ${name} makes examples for people who test integrations.`,
    industry: seed.pick('industry', ['Software', 'Logistics', 'Manufacturing', 'Professional services']),
    employees,
    employee_range: employeeRange(employees),
    founded_year: seed.number('founded', ...FOUNDED),
    headquarters: { city: 'Sampleton', region: 'Example State', country: 'US' },
    linkedin_url: textAt(input, 'linkedin_url') ?? null,
    logo_url: `https://logos.example.com/${domain}.png`,
    revenue_range: seed.pick('revenue', ['1M-10M', '10M-50M', '50M-250M']),
    tags: ['simulated', 'b2b'],
  }
}

/** Every company in the answer matches the request; several requested values are used in turn. */
export function companySearch(input: JsonObject, seed: Seed): JsonObject {
  const industries = textsAt(input, 'industries')
  const locations = textsAt(input, 'locations')
  const employees = rangeOf(input, ['employees_min', 'employees_max'], EMPLOYEES)
  const founded = rangeOf(input, ['founded_min', 'founded_max'], FOUNDED)
  return {
    items: listOf(input, COMPANY_SEARCH_LIMIT_DEFAULT, (position) =>
      simulatedCompany(seed, position, {
        industry: cycle(industries, position),
        place: cycle(locations, position),
        employees,
        founded,
      }),
    ),
    total: seed.number('total', 10_000, 90_000),
  }
}

export const companySimilar = (input: JsonObject, seed: Seed): JsonObject => ({
  items: listOf(input, COMPANY_SIMILAR_LIMIT_DEFAULT, (position) =>
    simulatedCompany(seed, position, { employees: EMPLOYEES, founded: FOUNDED }),
  ),
})

/** The requested bounds; a bound that is missing, or that contradicts the other one, is adjusted. */
function rangeOf(
  input: JsonObject,
  [low, high]: readonly [string, string],
  [lowest, highest]: readonly [number, number],
): readonly [number, number] {
  const least = input[low]
  const most = input[high]
  if (typeof least === 'number')
    return [least, typeof most === 'number' ? Math.max(least, most) : Math.max(least, highest)]
  return typeof most === 'number' ? [Math.min(lowest, most), most] : [lowest, highest]
}

export function companyFunding(_input: JsonObject, seed: Seed): JsonObject {
  const seedRound = round('Seed', seed.number('seed', 1, 4) * 500_000, '2019-05-14')
  const seriesA = round('Series A', seed.number('a', 4, 15) * 1_000_000, '2021-09-02')
  return {
    total_raised_usd: seedRound.amount_usd + seriesA.amount_usd,
    last_round: seriesA,
    rounds: [seriesA, seedRound],
  }
}

const round = (type: string, amount: number, date: string) => ({
  type,
  amount_usd: amount,
  date,
  investors: ['Sample Ventures (simulated)', 'Example Capital (simulated)'],
})

export function companyTechnologies(_input: JsonObject, seed: Seed): JsonObject {
  const catalog = [
    ['Sample Analytics', 'Analytics'],
    ['Example CMS', 'Content management'],
    ['Mock CDN', 'Content delivery'],
    ['Placeholder Pay', 'Payments'],
  ] as const
  const seen = catalog.slice(0, seed.number('count', 2, catalog.length))
  return {
    technologies: seen.map(([name, category]) => ({
      name: `${name} (simulated)`,
      category,
      first_seen: '2022-02-01',
      last_seen: '2024-11-30',
    })),
  }
}

export function companyFilings(input: JsonObject, seed: Seed): JsonObject {
  const cik = (textAt(input, 'cik') ?? String(seed.number('cik', 9_990_000, 9_999_999))).padStart(10, '0')
  const limit = typeof input.limit === 'number' ? input.limit : FILINGS_LIMIT_DEFAULT
  const form = textAt(input, 'form')
  return {
    cik,
    name: subjectOf(input).companyName,
    filings: Array.from({ length: Math.min(limit, FILINGS_LIMIT_DEFAULT) }, (_, index) => ({
      form: form ?? (index % 4 === 0 ? '10-K' : '10-Q'),
      filed_at: `${2024 - Math.floor(index / 4)}-${String(11 - 3 * (index % 4)).padStart(2, '0')}-05`,
      period: `${2024 - Math.floor(index / 4)}-${String(9 - 2 * (index % 4)).padStart(2, '0')}-30`,
      accession_number: `${cik}-24-${String(index + 1).padStart(6, '0')}`,
      url: `https://filings.example.com/${cik}/${index + 1}`,
    })),
  }
}
