import type { JsonObject } from '../../../domain/providers/manifest.ts'
import type { Seed } from './seed.ts'
import { subjectOf, textAt } from './subject.ts'

const FILINGS_LIMIT_DEFAULT = 10

export function companyEnrich(input: JsonObject, seed: Seed): JsonObject {
  const subject = subjectOf(input)
  const employees = seed.number('employees', 11, 4_800)
  return {
    name: subject.companyName,
    domain: subject.domain,
    description: `Simulated: ${subject.companyName} makes examples for people who test integrations.`,
    industry: seed.pick('industry', ['Software', 'Logistics', 'Manufacturing', 'Professional services']),
    employees,
    employee_range: employees <= 50 ? '11-50' : employees <= 500 ? '51-500' : '501-5000',
    founded_year: seed.number('founded', 1985, 2020),
    headquarters: { city: 'Sampleton', region: 'Example State', country: 'US' },
    linkedin_url: textAt(input, 'linkedin_url') ?? null,
    logo_url: `https://logos.example.com/${subject.domain}.png`,
    revenue_range: seed.pick('revenue', ['1M-10M', '10M-50M', '50M-250M']),
    tags: ['simulated', 'b2b'],
  }
}

export function companyFunding(_input: JsonObject, seed: Seed): JsonObject {
  const seedRound = round('Seed', seed.number('seed', 1, 4) * 500_000, '2019-05-14')
  const seriesA = round('Series A', seed.number('a', 4, 15) * 1_000_000, '2021-09-02')
  return { total_raised_usd: seedRound.amount_usd + seriesA.amount_usd, last_round: seriesA, rounds: [seriesA, seedRound] }
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
    technologies: seen.map(([name, category]) => ({ name: `${name} (simulated)`, category, first_seen: '2022-02-01', last_seen: '2024-11-30' })),
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
