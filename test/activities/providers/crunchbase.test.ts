import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createCrunchbaseAdapter } from '../../../activities/providers/crunchbase/adapter.ts'
import { crunchbaseManifest } from '../../../activities/providers/crunchbase/manifest.ts'
import { readEntityId, readFunding, searchBody } from '../../../activities/providers/crunchbase/map.ts'
import { createProviderHttp } from '../../../activities/providers/http.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture, jsonOf } from '../../fixtures/load.ts'
import { startSimulator, type Simulator } from '../../support/http-simulator.ts'
import { API_KEY, adapterContract } from './contract-kit.ts'

adapterContract({
  manifest: crunchbaseManifest,
  capability: 'company.funding',
  input: { domain: 'example.com' },
  create: createCrunchbaseAdapter,
  earlierAnswers: { '/searches/organizations': fixture('crunchbase/search') },
  success: fixture('crunchbase/organization'),
  // Its records are not passed on, whatever the caller requests.
  raw: null,
  misses: {
    'neither sum nor round': fixture('crunchbase/without-funding'),
    'a documented 404': fixture('crunchbase/not-found'),
  },
  unusable: { 'an answer without an organization': { json: { cards: {} } }, 'a list': { json: [] } },
  rateLimit: fixture('crunchbase/rate-limited'),
  exhausted: fixture('crunchbase/unauthorized'),
})

describe('crunchbase over HTTP', () => {
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

  const attempt = (input: JsonObject) =>
    createCrunchbaseAdapter({ apiKey: API_KEY, baseUrl: simulator.url, http }).attempt({
      capability: 'company.funding',
      input,
      idempotencyKey: 'k',
      deadlineMs: 2_000,
      signal: new AbortController().signal,
    })

  it('searches the organization first, then its rounds', async () => {
    simulator.scriptPath('/searches/organizations', fixture('crunchbase/search'))
    simulator.script(fixture('crunchbase/organization'))
    expect(await attempt({ domain: 'example.com' })).toMatchObject({
      kind: 'delivered',
      raw: null,
      output: { total_raised_usd: 1_500_000 },
    })
    expect(simulator.calls).toMatchObject([
      {
        method: 'POST',
        path: '/searches/organizations',
        headers: { 'x-cb-user-key': API_KEY },
        body: { query: [{ field_id: 'website_url', operator_id: 'domain_eq', values: ['example.com'] }] },
      },
      {
        method: 'GET',
        path: '/entities/organizations/11111111-1111-4111-8111-111111111111',
        query: { card_ids: 'raised_funding_rounds' },
      },
    ])
  })

  it.each([
    ['a company that is not listed', { json: { count: 0, entities: [] } }, { kind: 'noMatch' }],
    ['an answer without a list', { json: {} }, { kind: 'failed', outcome: 'provider_error' }],
    ['a key without a licence', fixture('crunchbase/unauthorized'), { kind: 'failed', accountExhausted: true }],
  ])('ends at %s', async (_name, reply, expected) => {
    simulator.scriptPath('/searches/organizations', reply)
    expect(await attempt({ domain: 'example.com' })).toMatchObject(expected)
    expect(simulator.calls).toHaveLength(1)
  })
})

describe('the map of crunchbase', () => {
  const named = (...values: string[]): JsonObject => ({
    entities: values.map((value, index) => ({ uuid: `id-${index}`, properties: { identifier: { value } } })),
  })

  it('searches by domain, else by name', () => {
    expect(searchBody({ domain: 'https://www.example.com', name: 'X' })).toMatchObject({
      query: [{ operator_id: 'domain_eq', values: ['example.com'] }],
    })
    expect(searchBody({ name: 'Example Works' })).toMatchObject({
      query: [{ field_id: 'identifier', operator_id: 'contains', values: ['Example Works'] }],
    })
    expect(searchBody({})).toBeNull()
  })

  it('takes the first organization of a domain, and of a name only the one with exactly that name', () => {
    expect(readEntityId(named('Example Holding', 'Example Works'), { domain: 'example.com' })).toBe('id-0')
    expect(readEntityId(named('Example Works East', 'example works'), { name: 'Example Works' })).toBe('id-1')
    expect(readEntityId(named('Example Works East'), { name: 'Example Works' })).toBeNull()
    expect(readEntityId(jsonOf('crunchbase/search'), { domain: 'example.com' })).toBe(
      '11111111-1111-4111-8111-111111111111',
    )
  })

  it('reads the rounds, the latest first', () => {
    expect(readFunding(jsonOf('crunchbase/organization'))).toEqual({
      total_raised_usd: 1_500_000,
      last_round: {
        type: 'series_a',
        amount_usd: 1_000_000,
        date: '2020-03-01',
        investors: ['Sample Ventures', 'Example Capital'],
      },
      rounds: [
        {
          type: 'series_a',
          amount_usd: 1_000_000,
          date: '2020-03-01',
          investors: ['Sample Ventures', 'Example Capital'],
        },
        { type: 'seed', amount_usd: 500_000, date: '2018-01-01', investors: ['Sample Ventures'] },
      ],
    })
  })
})
