import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { EndpointInspection } from '../../../../api/schemas/catalog.ts'
import { httpClient } from '../../../support/http.ts'
import { startTestService, type TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'

const INPUT = {
  type: 'object',
  required: ['usernames'],
  properties: {
    usernames: { type: 'array', items: { type: 'string' }, description: 'Prose.' },
    includeAboutSection: { type: 'boolean', default: false },
  },
}
const BODY = {
  properties: {
    usernames: { type: 'array', items: 'string' },
    includeAboutSection: { type: 'boolean', default: false },
  },
  required: ['usernames'],
  type: 'object',
  encoding: 'json',
}
const KNOWN = 'apify~instagram-profile-scraper'
const ENDPOINT = `/v2/actors/${KNOWN}/runs`

let stage: Stage
let service: TestService
let pending: TestService
beforeAll(async () => {
  stage = await startStage({ providers: ['apify'], askMsMax: 6_000 })
  service = stage.service
  pending = await startTestService()
})
afterAll(async () => {
  await stage.stop()
  await pending.stop()
})
beforeEach(() => publish(KNOWN, { build: { actorDefinition: { input: INPUT } } }))
afterEach(async () => {
  await stage.reset()
  await service.db.pool.query('truncate actor_schema, reported_health')
})

const publish = (actor: string, page: object) => stage.happen('apify', 'published', { actor, ...page })
const buildReads = () => stage.calls('apify', 'GET /v2/actors/{actorId}/builds/default').length

async function inspect(
  endpoint: string,
  { of = service, environment = 'live' }: { of?: TestService; environment?: 'test' | 'live' } = {},
): Promise<EndpointInspection> {
  const answer = await httpClient(of.url, of.workspace.keys[environment]).post('/v1/inspect', {
    provider: 'apify',
    endpoint,
  })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return JSON.parse(answer.text)
}
const age = (hours: number) =>
  service.db.pool.query('update actor_schema set fetched_at = fetched_at - make_interval(hours => $1)', [hours])

describe('inspecting an actor', () => {
  it('shows its input, read once from its default build, with an example that fits', async () => {
    const first = await inspect(ENDPOINT)
    expect(first).toMatchObject({
      endpoint: ENDPOINT,
      method: 'POST',
      wrapped_by: ['social.profile'],
      cost: { estimate: '0.3718', note: expect.stringContaining('100 items') },
      input: { bodyType: 'actor_input', body: BODY },
      example: { input: { usernames: [expect.any(String)] } },
    })
    expect((await inspect(ENDPOINT)).input).toEqual(first.input)
    expect((await inspect(`/v2/acts/${KNOWN}/runs`, { environment: 'test' })).input).toEqual(first.input)
    expect(buildReads()).toBe(1)
  })

  it('works with a test key as well, because it is public and free', async () => {
    expect((await inspect(ENDPOINT, { environment: 'test' })).input.body).toEqual(BODY)
  })

  it('reads once for all who inspect it at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => inspect(ENDPOINT)))
    expect(all.map(({ input }) => input.body)).toEqual(Array.from({ length: 5 }, () => BODY))
    expect(buildReads()).toBe(1)
  })

  it('reads any public actor by a concrete path, and fills the path of its example', async () => {
    await publish('somebody~something', {
      build: { inputSchema: JSON.stringify({ type: 'object', properties: { query: { type: 'string' } } }) },
    })
    expect(await inspect('/v2/actors/somebody~something/runs')).toMatchObject({
      endpoint: '/v2/actors/{actorId}/runs',
      input: { body: { properties: { query: { type: 'string' } }, required: [] } },
      example: { path: { actorId: 'somebody~something' }, input: { query: 'example' } },
    })
  })

  it('is read again after a day, and the last schema is served while the provider is away', async () => {
    await inspect(ENDPOINT)
    await age(23)
    await inspect(ENDPOINT)
    expect(buildReads()).toBe(1)
    await age(2)
    await publish(KNOWN, {
      build: { actorDefinition: { input: { type: 'object', properties: { names: { type: 'string' } } } } },
    })
    expect((await inspect(ENDPOINT)).input.body?.properties).toEqual({ names: { type: 'string' } })
    await age(25)
    stage.set('apify', 'wrong')
    const stale = await inspect(ENDPOINT)
    expect([stale.input.body?.properties, stale.hints[0]]).toEqual([
      { names: { type: 'string' } },
      expect.stringMatching(/did not return it\. The schema shown was read on \d{4}-/),
    ])
  })
})

describe('the stored schema of an actor', () => {
  it('is deleted after a month without a request', async () => {
    const stored = async () =>
      (await service.db.pool.query('select actor_id from actor_schema order by actor_id')).rows.map(
        ({ actor_id }) => actor_id,
      )
    for (const actor of ['somebody~old', 'somebody~something'])
      await publish(actor, { build: { actorDefinition: { input: INPUT } } })
    await inspect('/v2/actors/somebody~old/runs')
    expect(await stored()).toEqual(['somebody~old'])
    await age(31 * 24)
    await inspect('/v2/actors/somebody~something/runs')
    expect(await stored()).toEqual(['somebody~something'])
  })
})

describe('an actor whose input is unknown', () => {
  const NOTHING = { properties: {}, required: [] }

  it('reports that the service has no account, without a call', async () => {
    const { input, hints } = await inspect(ENDPOINT, { of: pending })
    expect([input.body, hints[0]]).toEqual([
      expect.objectContaining(NOTHING),
      expect.stringContaining('this service has no account at the provider'),
    ])
    expect(buildReads()).toBe(0)
  })

  it.each<[string, string, (actor: string) => unknown, string]>([
    ['there is none of this name', 'nobody~no-match', () => undefined, 'knows no such public actor'],
    ['it states none', 'nobody~nothing2', (actor) => publish(actor, { build: {} }), 'does not describe its input'],
    ['the provider fails', 'nobody~nothing3', () => stage.set('apify', 'wrong'), 'did not return it'],
    ['the provider answers in part', 'nobody~nothing7', () => stage.set('apify', 'malformed'), 'did not return it'],
    [
      'the provider wants to be left alone',
      'nobody~nothing4',
      () => stage.set('apify', 'rate_limited'),
      'did not return it',
    ],
    [
      'the provider refuses the account',
      'nobody~nothing6',
      () => stage.revoke('apify', 'twin_apify_platform'),
      'did not return it',
    ],
  ])('%s: answers without it, with the reason, and is not read again for a while', async (_, actor, before, why) => {
    await before(actor)
    const endpoint = `/v2/actors/${actor}/runs`
    const { input, hints } = await inspect(endpoint)
    expect([input.body, hints[0]]).toEqual([expect.objectContaining(NOTHING), expect.stringContaining(why)])
    await inspect(endpoint)
    expect(buildReads()).toBe(1)
  })

  it.each([
    ['/v2/actors/{actorId}/runs', 'Put an actor into the path'],
    ['/v2/actors/robin%20sample/runs', 'This is not the name of an actor'],
  ])('%s names no actor', async (endpoint, why) => {
    const { input, hints } = await inspect(endpoint)
    expect([input.body, hints[0]]).toEqual([expect.objectContaining(NOTHING), expect.stringContaining(why)])
    expect(buildReads()).toBe(0)
  })

  it('answers while every worker is away', async () => {
    await service.stopWorker()
    try {
      const { input, hints } = await inspect('/v2/actors/nobody~nothing5/runs')
      expect([input.body, hints[0]]).toEqual([
        expect.objectContaining(NOTHING),
        expect.stringContaining('cannot be read now'),
      ])
      expect(service.logLines.some((line) => line.includes('actor_schema_request_failed'))).toBe(true)
    } finally {
      await service.startWorker()
    }
  })
})

describe("the platform's statistics of an actor", () => {
  it('are the health of every actor, known or not, and not that of the general endpoint', async () => {
    // An actor that no earlier test has found missing.
    const known = 'apify~instagram-scraper'
    await publish(known, {
      build: { actorDefinition: { input: INPUT } },
      stats: { publicActorRunStats30Days: { SUCCEEDED: 970, FAILED: 30, ABORTED: 70, TOTAL: 1_070 } },
    })
    await inspect(`/v2/actors/${known}/runs`)
    expect((await inspect(`/v2/actors/${known}/runs`)).health).toEqual({
      status: 'stable',
      success_rate: 0.97,
      sample_size: 1_000,
      latency_ms_p50: null,
      latency_ms_p95: null,
      window_days: 30,
      source: 'provider_reported',
    })
    await publish('sam~scraper', {
      build: { actorDefinition: { input: INPUT } },
      stats: { publicActorRunStats30Days: { SUCCEEDED: 1, FAILED: 999 } },
    })
    await inspect('/v2/actors/sam~scraper/runs')
    for (const start of ['runs', 'run-sync'])
      expect((await inspect(`POST /v2/actors/sam~scraper/${start}`)).health).toMatchObject({
        success_rate: 0.001,
        sample_size: 1_000,
        source: 'provider_reported',
      })
    expect((await inspect('/v2/actors/{actorId}/runs')).health).toMatchObject({ status: 'unknown', sample_size: 0 })
  })

  it('are used where the actor describes no input', async () => {
    await publish('sam~silent', {
      build: {},
      stats: { publicActorRunStats30Days: { SUCCEEDED: 990, FAILED: 10 } },
    })
    await inspect('/v2/actors/sam~silent/runs')
    expect((await inspect('/v2/actors/sam~silent/runs')).health).toMatchObject({
      success_rate: 0.99,
      source: 'provider_reported',
    })
  })
})
