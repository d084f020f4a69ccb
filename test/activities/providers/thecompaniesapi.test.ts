import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { createThecompaniesapiAdapter } from '../../../activities/providers/thecompaniesapi/adapter.ts'
import { thecompaniesapiManifest } from '../../../activities/providers/thecompaniesapi/manifest.ts'
import { siteOf } from '../../../activities/providers/thecompaniesapi/map-lists.ts'
import {
  readBrand,
  readCompany,
  readLinkedin,
  readPatterns,
  readTechnologies,
} from '../../../activities/providers/thecompaniesapi/map.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture, jsonOf } from '../../fixtures/load.ts'
import { startSimulator, type Simulator } from '../../support/http-simulator.ts'
import { API_KEY, adapterContract } from './contract-kit.ts'

const common = {
  manifest: thecompaniesapiManifest,
  create: createThecompaniesapiAdapter,
  input: { domain: 'example.com' },
  rateLimit: fixture('thecompaniesapi/rate-limited'),
  exhausted: fixture('thecompaniesapi/credits-used-up'),
}
const notFound = { 'a documented 404': fixture('thecompaniesapi/not-found') }
const company = {
  success: fixture('thecompaniesapi/company'),
  unusable: { 'an error inside a 200': { json: { messages: 'somethingBroke', status: 500 } }, 'a list': { json: [] } },
}

adapterContract({
  ...common,
  ...company,
  capability: 'company.enrich',
  misses: { ...notFound, 'neither name nor domain': { json: { id: '1' } } },
})
adapterContract({
  ...common,
  ...company,
  capability: 'company.technologies',
  misses: { ...notFound, 'no technologies': { json: { about: { name: 'Example' } } } },
})
adapterContract({
  ...common,
  capability: 'company.email_pattern',
  success: fixture('thecompaniesapi/patterns'),
  misses: { ...notFound, 'an empty list': { json: [] } },
  unusable: { 'an object': { json: {} } },
})
const full = { ...company, success: fixture('thecompaniesapi/company-brand') }
const bare = { 'a company of which nothing else is known': { json: { about: { name: 'Example' } } } }
adapterContract({ ...common, ...full, capability: 'company.headcount', misses: { ...notFound, ...bare } })
adapterContract({ ...common, ...full, capability: 'company.brand', misses: { ...notFound, ...bare } })
adapterContract({ ...common, ...full, capability: 'linkedin.company', misses: { ...notFound, ...bare } })
const companies = {
  success: fixture('thecompaniesapi/companies'),
  units: 2,
  misses: { 'an empty list': { json: { companies: [], meta: {} } } },
  unusable: { 'no list': { json: { meta: {} } }, 'a bare list': { json: [] } },
}
adapterContract({ ...common, ...companies, capability: 'company.similar' })
adapterContract({
  ...common,
  ...companies,
  capability: 'company.search',
  input: { query: 'makers of examples' },
})

describe('thecompaniesapi over HTTP', () => {
  const http = createProviderHttp()
  let simulator: Simulator
  beforeAll(async () => {
    simulator = await startSimulator()
  })
  afterAll(async () => {
    await http.close()
    await simulator.close()
  })

  it.each<[JsonObject, string, JsonObject]>([
    [{ linkedin_url: 'https://www.linkedin.com/company/x' }, '/v2/companies/by-social', {}],
    [{ name: 'sample mills' }, '/v2/companies/by-name', { name: 'sample mills', size: '1' }],
  ])('looks up the site of %j for one credit before the similar companies', async (input, path, query) => {
    simulator.scriptPath('/v2/companies/by-social', fixture('thecompaniesapi/company'))
    simulator.scriptPath('/v2/companies/by-name', fixture('thecompaniesapi/companies'))
    simulator.scriptPath('/v2/companies/similar', fixture('thecompaniesapi/companies'))
    const from = simulator.calls.length
    const adapter = createThecompaniesapiAdapter({ apiKey: API_KEY, baseUrl: simulator.url, http })
    const call = { input, idempotencyKey: 'k', deadlineMs: 5_000, signal: new AbortController().signal }
    expect(await adapter.attempt({ capability: 'company.similar', ...call })).toMatchObject({ units: 2 })
    const site = path.endsWith('social') ? 'example.com' : 'mills.example'
    expect(simulator.calls.slice(from)).toMatchObject([
      { path, query },
      { path: '/v2/companies/similar', query: { domains: encodeURIComponent(`["${site}"]`), size: '10' } },
    ])
    simulator.reset()
  })

  it.each([
    [{ domain: 'www.Example.com' }, '/v2/companies/example.com', {}],
    [
      { linkedin_url: 'https://www.linkedin.com/company/x' },
      '/v2/companies/by-social',
      { linkedin: 'https://www.linkedin.com/company/x' },
    ],
  ] as readonly (readonly [JsonObject, string, JsonObject])[])(
    'sends %j with its raw token',
    async (input, path, query) => {
      simulator.script(fixture('thecompaniesapi/company'))
      const adapter = createThecompaniesapiAdapter({ apiKey: API_KEY, baseUrl: simulator.url, http })
      await adapter.attempt({
        capability: 'company.enrich',
        input,
        idempotencyKey: 'k',
        deadlineMs: 2_000,
        signal: new AbortController().signal,
      })
      expect(simulator.calls.at(-1)).toMatchObject({
        method: 'GET',
        path,
        query,
        headers: { authorization: `Basic ${API_KEY}` },
      })
    },
  )
})

describe('the map of thecompaniesapi', () => {
  it('reads a company and its technologies', () => {
    expect(readCompany(jsonOf('thecompaniesapi/company'))).toMatchObject({
      name: 'Example Works',
      domain: 'example.com',
      description: 'Makes examples.',
      employees: 42,
      employee_range: '10-50',
      founded_year: 2012,
      revenue_range: '1m-10m',
      headquarters: { city: 'Sampleton', region: 'Examplia', country: 'Germany' },
      linkedin_url: 'https://linkedin.com/company/example-works-invented',
      tags: ['machinery', 'manufacturing'],
    })
    expect(readTechnologies(jsonOf('thecompaniesapi/company'))).toMatchObject({
      technologies: [
        { name: 'nginx', category: 'web-servers' },
        { name: 'example-analytics', category: null },
      ],
    })
  })

  it('reads the brand and the LinkedIn page', () => {
    expect(readBrand(jsonOf('thecompaniesapi/company-brand'))).toMatchObject({
      slogan: 'Examples for all.',
      logos: [{ url: 'https://logos.example/example.png', type: 'icon' }],
      colors: [{ hex: '#123456', type: 'primary' }],
      social_links: [{ platform: 'linkedin' }, { platform: 'x', url: 'https://twitter.com/exampleworks' }],
    })
    expect(readLinkedin(jsonOf('thecompaniesapi/company-brand'))).toMatchObject({
      followers: 310,
      description: 'Examples, at length.',
      tagline: 'Examples for all.',
      website: 'https://example.com',
    })
  })

  it('has no site of a company of another name', () => {
    expect(siteOf(jsonOf('thecompaniesapi/companies'), { name: 'Another' })).toBeNull()
  })

  it('names the most common pattern first, with its share', () => {
    const body = fixture('thecompaniesapi/patterns').json as JsonObject[]
    expect(readPatterns(body, { domain: 'example.com' })).toEqual({
      domain: 'example.com',
      pattern: '[first].[last]',
      example: null,
      accept_all: null,
      sample_size: 40,
      patterns: [
        { pattern: '[first].[last]', share: 0.875 },
        { pattern: '[f][last]', share: 0.125 },
      ],
    })
  })
})
