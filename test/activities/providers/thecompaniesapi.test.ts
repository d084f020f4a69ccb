import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import { createThecompaniesapiAdapter } from '../../../activities/providers/thecompaniesapi/adapter.ts'
import { thecompaniesapiManifest } from '../../../activities/providers/thecompaniesapi/manifest.ts'
import { readCompany, readPatterns, readTechnologies } from '../../../activities/providers/thecompaniesapi/map.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture, jsonOf } from '../../fixtures/load.ts'
import { startSimulator } from '../../support/http-simulator.ts'
import type { Simulator } from '../../support/http-simulator.ts'
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
