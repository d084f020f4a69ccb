import { COMPANY_JOBS_LIMIT_DEFAULT } from '../../../domain/capabilities/company-jobs.ts'
import { COMPANY_NEWS_LIMIT_DEFAULT } from '../../../domain/capabilities/company-news.ts'
import { LINKEDIN_JOBS_LIMIT_DEFAULT } from '../../../domain/capabilities/linkedin-jobs.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { listOf } from './lists.ts'
import { dayOf, employeeRange, placeOf } from './records.ts'
import type { Seed } from './seed.ts'
import { companyOf, slugOf, textAt } from './subject.ts'

const ROLES = [
  'Software Engineer',
  'Account Executive',
  'Data Analyst',
  'Product Designer',
  'Operations Manager',
] as const
const DEPARTMENTS = ['engineering', 'sales', 'operations', 'marketing', 'finance'] as const
/** A company has a limited number of vacancies and press articles: a higher limit finds no more. */
const KNOWN_MAX = 25

const known = (input: JsonObject): JsonObject =>
  typeof input.limit === 'number' ? { ...input, limit: Math.min(input.limit, KNOWN_MAX) } : input

export function companyJobs(input: JsonObject, seed: Seed): JsonObject {
  const { domain } = companyOf(input)
  return {
    jobs: listOf(known(input), COMPANY_JOBS_LIMIT_DEFAULT, (position) => ({
      title: titleOf(input, seed, position),
      department: seed.pick(`department ${position}`, DEPARTMENTS),
      location:
        textAt(input, 'location') ?? seed.pick(`place ${position}`, ['Sampleton', 'Beispielstadt', 'Exempleville']),
      remote: seed.pick(`remote ${position}`, [true, false]),
      employment_type: 'full-time',
      description: 'Simulated vacancy for tests.',
      posted_at: dayOf(position),
      url: `https://jobs.example.com/${domain}/${seed.id(`job ${position}`)}`,
    })),
  }
}

export function linkedinJobs(input: JsonObject, seed: Seed): JsonObject {
  return {
    items: listOf(input, LINKEDIN_JOBS_LIMIT_DEFAULT, (position) => {
      const company = textAt(input, 'company') ?? `Sample Company ${position} (simulated)`
      return {
        title: titleOf(input, seed, position),
        company,
        company_linkedin_url: `https://www.linkedin.com/company/${slugOf(company, '-')}`,
        location:
          textAt(input, 'location') ?? seed.pick(`place ${position}`, ['Sampleton', 'Beispielstadt', 'Exempleville']),
        remote: typeof input.remote === 'boolean' ? input.remote : seed.pick(`remote ${position}`, [true, false]),
        employment_type: 'full-time',
        seniority: seed.pick(`level ${position}`, ['entry', 'senior', 'manager']),
        salary: null,
        description: 'Simulated vacancy for tests.',
        posted_at: dayOf(position),
        applicants: seed.number(`applicants ${position}`, 0, 200),
        url: `https://www.linkedin.com/jobs/view/simulated-${seed.id(`job ${position}`)}`,
      }
    }),
  }
}

function titleOf(input: JsonObject, seed: Seed, position: number): string {
  const role = seed.pick(`role ${position}`, ROLES)
  const query = textAt(input, 'query')
  return query === undefined ? role : `${query} (simulated, ${role})`
}

const NEWS = ['opens an office', 'presents a product', 'wins an award', 'names a new director'] as const

export function companyNews(input: JsonObject, seed: Seed): JsonObject {
  const { name } = companyOf(input)
  const since = textAt(input, 'since') ?? ''
  const articles = listOf(known(input), COMPANY_NEWS_LIMIT_DEFAULT, (position) => ({
    title: `Simulated: ${name} ${seed.pick(`event ${position}`, NEWS)}`,
    url: `https://news.example.com/${seed.id(`article ${position}`)}`,
    source: 'The Example Times (simulated)',
    published_at: dayOf(position),
    snippet: `Simulated text that mentions ${name}.`,
  }))
  return { articles: articles.filter((article) => article.published_at >= since) }
}

export function companyHeadcount(input: JsonObject, seed: Seed): JsonObject {
  const { name, domain } = companyOf(input)
  const employees = seed.number('employees', 11, 4_800)
  const change = (salt: string) => seed.number(salt, -10, 40) / 100
  const share = Math.floor(employees / DEPARTMENTS.length)
  return {
    name,
    domain,
    linkedin_url: textAt(input, 'linkedin_url') ?? null,
    employees,
    employee_range: employeeRange(employees),
    growth: { six_months: change('half'), twelve_months: change('year'), twenty_four_months: change('two years') },
    departments: DEPARTMENTS.map((department, index) => ({
      name: department,
      employees: index === 0 ? employees - share * (DEPARTMENTS.length - 1) : share,
    })),
    history: ['2024-11', '2024-10', '2024-09'].map((date, index) => ({
      date,
      employees: Math.max(1, employees - 3 * index),
    })),
  }
}

export function companyEmailPattern(input: JsonObject, seed: Seed): JsonObject {
  const { domain } = companyOf(input)
  const share = seed.number('share', 60, 95) / 100
  return {
    domain,
    pattern: '{first}.{last}',
    example: `robin.sample@${domain}`,
    accept_all: seed.pick('accept', [true, false]),
    sample_size: seed.number('sample', 5, 400),
    patterns: [
      { pattern: '{first}.{last}', share },
      { pattern: '{f}{last}', share: (100 - Math.round(share * 100)) / 100 },
    ],
  }
}

export function companyBrand(input: JsonObject, seed: Seed): JsonObject {
  const { name, domain } = companyOf(input)
  const channel = slugOf(name, '-')
  return {
    name,
    domain,
    description: `Simulated: ${name} makes examples for people who test integrations.`,
    slogan: 'Examples that hold (simulated)',
    logos: [
      { url: `https://logos.example.com/${domain}.svg`, type: 'logo', theme: 'light', format: 'svg' },
      { url: `https://logos.example.com/${domain}.png`, type: 'icon', theme: 'dark', format: 'png' },
    ],
    colors: [
      { hex: `#${seed.id('color').slice(0, 6)}`, type: 'brand' },
      { hex: '#ffffff', type: 'background' },
    ],
    fonts: [{ name: 'Sample Sans', type: 'body' }],
    social_links: ['linkedin', 'x'].map((platform) => ({ platform, url: `https://${platform}.example/${channel}` })),
  }
}

export function linkedinCompany(input: JsonObject, seed: Seed): JsonObject {
  const { name, domain } = companyOf(input)
  const employees = seed.number('employees', 11, 4_800)
  return {
    name,
    linkedin_url: textAt(input, 'linkedin_url') ?? `https://www.linkedin.com/company/${slugOf(name, '-')}`,
    domain,
    website: `https://${domain}`,
    tagline: 'Examples that hold (simulated)',
    description: `Simulated: ${name} makes examples for people who test integrations.`,
    industry: seed.pick('industry', ['Software', 'Logistics', 'Manufacturing', 'Professional services']),
    company_type: 'Privately held',
    employees,
    employee_range: employeeRange(employees),
    followers: seed.number('followers', 120, 90_000),
    founded_year: seed.number('founded', 1985, 2020),
    headquarters: placeOf(seed, 'seat'),
    specialties: ['examples', 'simulation'],
    logo_url: `https://logos.example.com/${domain}.png`,
  }
}
