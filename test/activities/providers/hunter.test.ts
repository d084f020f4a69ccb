import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { createHunterAdapter } from '../../../activities/providers/hunter/adapter.ts'
import { hunterManifest } from '../../../activities/providers/hunter/manifest.ts'
import { domainQuery, readDomain } from '../../../activities/providers/hunter/map-domain.ts'
import { readCompany, readFunding, readPerson } from '../../../activities/providers/hunter/map-enrichment.ts'
import { canFind, finderQuery, personQuery, readFound, readVerified } from '../../../activities/providers/hunter/map.ts'
import { objectOf } from '../../../activities/providers/wire.ts'
import { fixture, jsonOf } from '../../fixtures/load.ts'
import { startSimulator, type Simulator } from '../../support/http-simulator.ts'
import { API_KEY, adapterContract } from './contract-kit.ts'

const dataOf = (name: string) => objectOf(jsonOf(name).data) ?? {}

// Hunter's 403 is its rate limit and its 429 the used-up quota.
const statuses = {
  403: { outcome: 'rate_limited', retryAfterMs: 3_000 },
  429: { outcome: 'provider_error', accountExhausted: true },
} as const
const refusals = { statuses, rateLimit: fixture('hunter/rate-limited'), exhausted: fixture('hunter/quota-used-up') }

adapterContract({
  manifest: hunterManifest,
  capability: 'contact.find',
  input: { full_name: 'Robin Sample', domain: 'example.com' },
  create: createHunterAdapter,
  success: fixture('hunter/found'),
  misses: { 'an answer without an email': fixture('hunter/miss') },
  unusable: {
    'an error inside a 200': { json: { errors: [{ id: 'wrong_params' }] } },
    'data that is null': { json: { data: null } },
    'an answer that is still being worked on': fixture('hunter/working'),
  },
  ...refusals,
})

adapterContract({
  manifest: hunterManifest,
  capability: 'contact.verify',
  input: { email: 'robin.sample@example.com' },
  create: createHunterAdapter,
  success: fixture('hunter/verified'),
  misses: {},
  unusable: { 'an answer without a verdict': { json: { data: { email: 'robin.sample@example.com', status: null } } } },
  ...refusals,
})

const common = { manifest: hunterManifest, create: createHunterAdapter, ...refusals }
const withoutData = { 'data that is null': { json: { data: null } } }
const notKnown = { 'a documented 404': fixture('hunter/not-known') }
const email = { email: 'robin.sample@example.com' }
const person = {
  success: fixture('hunter/person'),
  misses: {
    ...notKnown,
    'a person without name and address': { json: { data: { id: '1', name: { fullName: null }, email: null } } },
  },
  unusable: withoutData,
}
const company = { input: { domain: 'example.com' }, success: fixture('hunter/company'), unusable: withoutData }
const domain = {
  input: { domain: 'example.com' },
  success: fixture('hunter/domain'),
  misses: { 'an empty list': fixture('hunter/domain-miss') },
  unusable: withoutData,
}

adapterContract({
  ...common,
  capability: 'contact.find_by_profile',
  input: { linkedin_url: 'https://www.linkedin.com/in/robin-sample-invented' },
  success: fixture('hunter/found'),
  misses: { 'an answer without an email': fixture('hunter/miss') },
  unusable: withoutData,
})
adapterContract({ ...common, ...person, capability: 'person.enrich', input: email })
adapterContract({ ...common, ...person, capability: 'contact.reverse_email', input: email })
adapterContract({
  ...common,
  ...person,
  capability: 'person.resolve_profile',
  input: email,
  misses: { ...person.misses, 'a person without a profile': { json: { data: { email: 'r@example.com' } } } },
})
adapterContract({
  ...common,
  ...company,
  capability: 'company.enrich',
  misses: { ...notKnown, 'a company without name and domain': { json: { data: { id: '1' } } } },
})
adapterContract({
  ...common,
  ...company,
  capability: 'company.funding',
  misses: {
    ...notKnown,
    'neither sum nor round': { json: { data: { name: 'Example', metrics: {}, fundingRounds: [] } } },
  },
})
adapterContract({
  ...common,
  ...company,
  capability: 'company.technologies',
  misses: { ...notKnown, 'no technology': { json: { data: { name: 'Example', tech: [] } } } },
})
adapterContract({ ...common, ...domain, capability: 'contact.domain_emails', units: 2 })
adapterContract({ ...common, ...domain, capability: 'company.email_pattern' })

describe('hunter over HTTP', () => {
  const http = createProviderHttp()
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator()
  })
  afterAll(async () => {
    await http.close()
    await simulator.close()
  })

  const find = (input: Record<string, string>) =>
    createHunterAdapter({ apiKey: API_KEY, baseUrl: simulator.url, http }).attempt({
      capability: 'contact.find',
      input,
      idempotencyKey: 'k',
      deadlineMs: 10_000,
      signal: new AbortController().signal,
    })

  it('sends its key in a header and never in the address', async () => {
    simulator.script(fixture('hunter/found'))
    await find({ full_name: 'Robin Sample', domain: 'example.com' })
    expect(simulator.calls.at(-1)).toMatchObject({
      method: 'GET',
      path: '/email-finder',
      query: { full_name: 'Robin Sample', domain: 'example.com', max_duration: '9' },
      headers: { 'x-api-key': API_KEY },
    })
    expect(Object.values(simulator.calls.at(-1)?.query ?? {})).not.toContain(API_KEY)
  })

  it('names the provider code of a refusal', async () => {
    simulator.script(fixture('hunter/rate-limited'))
    expect(await find({ full_name: 'A B', domain: 'example.com' })).toMatchObject({
      outcome: 'rate_limited',
      detail: 'HTTP 403 (too_many_requests)',
    })
    simulator.script(fixture('hunter/quota-used-up'))
    expect(await find({ full_name: 'A B', domain: 'example.com' })).toMatchObject({
      outcome: 'provider_error',
      accountExhausted: true,
      detail: 'HTTP 429 (usage_exceeded)',
    })
  })
})

describe('the map of hunter', () => {
  it('reads a person and a company', () => {
    expect(readPerson(dataOf('hunter/person'))).toMatchObject({
      full_name: 'Robin Sample',
      title: 'Head of Examples',
      company: { name: 'Example Works', domain: 'example.com' },
      location: { city: 'Sampleton', region: 'Examplia', country: 'Germany' },
      linkedin_url: 'https://www.linkedin.com/in/robin-sample-invented',
      phones: ['+15550100123'],
    })
    expect(readCompany(dataOf('hunter/company'))).toMatchObject({
      domain: 'example.com',
      industry: 'Machinery',
      employees: 42,
      employee_range: '11-50',
      founded_year: 2012,
      revenue_range: '2000000',
      linkedin_url: 'https://www.linkedin.com/company/example-works',
      tags: ['B2B', 'Manufacturing'],
    })
  })

  it.each([
    [
      { full_name: 'Robin Sample', domain: 'example.com' },
      { full_name: 'Robin Sample', domain: 'example.com' },
    ],
    [
      { first_name: 'Robin', last_name: 'Sample', company: 'Example' },
      { first_name: 'Robin', last_name: 'Sample', company: 'Example' },
    ],
    [
      { full_name: 'Robin Sample', domain: 'example.com', company: 'Example' },
      { full_name: 'Robin Sample', domain: 'example.com' },
    ],
    [{ linkedin_url: 'https://www.linkedin.com/in/ren%C3%A9-sample?x=1' }, { linkedin_handle: 'rené-sample' }],
  ])('sends %j', (input, expected) => {
    const query = Object.fromEntries(
      Object.entries(finderQuery(input, 10_000)).filter(([, value]) => value !== undefined),
    )
    expect(query).toEqual({ ...expected, max_duration: 9 })
  })

  it('reads the rounds of a company, the latest first, and no sums of other currencies', () => {
    const rounds = [
      { amount: 1, currency: 'USD', series: 'seed', announcedDate: '2019-01-01' },
      { amount: 2, currency: 'eur', series: 'a', announcedDate: '2021-01-01' },
    ]
    expect(readFunding({ metrics: { raised: 3 }, fundingRounds: rounds })).toEqual({
      total_raised_usd: 3,
      last_round: { type: 'a', amount_usd: null, date: '2021-01-01', investors: null },
      rounds: [
        { type: 'a', amount_usd: null, date: '2021-01-01', investors: null },
        { type: 'seed', amount_usd: 1, date: '2019-01-01', investors: null },
      ],
    })
  })

  it('searches a domain page by page, and only by filters of hunter', () => {
    expect(
      domainQuery({
        domain: 'example.com',
        type: 'personal',
        department: 'hr',
        seniority: 'c_suite',
        limit: 20,
        page: 3,
      }),
    ).toEqual({
      domain: 'example.com',
      type: 'personal',
      department: 'hr',
      seniority: 'executive',
      limit: 20,
      offset: 40,
    })
    expect(domainQuery({ company: 'Example' })).toMatchObject({ company: 'Example', limit: 10, offset: 0 })
    expect(domainQuery({ domain: 'example.com', department: 'product' })).toBeNull()
    expect(domainQuery({ domain: 'example.com', seniority: 'vp' })).toBeNull()
  })

  it('lists addresses with their people, no more than requested', () => {
    const { output, items } = readDomain(dataOf('hunter/domain'), 10)
    expect(output).toMatchObject({ domain: 'example.com', company: 'Example Works', pattern: '{first}.{last}' })
    expect(items).toMatchObject([
      {
        email: 'robin.sample@example.com',
        email_status: 'valid',
        confidence: 0.97,
        type: 'personal',
        full_name: 'Robin Sample',
        department: 'operations',
        phone: '+15550100123',
      },
      { email: 'info@example.com', email_status: 'accept_all', type: 'generic', full_name: null },
    ])
    expect(readDomain(dataOf('hunter/domain'), 1).items).toHaveLength(1)
  })

  it('is never paid less for a domain than the credits that it takes', () => {
    const { pricing } = hunterManifest.offers.find(({ capability }) => capability === 'contact.domain_emails') ?? {}
    if (pricing?.model !== 'metered') throw new Error('not metered')
    const CREDIT_MICRODOLLARS = 24_500
    for (let found = 1; found <= 100; found++) {
      const paid = Number(pricing.base + pricing.perResult * BigInt(found))
      expect(paid).toBeGreaterThanOrEqual(Math.ceil(found / 10) * CREDIT_MICRODOLLARS * 1.43 - 1e-6)
    }
  })

  it('searches no one without a handle, or a name and an employer', () => {
    const profile = (end: string) => ({ linkedin_url: `https://www.linkedin.com/${end}` })
    expect([
      canFind(profile('in/robin-sample')),
      canFind({ full_name: 'A B', company: 'C' }),
      canFind(profile('company/x')),
      canFind({ full_name: 'A B' }),
    ]).toEqual([true, true, false, false])
    expect([personQuery({ email: 'r@example.com' }), personQuery(profile('company/x'))]).toEqual([
      { email: 'r@example.com' },
      null,
    ])
  })

  it("keeps max_duration within hunter's range", () => {
    expect(finderQuery({}, 1_000).max_duration).toBe(3)
    expect(finderQuery({}, 600_000).max_duration).toBe(20)
  })

  it('treats an address that hunter calls invalid as a miss', () => {
    expect(readFound({ email: 'robin@example.com', verification: { status: 'invalid' } })).toBeNull()
  })

  it.each([
    ['valid', 'valid'],
    ['webmail', 'unknown'],
    ['something new', 'unknown'],
  ])('translates the status %s', (status, expected) => {
    expect(readVerified({ status })).toMatchObject({ status: expected })
  })
})
