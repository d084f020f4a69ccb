import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CLI } from '../../../../domain/cli/commands.ts'
import { CAPABILITIES, findCapability } from '../../../../domain/capabilities/catalog.ts'
import type { CapabilityItem, Discovered, EndpointItem } from '../../../../api/schemas/catalog.ts'
import { httpClient } from '../../../support/http.ts'
import { callTool, connectMcp } from '../../../support/mcp.ts'
import { startTestService, type TestService } from '../../../support/service.ts'

type Item = (CapabilityItem | EndpointItem) & { readonly score: number; readonly relevance: number }

let service: TestService
beforeAll(async () => {
  service = await startTestService({ worker: false })
})
afterAll(() => service.stop())

interface Answer {
  readonly items: readonly Item[]
  readonly did_you_mean: Discovered['did_you_mean']
  readonly hints: readonly string[]
}

async function discover(body: unknown): Promise<Answer> {
  const answer = await httpClient(service.url).post('/v1/discover', body)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return JSON.parse(answer.text)
}
const idsOf = (items: readonly Item[]) =>
  items.map((item) =>
    item.kind === 'capability' ? item.capability : `${item.provider} ${item.method} ${item.endpoint}`,
  )

describe('POST /v1/discover', () => {
  it('finds the capability for a job in plain words, without a key, with every member of the specification', async () => {
    const { items, hints } = await discover({ query: "find someone's work email" })
    expect(items[0]).toEqual({
      kind: 'capability',
      capability: 'contact.find',
      title: 'Find a work email',
      description: expect.any(String),
      status: 'live',
      providers: expect.arrayContaining(['hunter', 'findymail', 'leadmagic']),
      live_providers: [],
      platforms: [],
      starting_price: null,
      health: {
        status: 'unknown',
        latency_ms_p50: null,
        latency_ms_p95: null,
        success_rate: null,
        sample_size: 0,
        window_days: expect.any(Number),
        source: 'measured',
      },
      score: 1,
      relevance: expect.any(Number),
      hint: `${CLI} inspect contact.find`,
    })
    expect(hints[0]).toContain('POST /v1/inspect {"capability":"contact.find"}')
  })

  it('the first has score 1; relevances are less for words that a match explains less', async () => {
    const [clear, vague] = await Promise.all([
      discover({ query: 'company filings' }),
      discover({ query: 'filings about unicorns and zeppelins' }),
    ])
    expect([clear, vague].map(({ items }) => items[0]?.score ?? 1)).toEqual([1, 1])
    expect(clear.items[0]?.relevance).toBeGreaterThan(0.5)
    expect(clear.items[0]?.relevance).toBeLessThanOrEqual(1)
    expect(vague.items[0]?.relevance ?? 0).toBeLessThan((clear.items[0]?.relevance ?? 0) / 2)
  })

  it('lists a free source without an account as live, with its price', async () => {
    const { items } = await discover({ query: 'company filings' })
    expect(items[0]).toMatchObject({ capability: 'company.filings', status: 'live' })
  })

  it('describes a raw endpoint with its cost, what wraps it and a command', async () => {
    const { items } = await discover({ query: 'hunter email count', kind: 'endpoint' })
    expect(items[0]).toEqual({
      kind: 'endpoint',
      provider: 'hunter',
      endpoint: '/email-count',
      method: 'GET',
      title: 'Email count',
      status: 'ready',
      cost: { model: 'free', basis: 'free', estimate: '0.00', currency: 'USD', note: expect.any(String) },
      health: expect.objectContaining({ status: 'unknown' }),
      wrapped_by: [],
      requires_byok: false,
      reason: null,
      score: 1,
      relevance: expect.any(Number),
      hint: `${CLI} inspect hunter /email-count`,
    })
  })

  it('ranks a capability before the endpoint that its live adapter calls, under any limit', async () => {
    const all = idsOf((await discover({ query: 'email finder hunter', limit: 50 })).items)
    expect(all.indexOf('contact.find')).toBeGreaterThanOrEqual(0)
    expect(all.indexOf('contact.find')).toBeLessThan(all.indexOf('hunter GET /email-finder'))
    expect(idsOf((await discover({ query: 'email finder hunter', limit: 1 })).items)).toEqual(['contact.find'])
    const raw = (await discover({ query: 'email finder hunter', kind: 'endpoint' })).items
    expect(raw.find((item) => item.kind === 'endpoint' && item.endpoint === '/email-finder')).toMatchObject({
      wrapped_by: expect.arrayContaining(['contact.find']),
    })
  })

  it.each([
    [{ kind: 'capability' }, (item: Item) => item.kind === 'capability'],
    [{ kind: 'endpoint' }, (item: Item) => item.kind === 'endpoint'],
    [
      { provider: 'hunter' },
      (item: Item) => (item.kind === 'endpoint' ? item.provider === 'hunter' : item.providers.includes('hunter')),
    ],
  ])(
    'filters by %j: the score is that of the first item, and relevances are those without a filter',
    async (filter, holds) => {
      const { items } = await discover({ query: 'email search', limit: 50, ...filter })
      expect(items.length).toBeGreaterThan(1)
      expect(items.every(holds)).toBe(true)
      const unfiltered = await discover({ query: 'email search', limit: 50 })
      const withoutScore = (some: readonly Item[]) => some.slice(0, 3).map((item) => ({ ...item, score: null }))
      expect(withoutScore(unfiltered.items.filter(holds))).toEqual(withoutScore(items))
      expect(items[0]?.score).toBe(1)
      expect(items.map(({ score }) => score)).toEqual(items.map(({ score }) => score).toSorted((a, b) => b - a))
    },
  )

  it('answers at most ten by default, and the first ones are the same', async () => {
    const ten = await discover({ query: 'search' })
    const many = await discover({ query: 'search', limit: 50 })
    expect(ten.items).toHaveLength(10)
    expect(many.items.length).toBeGreaterThan(10)
    expect(idsOf(many.items).slice(0, 10)).toEqual(idsOf(ten.items))
  })

  it('answers with a hint and the way to report it where nothing matches', async () => {
    const { items, hints, did_you_mean: unmatched } = await discover({ query: 'zqxwv jjkqz' })
    expect(items).toEqual([])
    expect(hints[0]).toContain('Nothing matches')
    expect(unmatched).toEqual({
      matched: [],
      missed: ['zqxwv', 'jjkqz'],
      corrections: [],
      suggestions: [],
      feedback_url: `${service.url}/feedback`,
    })
    const report = { type: 'missing_capability', goal: 'Find a zqxwv', message: 'Nothing matches.' }
    expect(await httpClient('').post(String(unmatched?.feedback_url), report)).toMatchObject({ status: 202 })
  })

  it('names the words that matched, those that did not, corrections and the nearest capabilities', async () => {
    const answer = await discover({ query: 'email of a zqxwv compny', kind: 'capability', provider: 'fred' })
    expect(answer).toMatchObject({ items: [], did_you_mean: { matched: ['email'], missed: ['zqxwv', 'compny'] } })
    expect(answer.did_you_mean?.corrections).toMatchObject([
      { word: 'compny', meant: expect.arrayContaining(['company']) },
    ])
    expect(answer.did_you_mean?.suggestions.length).toBeGreaterThan(0)
    for (const slug of answer.did_you_mean?.suggestions ?? []) expect(findCapability(slug)).toBeDefined()
  })

  it('has the same words over MCP', async () => {
    const query = { query: 'zqxwv compny', kind: 'capability', provider: 'fred' }
    const client = await connectMcp(service.url, service.workspace.keys.live)
    const answer = await callTool(client, 'discover', query)
    await client.close()
    expect(answer.at('did_you_mean')).toEqual((await discover(query)).did_you_mean)
  })

  it('states nothing of the words where something matches', async () => {
    expect(await discover({ query: 'work email zqxwv' })).toMatchObject({ did_you_mean: null })
  })

  it('never offers the raw endpoints of an excluded provider', async () => {
    const { items } = await discover({ query: 'crunchbase funding rounds acquisitions', limit: 50 })
    expect(items.filter((item) => item.kind === 'endpoint' && item.provider === 'crunchbase')).toEqual([])
  })

  it('finds every capability by its own title', async () => {
    for (const { slug, title } of CAPABILITIES)
      expect([title, idsOf((await discover({ query: title })).items)[0]]).toEqual([title, slug])
  })

  it.each<[string, unknown, string]>([
    ['no query', {}, '/query'],
    ['a query of blanks', { query: '  ' }, '/query'],
    ['a limit of 0', { query: 'email', limit: 0 }, '/limit'],
    ['a limit above 50', { query: 'email', limit: 51 }, '/limit'],
    ['an unknown kind', { query: 'email', kind: 'tool' }, '/kind'],
    ['an unknown member', { query: 'email', top: 3 }, '/top'],
  ])('refuses %s', async (_, body, param) => {
    const answer = await httpClient(service.url).post('/v1/discover', body)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      400,
      'invalid_request',
      param,
    ])
  })
})
