import { describe, expect, it } from '@jest/globals'
import { createPeopledatalabsAdapter } from '../../../activities/providers/peopledatalabs/adapter.ts'
import { peopledatalabsManifest } from '../../../activities/providers/peopledatalabs/manifest.ts'
import {
  readCompany,
  readHeadcount,
  readList,
  readPerson,
  readPersonRow,
  readPersonalEmail,
  readPhone,
} from '../../../activities/providers/peopledatalabs/map.ts'
import {
  companySearch,
  decisionMakers,
  errorCode,
  personQuery,
  personSearch,
} from '../../../activities/providers/peopledatalabs/query.ts'
import { objectOf } from '../../../activities/providers/wire.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture, jsonOf } from '../../fixtures/load.ts'
import { adapterContract, type AdapterContract } from './contract-kit.ts'

const common = {
  manifest: peopledatalabsManifest,
  create: createPeopledatalabsAdapter,
  rateLimit: fixture('peopledatalabs/rate-limited'),
  exhausted: fixture('peopledatalabs/credits-used-up'),
}
const noMatch = { 'a documented 404': fixture('peopledatalabs/not-found') }
const hidden = { ...noMatch, 'fields that hold a boolean': fixture('peopledatalabs/person-hidden') }
const withoutData = { 'an answer without data': { json: { status: 200 } }, 'an answer that is no object': { json: [] } }
const email = { email: 'robin.sample@example.com' }
const linkedin = { linkedin_url: 'https://www.linkedin.com/in/robin-sample-invented' }
const misses = { ...noMatch, 'a match without a person': { json: { status: 200, data: { id: '1' } } } }

const contracts: readonly Omit<AdapterContract, keyof typeof common>[] = [
  {
    capability: 'person.enrich',
    input: email,
    success: fixture('peopledatalabs/person'),
    misses: misses,
    unusable: withoutData,
  },
  {
    capability: 'contact.reverse_email',
    input: email,
    success: fixture('peopledatalabs/person'),
    misses: misses,
    unusable: withoutData,
  },
  {
    capability: 'person.job_change',
    input: { ...linkedin, company: 'Sample Mills' },
    success: fixture('peopledatalabs/person'),
    misses: {
      ...misses,
      'a person without a position': { json: { status: 200, data: { full_name: 'robin sample' } } },
    },
    unusable: withoutData,
  },
  {
    capability: 'person.resolve_profile',
    input: { phone: '+15550100123' },
    success: fixture('peopledatalabs/person'),
    misses: {
      ...noMatch,
      'a person without a profile': { json: { status: 200, data: { full_name: 'robin sample' } } },
    },
    unusable: withoutData,
  },
  {
    capability: 'person.decision_makers',
    input: { company: 'Example Works', departments: ['operations'] },
    success: fixture('peopledatalabs/people'),
    units: 2,
    misses: { ...noMatch, 'an empty list': { json: { status: 200, data: [], total: 0 } } },
    unusable: withoutData,
  },
  {
    capability: 'contact.phone',
    input: linkedin,
    success: fixture('peopledatalabs/person'),
    misses: hidden,
    unusable: withoutData,
  },
  {
    capability: 'contact.personal_email',
    input: linkedin,
    success: fixture('peopledatalabs/person'),
    misses: hidden,
    unusable: withoutData,
  },
  {
    capability: 'person.search',
    input: { titles: ['Head of Examples'] },
    success: fixture('peopledatalabs/people'),
    units: 2,
    misses: { ...noMatch, 'an empty list': { json: { status: 200, data: [], total: 0 } } },
    unusable: withoutData,
  },
  {
    capability: 'company.enrich',
    input: { domain: 'example.com' },
    success: fixture('peopledatalabs/company'),
    misses: { ...noMatch, 'a match without a name': { json: { status: 200, id: '1' } } },
    unusable: {
      'an error inside a 200': { json: { status: 500, error: { type: 'api_error' } } },
      'an answer that is no object': { json: [] },
    },
  },
  {
    capability: 'company.headcount',
    input: { domain: 'example.com' },
    success: fixture('peopledatalabs/company-size'),
    misses: { ...noMatch, 'a company of unknown size': { json: { status: 200, name: 'example works' } } },
    unusable: { 'an answer that is no object': { json: [] } },
  },
  {
    capability: 'company.search',
    input: { industries: ['Machinery'] },
    success: fixture('peopledatalabs/companies'),
    misses: { ...noMatch, 'an empty list': { json: { status: 200, data: [], total: 0 } } },
    unusable: withoutData,
  },
]
for (const contract of contracts) adapterContract({ ...common, ...contract })

const dataOf = (name: string) => objectOf(jsonOf(name).data) ?? {}

describe('the queries of peopledatalabs', () => {
  it.each([
    [{ email: 'r@example.com' }, null, { email: 'r@example.com' }],
    [
      { full_name: 'Robin Sample', domain: 'example.com' },
      'mobile_phone',
      { name: 'Robin Sample', company: 'example.com', required: 'mobile_phone' },
    ],
    [
      { full_name: 'Robin Sample', company: 'Example', domain: 'example.com' },
      null,
      { name: 'Robin Sample', company: 'Example' },
    ],
    [{ phone: '+15550100123' }, null, { phone: '+15550100123' }],
  ])('send %j', (input, required, expected) => {
    expect(JSON.parse(JSON.stringify(personQuery(input, required)))).toEqual(expected)
  })

  it('search people by all requested filters, and no more of them', () => {
    expect(
      personSearch({
        titles: ['CEO', 'Founder'],
        seniorities: ['c_suite'],
        domains: ['Example.com'],
        locations: ['Germany'],
        limit: 3,
      }),
    ).toEqual({
      size: 3,
      query: {
        bool: {
          must: [
            { bool: { should: [{ match_phrase: { job_title: 'ceo' } }, { match_phrase: { job_title: 'founder' } }] } },
            { terms: { job_title_levels: ['cxo'] } },
            { terms: { job_company_website: ['example.com'] } },
            { bool: { should: [{ match_phrase: { location_name: 'germany' } }] } },
          ],
        },
      },
    })
  })

  it.each([[{ titles: ['CEO'], seniorities: ['founder'] }], [{ query: 'examples' }], [{ titles: ['CEO'], page: 2 }]])(
    'refuse unsupported filters: %j',
    (input) => {
      expect(personSearch(input)).toBeNull()
    },
  )

  it('search companies by size and age', () => {
    expect(companySearch({ industries: ['Machinery'], employees_min: 50, founded_max: 2020 })).toEqual({
      size: 10,
      query: {
        bool: {
          must: [
            { terms: { industry: ['machinery'] } },
            { range: { employee_count: { gte: 50 } } },
            { range: { founded: { lte: 2020 } } },
          ],
        },
      },
    })
    expect(companySearch({ technologies: ['nginx'] })).toBeNull()
  })

  it('read the token of a refusal', () => {
    expect(errorCode(jsonOf('peopledatalabs/credits-used-up'))).toBe('payment_required')
  })
})

describe('the map of peopledatalabs', () => {
  it('reads a person', () => {
    expect(readPerson(dataOf('peopledatalabs/person'))).toMatchObject({
      full_name: 'robin sample',
      title: 'head of examples',
      seniority: 'director',
      linkedin_url: 'https://linkedin.com/in/robin-sample-invented',
      company: { name: 'example works', domain: 'example.com' },
      emails: ['robin.sample@example.com', 'robin.sample@mail.example'],
      phones: ['+15550100123', '+15550100124'],
      experience: [{ title: 'head of examples', company: 'example works', started_on: '2020-01', ended_on: null }],
      education: [{ school: 'example university', degree: 'master of science', field: 'engineering' }],
    })
  })

  it('ignores booleans in contact fields', () => {
    const data = dataOf('peopledatalabs/person-hidden')
    expect(readPerson(data)).toMatchObject({ full_name: 'robin sample', emails: [], phones: [] })
    expect(readPersonRow(data)).toMatchObject({ email: null, phone: null })
    expect([readPhone(data), readPersonalEmail(data)]).toEqual([null, null])
  })

  it('reads the level of a position alone and in a list', () => {
    expect(readPersonRow({ full_name: 'a b', job_title_levels: ['vp', 'senior'] })).toMatchObject({ seniority: 'vp' })
  })

  it('reads a company from the top of its answer', () => {
    expect(readCompany(jsonOf('peopledatalabs/company'))).toMatchObject({
      name: 'example works',
      domain: 'example.com',
      employees: 42,
      founded_year: 2012,
      headquarters: { city: 'sampleton', country: 'germany' },
    })
  })

  it('lists no more rows than requested', () => {
    expect(readList(jsonOf('peopledatalabs/people'), 1, readPersonRow)).toMatchObject({
      output: { total: 99 },
      items: [{ full_name: 'robin sample' }],
    })
  })
})

describe('decision makers of peopledatalabs', () => {
  const filters = (input: JsonObject) => objectOf(objectOf(objectOf(decisionMakers(input)?.query)?.bool))?.must

  it.each<[JsonObject, JsonObject]>([
    [{ domain: 'www.Example.com', company: 'x' }, { terms: { job_company_website: ['example.com'] } }],
    [
      { linkedin_url: 'https://www.linkedin.com/company/Example-Works/' },
      { terms: { job_company_linkedin_url: ['linkedin.com/company/example-works'] } },
    ],
    [{ company: 'Example Works' }, { terms: { job_company_name: ['example works'] } }],
  ])('are those of the employer that %j names', (input, employer) => {
    expect(filters(input)).toEqual([
      employer,
      { terms: { job_title_levels: ['owner', 'cxo', 'partner', 'vp', 'director'] } },
    ])
  })

  it('are narrowed to departments and levels', () => {
    expect(filters({ domain: 'example.com', departments: ['hr'], seniorities: ['vp'] })).toContainEqual({
      terms: { job_title_role: ['human_resources'] },
    })
    expect(decisionMakers({ domain: 'example.com', departments: ['it'] })).toBeNull()
    expect(decisionMakers({ linkedin_url: 'https://www.linkedin.com/in/robin' })).toBeNull()
  })

  it('counts the employees by month and by role', () => {
    expect(readHeadcount(jsonOf('peopledatalabs/company-size'))).toMatchObject({
      employees: 42,
      employee_range: '11-50',
      growth: { six_months: 0.1, twelve_months: 0.25, twenty_four_months: -0.5 },
      departments: [
        { name: 'engineering', employees: 20 },
        { name: 'sales', employees: 4 },
      ],
      history: [
        { date: '2026-08', employees: 40 },
        { date: '2026-09', employees: 42 },
      ],
    })
  })
})
