import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { CAPABILITIES } from '../../../../domain/capabilities/catalog.ts'
import { formatUsd, parseUsd } from '../../../../domain/money/microdollars.ts'
import type { CapabilityInspection, EndpointInspection } from '../../../../api/schemas/catalog.ts'
import { httpClient } from '../../../support/http.ts'
import { runClient } from '../../../support/run-client.ts'
import type { TestService } from '../../../support/service.ts'
import { SEVERAL } from '../../../support/live-providers.ts'
import { type Stage, startStage } from '../../../support/stage.ts'

let stage: Stage
let service: TestService
beforeAll(async () => {
  stage = await startStage({ providers: SEVERAL })
  service = stage.service
})
afterAll(() => stage.stop())

const post = (body: unknown, environment: 'test' | 'live' = 'test') =>
  httpClient(service.url, service.workspace.keys[environment]).post('/v1/inspect', body)
async function capability(slug: string, environment: 'test' | 'live' = 'test'): Promise<CapabilityInspection> {
  const answer = await post({ capability: slug }, environment)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return JSON.parse(answer.text)
}
async function endpoint(provider: string, name: string): Promise<EndpointInspection> {
  const answer = await post({ provider, endpoint: name }, 'live')
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return JSON.parse(answer.text)
}

describe('inspecting a capability', () => {
  it('needs a key', async () => {
    const answer = await httpClient(service.url).post('/v1/inspect', { capability: 'contact.find' })
    expect([answer.status, answer.at('error', 'code')]).toEqual([401, 'unauthorized'])
  })

  it('has every member of the specification, with the offers of the live providers', async () => {
    const found = await capability('contact.find', 'live')
    expect(found).toMatchObject({
      capability: 'contact.find',
      title: 'Find a work email',
      category: 'contact',
      status: 'live',
      sandbox: true,
      billing: 'on_match',
      live_providers: expect.arrayContaining(['hunter', 'findymail', 'leadmagic']),
      platforms: [],
      input_schema: { type: 'object', additionalProperties: false },
      example: { capability: 'contact.find' },
    })
    expect(found.output_fields).toEqual(expect.arrayContaining(['email', 'email_status', 'confidence']))
    expect(found.offers.map(({ provider }) => provider).toSorted()).toEqual(found.providers.toSorted())
    expect(found.offers.find(({ provider }) => provider === 'hunter')).toEqual({
      provider: 'hunter',
      executable: true,
      reason: null,
      wired: true,
      verified: false,
      platforms: [],
      takes: {
        any_of: expect.arrayContaining([['full_name', 'domain']]),
        never: [],
        only: { linkedin_url: "a person's profile (linkedin.com/in/…) where nothing else names the person" },
      },
      facts: { data_region: null, retention_days: null, source: 'Public web pages, which it crawls.' },
      requires_byok: false,
      connected: false,
      price: { amount: '0.035035', currency: 'USD', note: expect.any(String) },
      health: expect.objectContaining({ status: 'unknown' }),
      hits: { hit_rate: null, sample_size: 0 },
    })
    expect(found.run?.cli).toBe(`svc run contact.find --input '{"full_name":"Robin Sample","domain":"example.com"}'`)
  })

  it('shows metered prices with their parts', async () => {
    const { offers, billing } = await capability('social.search')
    expect(billing).toBe('metered')
    expect(offers[0]?.pricing).toEqual({ base: '0.002', per_result: '0.003', default_limit: 10 })
    expect(offers[0]?.price.amount).toBe('0.032')
  })

  it('shows the rates of every platform where they differ, and the cheapest as the price', async () => {
    const [offer] = (await capability('social.posts')).offers
    const variants = offer?.pricing !== undefined && 'by_platform' in offer.pricing ? offer.pricing.by_platform : {}
    expect(variants).toMatchObject({
      x: { base: '0.001', per_result: '0.0004', default_limit: 10 },
      linkedin: { base: '0.003', per_result: '0.004' },
      tiktok: { base: '0.002', per_result: '0.002' },
    })
    expect(Object.keys(variants).toSorted()).toEqual(offer?.platforms.toSorted())
    expect(offer?.price.amount).toBe('0.005')
  })

  it('shows the starting price of what can run now, and none where nothing can', async () => {
    const { offers, starting_price } = await capability('contact.find', 'live')
    const least = offers
      .filter(({ executable }) => executable)
      .map(({ price }) => parseUsd(price.amount))
      .reduce((a, b) => (b < a ? b : a))
    expect(starting_price).toEqual({ amount: formatUsd(least), currency: 'USD' })
    expect(await capability('linkedin.invite', 'live')).toMatchObject({ starting_price: null })
    expect((await capability('linkedin.invite', 'live')).offers.filter(({ executable }) => executable)).toEqual([])
  })

  it.each(CAPABILITIES.map(({ slug }) => slug))(
    "%s: the price is that of a run's quote and of the check of max_cost, and the example runs",
    async (slug) => {
      const { offers, example } = await capability(slug)
      const client = runClient(service.url, service.workspace.keys.test)
      const { limit: _, ...input } = example['input'] as Record<string, unknown>
      for (const [at, { provider, price, pricing, executable }] of offers.entries()) {
        expect(executable).toBe(true)
        const rates =
          pricing !== undefined && 'by_platform' in pricing ? pricing.by_platform[String(input['platform'])] : pricing
        const amount =
          rates === undefined || 'by_platform' in rates
            ? price.amount
            : formatUsd(parseUsd(rates.base) + parseUsd(rates.per_result) * BigInt(rates.default_limit))
        const { body, status } = await client.run({ ...example, input, routing: { provider, max_cost: amount } })
        expect([provider, status, body.billing.quoted]).toEqual([provider, 200, amount])
        if (parseUsd(amount) === 0n || at > 0) continue
        const less = formatUsd(parseUsd(amount) - 1n)
        const refused = await client.run({ ...example, input, routing: { provider, max_cost: less } })
        expect([provider, refused.status, refused.body.error?.code]).toEqual([provider, 402, 'cost_limit_exceeded'])
      }
    },
  )

  it('shows the same live', async () => {
    const { offers, example } = await capability('contact.find', 'live')
    const { body } = await runClient(service.url, service.workspace.keys.live).run({
      ...example,
      routing: { provider: 'findymail' },
    })
    expect(body.billing.quoted).toBe(offers.find(({ provider }) => provider === 'findymail')?.price.amount)
  })

  it.each([
    ['a misspelt name', 'contact.finder'],
    ['a job in plain words', 'work email of a person'],
  ])('suggests the right name for %s', async (_, name) => {
    const answer = await post({ capability: name })
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      404,
      'capability_not_found',
      '/capability',
    ])
    expect(answer.at('error', 'message')).toContain('"contact.find"')
  })
})

describe('inspecting a raw endpoint', () => {
  it('has every member of the specification', async () => {
    expect(await endpoint('hunter', '/email-finder')).toEqual({
      kind: 'endpoint',
      provider: 'hunter',
      endpoint: '/email-finder',
      method: 'GET',
      title: 'Email finder',
      status: 'live',
      cost: {
        model: 'per_call',
        basis: 'rate_card',
        estimate: '0.035035',
        currency: 'USD',
        note: expect.any(String),
        published: expect.any(String),
      },
      health: expect.objectContaining({ status: 'unknown' }),
      wrapped_by: expect.arrayContaining(['contact.find']),
      requires_byok: false,
      reason: null,
      connected: false,
      input: {
        pathParams: { properties: {}, required: [] },
        queryParams: {
          properties: expect.objectContaining({
            domain: { type: 'string' },
            max_duration: { type: 'integer', default: 10 },
          }),
          required: [],
        },
        body: null,
        bodyType: 'json',
      },
      output_fields: ['data', 'meta'],
      example: {
        provider: 'hunter',
        endpoint: '/email-finder',
        input: { domain: 'example.com', company: 'Example Inc' },
      },
      run: { cli: `svc run hunter /email-finder --input '{"domain":"example.com","company":"Example Inc"}'` },
      hints: expect.arrayContaining([expect.stringContaining('contact.find')]),
    })
  })

  it.each([
    [
      'a task array',
      'dataforseo',
      '/v3/serp/google/organic/live/advanced',
      { bodyType: 'task', body: { type: 'array' } },
    ],
    ["an actor's input", 'apify', '/v2/actors/{actorId}/runs', { bodyType: 'actor_input' }],
    ['placeholders', 'sec', '/submissions/CIK{cik}.json', { pathParams: { required: ['cik'] } }],
  ])('names %s as its input', async (_, provider, name, input) => {
    expect((await endpoint(provider, name)).input).toMatchObject(input)
  })

  it.each([
    ['the path alone', 'apollo', '/contacts/search', 'POST', '/contacts/search'],
    ['method and path', 'hunter', 'DELETE /leads/{id}', 'DELETE', '/leads/{id}'],
    ['another method of a path', 'hunter', 'PUT /leads', 'PUT', '/leads'],
    ['a concrete path', 'clinicaltrials', '/studies/NCT00000102', 'GET', '/studies/{nctId}'],
    ['a concrete path that is also a fixed one', 'clinicaltrials', '/studies/metadata', 'GET', '/studies/metadata'],
    ['method and a concrete path', 'hunter', 'PATCH /leads/42', 'PATCH', '/leads/{id}'],
    ['a placeholder inside a segment', 'sec', '/submissions/CIK0000320193.json', 'GET', '/submissions/CIK{cik}.json'],
  ])('is named by %s', async (_, provider, name, method, path) => {
    expect(await endpoint(provider, name)).toMatchObject({ method, endpoint: path })
  })

  it('names the top level of what the provider answers, the members of a list for a list, and null where it is unknown', async () => {
    expect((await endpoint('dataforseo', '/v3/serp/google/organic/live/advanced')).output_fields).toEqual(
      expect.arrayContaining(['status_code', 'tasks']),
    )
    expect((await endpoint('apollo', '/users/api_profile')).output_fields?.length ?? 0).toBeGreaterThan(0)
    expect(await endpoint('brave', '/res/v1/images/search')).not.toHaveProperty('output_fields')
  })

  it('names the other methods of the path, and the example has this one', async () => {
    const found = await endpoint('hunter', 'PUT /leads')
    expect(found.hints.join(' ')).toContain('"GET /leads"')
    expect(found.example).toMatchObject({ endpoint: 'PUT /leads' })
    expect(found).toMatchObject({ requires_byok: true, status: 'ready', reason: expect.any(String) })
  })

  it.each([
    ['agentmail', 'POST /v0/inboxes/{inbox_id}/drafts/{draft_id}/send'],
    ['agentmail', 'POST /v0/inboxes/{inbox_id}/messages/{message_id}/reply-all'],
    ['resend', 'POST /broadcasts/{id}/send'],
    ['apollo', 'POST /emailer_messages/{id}/send_now'],
    ['apollo', 'POST /emailer_campaigns/{sequence_id}/approve'],
  ])('shows what a call of %s %s needs, which sends to people that only the provider knows', async (provider, name) => {
    const { example, run, hints } = await endpoint(provider, name)
    expect(example).toMatchObject({ routing: { allow_unchecked_recipients: true } })
    expect(run?.cli).toContain(' --allow-unchecked-recipients')
    expect(hints[0]).toContain('you answer for the recipients')
    const client = httpClient(service.url, service.workspace.keys.test)
    expect(await client.post('/v1/run', example)).toMatchObject({ status: 200 })
    const { routing: _, ...unanswered } = Object(example)
    expect(await client.post('/v1/run', unanswered)).toMatchObject({ status: 400 })
  })

  it('adds no routing to an example that names its recipients', async () => {
    expect((await endpoint('resend', 'POST /emails')).example).not.toHaveProperty('routing')
  })

  it('states why an excluded provider is never called raw, and has no command', async () => {
    const found = await endpoint('crunchbase', '/searches/organizations')
    expect(found).toMatchObject({
      status: 'excluded',
      reason: expect.stringContaining('licenses'),
      run: null,
      example: null,
    })
    expect(found.hints[0]).toContain('cannot be called raw')
    const unknown = await post({ provider: 'crunchbase', endpoint: '/nothing' })
    expect([unknown.status, unknown.at('error', 'code')]).toEqual([404, 'endpoint_not_found'])
    expect(unknown.at('error', 'message')).toContain('cannot be called raw')
  })

  it('states why a provider of capabilities alone has no raw endpoints', async () => {
    const answer = await post({ provider: 'unipile', endpoint: '/chats' })
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      404,
      'endpoint_not_found',
      '/provider',
    ])
    expect(answer.at('error', 'message')).toContain('Unipile cannot be called raw: One key of Unipile reaches')
  })

  it.each([
    ['an unknown provider', { provider: 'huntr', endpoint: '/email-finder' }, '/provider', '"hunter"'],
    ['an unknown path', { provider: 'hunter', endpoint: '/email-find' }, '/endpoint', '"/email-finder"'],
    [
      'another method than those of the path',
      { provider: 'hunter', endpoint: 'POST /email-finder' },
      '/endpoint',
      'GET /email-finder',
    ],
  ])('refuses %s with a suggestion', async (_, body, param, expected) => {
    const answer = await post(body)
    expect([answer.status, answer.at('error', 'code'), answer.at('error', 'param')]).toEqual([
      404,
      'endpoint_not_found',
      param,
    ])
    expect(answer.at('error', 'message')).toContain(expected)
  })

  it.each([
    ['neither form', {}],
    ['both forms at once', { capability: 'contact.find', provider: 'hunter', endpoint: '/email-finder' }],
    ['an endpoint without its provider', { endpoint: '/email-finder' }],
  ])('refuses %s', async (_, body) => {
    const answer = await post(body)
    expect([answer.status, answer.at('error', 'code')]).toEqual([400, 'invalid_request'])
  })
})
