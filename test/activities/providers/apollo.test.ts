import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createApolloAdapter } from '../../../activities/providers/apollo/adapter.ts'
import { apolloManifest } from '../../../activities/providers/apollo/manifest.ts'
import {
  readBrand,
  readCompanies,
  readCompany,
  readFunding,
  readHeadcount,
  readTechnologies,
} from '../../../activities/providers/apollo/map-companies.ts'
import { readAddress, readPerson, readRow } from '../../../activities/providers/apollo/map.ts'
import {
  addressSearch,
  companySearch,
  decisionMakers,
  peopleSearch,
} from '../../../activities/providers/apollo/query.ts'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { objectOf } from '../../../activities/providers/wire.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture, jsonOf } from '../../fixtures/load.ts'
import { startSimulator, type Simulator } from '../../support/http-simulator.ts'
import { API_KEY, adapterContract, type AdapterContract } from './contract-kit.ts'

const common = {
  manifest: apolloManifest,
  create: createApolloAdapter,
  rateLimit: fixture('apollo/rate-limited'),
  exhausted: fixture('apollo/credits-used-up'),
}
const person = {
  success: fixture('apollo/person'),
  misses: { 'a person that is null': fixture('apollo/person-miss') },
  unusable: { 'an answer without a person': { json: { request_id: 1 } }, 'a list': { json: [] } },
}
const organization = {
  input: { domain: 'example.com' },
  success: fixture('apollo/organization'),
  misses: { 'an organization that is null': fixture('apollo/organization-miss') },
  unusable: { 'an answer without an organization': { json: {} }, 'a list': { json: [] } },
}
const people = {
  success: fixture('apollo/matches'),
  units: 2,
  raw: [fixture('apollo/search').json, fixture('apollo/matches').json],
  earlierAnswers: { '/mixed_people/api_search': fixture('apollo/search') },
  misses: { 'an empty match': { json: { status: 'success', matches: [] } } },
  unusable: { 'an answer without matches': { json: { status: 'success' } } },
}
const email = { email: 'robin.sample@example.com' }
const nameless = (member: string): JsonObject => ({ [member]: { id: '1' } })

const contracts: readonly Omit<AdapterContract, keyof typeof common>[] = [
  { ...person, capability: 'person.enrich', input: email },
  { ...person, capability: 'contact.reverse_email', input: email },
  {
    ...person,
    capability: 'person.resolve_profile',
    input: email,
    misses: { ...person.misses, 'a person without a profile': { json: { person: { name: 'A B' } } } },
  },
  { ...people, capability: 'person.search', input: { titles: ['Head of Examples'] } },
  { ...people, capability: 'person.decision_makers', input: { domain: 'example.com' } },
  {
    ...person,
    capability: 'person.job_change',
    input: { ...email, company: 'Sample Mills' },
    misses: { ...person.misses, 'a person without a position': { json: { person: { name: 'A B' } } } },
  },
  {
    ...people,
    capability: 'contact.domain_emails',
    input: { domain: 'example.com' },
    misses: { ...people.misses, 'people without an address': { json: { matches: [{ id: 'p0001', name: 'A B' }] } } },
  },
  {
    ...organization,
    capability: 'company.brand',
    misses: { ...organization.misses, 'no logo and no account': { json: { organization: { name: 'A' } } } },
  },
  {
    capability: 'company.jobs',
    input: { domain: 'example.com' },
    earlierAnswers: { '/organizations/enrich': fixture('apollo/organization') },
    success: fixture('apollo/jobs'),
    misses: { 'an empty list': { json: { organization_job_postings: [] } } },
    unusable: { 'no list': { json: {} } },
  },
  {
    capability: 'company.news',
    input: { domain: 'example.com', since: '2026-09-01' },
    earlierAnswers: { '/organizations/enrich': fixture('apollo/organization') },
    success: fixture('apollo/news'),
    misses: { 'an empty list': { json: { news_articles: [] } } },
    unusable: { 'no list': { json: {} } },
  },
  {
    ...organization,
    capability: 'company.enrich',
    misses: { ...organization.misses, 'a company without a name': { json: nameless('organization') } },
  },
  {
    ...organization,
    capability: 'company.headcount',
    misses: { ...organization.misses, 'no count': { json: { organization: { name: 'A' } } } },
  },
  {
    ...organization,
    capability: 'company.funding',
    misses: { ...organization.misses, 'no funding': { json: { organization: { name: 'A', funding_events: [] } } } },
  },
  {
    ...organization,
    capability: 'company.technologies',
    misses: {
      ...organization.misses,
      'no technology': { json: { organization: { name: 'A', current_technologies: [] } } },
    },
  },
  {
    capability: 'company.search',
    input: { industries: ['Machinery'] },
    success: fixture('apollo/companies'),
    misses: { 'an empty list': { json: { organizations: [] } } },
    unusable: { 'no list': { json: { accounts: [] } } },
  },
]
for (const contract of contracts) adapterContract({ ...common, ...contract })

describe('apollo over HTTP', () => {
  const http = createProviderHttp()
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator()
  })
  afterEach(() => simulator.reset())
  afterAll(async () => {
    await http.close()
    await simulator.close()
  })

  const attempt = (capability: string, input: JsonObject) =>
    createApolloAdapter({ apiKey: API_KEY, baseUrl: simulator.url, http }).attempt({
      capability,
      input,
      idempotencyKey: 'k',
      deadlineMs: 5_000,
      signal: new AbortController().signal,
    })

  it('completes the people that the search found, in its order, and only those who still work there', async () => {
    simulator.scriptPath('/mixed_people/api_search', fixture('apollo/search'))
    simulator.scriptPath('/people/bulk_match', fixture('apollo/matches'))
    const result = await attempt('person.search', { domains: ['example.com'] })
    expect(result).toMatchObject({
      kind: 'delivered',
      units: 2,
      output: { total: 31, items: [{ full_name: 'Robin Sample', domain: 'example.com' }, { full_name: 'Kim Sample' }] },
    })
    expect(simulator.calls.at(-1)?.body).toEqual({ details: [{ id: 'p0001' }, { id: 'p0002' }, { id: 'p0003' }] })
  })

  it('requests the jobs of the company that it found, and chooses from all of them', async () => {
    simulator.scriptPath('/organizations/enrich', fixture('apollo/organization'))
    simulator.scriptPath('/organizations/org0001/job_postings', fixture('apollo/jobs'))
    expect(
      await attempt('company.jobs', { name: 'Example Works', query: 'engineer', location: 'Germany' }),
    ).toMatchObject({
      output: { jobs: [{ title: 'Data Engineer, Samples', location: 'Sampleton, Examplia, Germany' }] },
    })
    expect(simulator.calls.at(-1)?.query).toEqual({ page: '1', per_page: '1000' })
  })

  it('has no jobs of a company that it does not know', async () => {
    simulator.scriptPath('/organizations/enrich', fixture('apollo/organization-miss'))
    expect(await attempt('company.jobs', { name: 'Example Works' })).toMatchObject({ kind: 'noMatch' })
    expect(simulator.calls).toHaveLength(1)
  })

  it('requests the articles of a day or later, and lists each once', async () => {
    simulator.scriptPath('/organizations/enrich', fixture('apollo/organization'))
    simulator.scriptPath('/news_articles/search', fixture('apollo/news'))
    expect(await attempt('company.news', { domain: 'example.com', since: '2026-09-01' })).toMatchObject({
      output: {
        articles: [{ url: 'https://news.example.org/plant', published_at: '2026-10-06', source: 'example.org' }],
      },
    })
    expect(simulator.calls.at(-1)?.query).toMatchObject({
      'organization_ids[]': 'org0001',
      'published_at[min]': '2026-09-01',
    })
  })

  it('requests no more than ten people at a time', async () => {
    const listed = Array.from({ length: 25 }, (_, n) => ({ id: `p${n}`, first_name: 'A' }))
    simulator.scriptPath('/mixed_people/api_search', { json: { total_entries: 25, people: listed } })
    simulator.scriptPath('/people/bulk_match', { json: { matches: [] } })
    expect(await attempt('person.search', { titles: ['CEO'], limit: 25 })).toMatchObject({ kind: 'noMatch' })
    expect(simulator.calls.slice(1).map(({ body }) => (body as { details: unknown[] }).details.length)).toEqual([
      10, 10, 5,
    ])
  })

  it.each([
    ['an empty search', fixture('apollo/person-miss'), { kind: 'failed', outcome: 'provider_error' }],
    ['nobody', { json: { total_entries: 0, people: [] } }, { kind: 'noMatch' }],
    ['a wrong search', fixture('apollo/invalid'), { kind: 'failed', outcome: 'rejected' }],
    [
      'a key that may not search',
      fixture('apollo/out-of-scope'),
      { kind: 'failed', outcome: 'provider_error', accountExhausted: true, detail: 'HTTP 403 (API_INACCESSIBLE)' },
    ],
  ])('answers %s without a second call', async (_name, reply, expected) => {
    simulator.scriptPath('/mixed_people/api_search', reply)
    expect(await attempt('person.search', { titles: ['CEO'] })).toMatchObject(expected)
    expect(simulator.calls).toHaveLength(1)
  })
})

describe('the searches of apollo', () => {
  it('name lists as the same member several times', () => {
    expect(
      peopleSearch({
        titles: ['CEO', 'CTO'],
        seniorities: ['vp'],
        domains: ['https://www.Example.com'],
        locations: ['Germany'],
        limit: 5,
        page: 2,
      })?.pairs,
    ).toEqual([
      ['person_titles[]', 'CEO'],
      ['person_titles[]', 'CTO'],
      ['person_seniorities[]', 'vp'],
      ['q_organization_domains_list[]', 'example.com'],
      ['person_locations[]', 'Germany'],
      ['page', '2'],
      ['per_page', '5'],
    ])
  })

  it('use directors and above for decision makers, unless levels or titles are named', () => {
    const levels = (input: JsonObject) =>
      decisionMakers({ domain: 'example.com', ...input })
        ?.pairs.filter(([name]) => name === 'person_seniorities[]')
        .map(([, value]) => value)
    expect(levels({})).toEqual(['owner', 'founder', 'c_suite', 'partner', 'vp', 'head', 'director'])
    expect(levels({ seniorities: ['manager'] })).toEqual(['manager'])
    expect(levels({ titles: ['Buyer'] })).toEqual([])
  })

  it('refuse filters that they do not support', () => {
    expect([
      peopleSearch({ companies: ['Example'] }),
      peopleSearch({ industries: ['Machinery'] }),
      decisionMakers({ domain: 'example.com', departments: ['sales'] }),
      companySearch({ query: 'x' }),
    ]).toEqual([null, null, null, null])
  })

  it('name technologies and sizes of companies as apollo does', () => {
    expect(companySearch({ technologies: ['Google Analytics', 'WordPress.org'], employees_min: 50 })?.pairs).toEqual([
      ['currently_using_any_of_technology_uids[]', 'google_analytics'],
      ['currently_using_any_of_technology_uids[]', 'wordpress_org'],
      ['organization_num_employees_ranges[]', '50,10000000'],
      ['page', '1'],
      ['per_page', '10'],
    ])
  })
})

describe('the map of apollo', () => {
  const found = objectOf(jsonOf('apollo/person').person) ?? {}
  const company = objectOf(jsonOf('apollo/organization').organization) ?? {}

  it('reads a person', () => {
    expect(readPerson(found)).toMatchObject({
      full_name: 'Robin Sample',
      seniority: 'head',
      company: { name: 'Example Works', domain: 'example.com' },
      emails: ['robin.sample@example.com'],
      location: { city: 'Sampleton', region: 'Examplia', country: 'Germany' },
      experience: [{ title: 'Head of Examples', company: 'Example Works', started_on: '2020-01-01' }],
    })
  })

  it('ignores the placeholder of a locked address', () => {
    const locked = { ...found, email: 'email_not_unlocked@domain.com' }
    expect(readPerson(locked)).toMatchObject({ emails: [] })
    expect(readRow(locked, [])).toMatchObject([{ email: null }])
  })

  it('leaves out people who work elsewhere by now', () => {
    expect(readRow(found, ['example.org'])).toEqual([])
    expect(readRow({ ...found, organization: null }, ['example.com'])).toEqual([])
  })

  it('reads companies, their funding, their people and their technologies', () => {
    expect(readCompany(company)).toMatchObject({
      name: 'Example Works',
      domain: 'example.com',
      employees: 42,
      revenue_range: '2M',
      tags: ['examples', 'samples'],
    })
    expect(readFunding(company)).toMatchObject({
      total_raised_usd: 1_500_000,
      last_round: { type: 'Series A', amount_usd: 1_000_000, investors: ['Sample Ventures', 'Example Capital'] },
      rounds: [{ type: 'Series A' }, { type: 'Seed', amount_usd: 500_000 }],
    })
    expect(readFunding({ funding_events: [{ type: 'Seed', amount: '1M', currency: '€' }] })).toMatchObject({
      rounds: [{ amount_usd: null }],
    })
    expect(readHeadcount(company)).toMatchObject({
      employees: 42,
      growth: { twelve_months: 0.1, twenty_four_months: -0.02 },
      departments: [{ name: 'engineering', employees: 12 }, { name: 'operations' }, { name: 'sales' }],
    })
    expect(readTechnologies(company)).toEqual({
      technologies: [{ name: 'Nginx', category: 'Load Balancers', first_seen: null, last_seen: null }],
    })
  })
})

describe('the lists of apollo', () => {
  it('have only the addresses that are shown', () => {
    const robin = objectOf(jsonOf('apollo/person').person) ?? {}
    expect(readAddress(robin, ['example.com'])).toMatchObject([
      { email: 'robin.sample@example.com', email_status: 'valid', type: 'personal', department: 'master_operations' },
    ])
    expect(readAddress({ ...robin, email: 'email_not_unlocked@domain.com' }, ['example.com'])).toEqual([])
    expect(addressSearch({ domain: 'example.com', type: 'generic' })).toBeNull()
  })

  it('leave out companies of another age', () => {
    const body: JsonObject = {
      organizations: [{ name: 'Old', founded_year: 1990 }, { name: 'New', founded_year: 2020 }, { name: 'Unknown' }],
    }
    expect(readCompanies(body, 10, { founded_min: 2000 })?.output).toMatchObject({
      items: [{ name: 'New' }],
      total: null,
    })
    expect(readCompanies(body, 10, {})?.items).toHaveLength(3)
  })

  it('have the logo and the accounts of a brand', () => {
    const brand = readBrand({ name: 'A', logo_url: 'https://a.example/l.png', twitter_url: 'https://twitter.com/a' })
    expect(brand).toMatchObject({
      logos: [{ url: 'https://a.example/l.png', type: 'logo' }],
      social_links: [{ platform: 'x', url: 'https://twitter.com/a' }],
    })
  })
})
