import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createApifyAdapter } from '../../../activities/providers/apify/adapter.ts'
import { apifyManifest } from '../../../activities/providers/apify/manifest.ts'
import { createProviderHttp, type ProviderHttp } from '../../../activities/providers/http.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall, AdapterResult } from '../../../domain/providers/manifest.ts'
import { priceTerms } from '../../../domain/routing/price.ts'
import { type ActorPlatform, startActorPlatform } from '../../support/actor-platform.ts'
import { type Row, ROWS } from './apify-social-cases.ts'
import { outputFaults } from './contract-kit.ts'

let platform: ActorPlatform
let http: ProviderHttp
beforeAll(async () => {
  platform = await startActorPlatform()
  http = createProviderHttp()
})
afterAll(async () => {
  await http.close()
  await platform.close()
})
beforeEach(() => platform.reset())

const itemsOf = (fixture: string): readonly JsonObject[] =>
  JSON.parse(readFileSync(new URL(`../../fixtures/apify/${fixture}.json`, import.meta.url), 'utf8')).reply.json

const attempt = (
  capability: string,
  input: JsonObject,
  more: Partial<AttemptCall> & { baseUrl?: string } = {},
): Promise<AdapterResult> =>
  createApifyAdapter({ http, apiKey: 'apify-key', baseUrl: more.baseUrl ?? platform.url }).attempt({
    capability,
    input,
    idempotencyKey: 'run_1:1',
    deadlineMs: 60_000,
    signal: new AbortController().signal,
    onStarted: () => Promise.resolve(),
    ...more,
  })

const named = (row: Row): string => `${row.capability} on ${String(row.input.platform ?? 'linkedin')}`
const IG = ROWS[0] ?? never()
const IG_POSTS = ROWS[3] ?? never()
function never(): never {
  throw new Error('no row')
}

describe('an actor behind a capability', () => {
  it('serves every platform that its offer names, and the table here names each of them', () => {
    const offered = apifyManifest.offers.flatMap(({ capability, platforms = ['linkedin'] }) =>
      platforms.map((one) => `${capability} on ${one}`),
    )
    expect([...new Set(ROWS.map(named))].toSorted()).toEqual(offered.toSorted())
  })

  it.each(ROWS.map((row) => [named(row), row] as const))(
    '%s: is started once, capped at what was agreed, and delivers in the shape of the capability',
    async (_, row) => {
      const items = itemsOf(row.fixture)
      platform.script({ items, cost: 0.002 })
      const result = await attempt(row.capability, row.input)
      expect(result).toMatchObject({
        kind: 'delivered',
        output: row.output,
        units: row.units,
        raw: items,
        cost: { kind: 'amount', amount: 2_000n },
      })
      if (result.kind === 'delivered') expect(outputFaults(row.capability, result.output)).toEqual([])
      expect(platform.started).toEqual([
        expect.objectContaining({
          actorId: row.actor,
          input: expect.objectContaining(row.sent),
          authorization: 'Bearer apify-key',
          query: { maxTotalChargeUsd: row.cap, forcePermissionLevel: 'LIMITED_PERMISSIONS', timeout: '30' },
        }),
      ])
    },
  )

  it.each(ROWS.map((row) => [named(row), row] as const))(
    '%s: undocumented items are neither delivered nor an error',
    async (_, row) => {
      const odd: unknown[] = [
        ...itemsOf(row.fixture).map((item) =>
          Object.fromEntries(Object.keys(item).map((member) => [member, { odd: true }])),
        ),
        null,
        'text',
        7,
        [],
      ]
      platform.script({ items: odd, cost: 0 })
      expect(await attempt(row.capability, row.input)).toMatchObject({ kind: 'noMatch' })
    },
  )

  it.each([
    ['beyond those of the base price, the postings of others that were read for a company', { company: 'B' }, 15, 5],
    ['no more than were delivered of those that the base price pays for', { company: 'B' }, 5, 1],
    ['those delivered where nothing is left out', {}, 15, 11],
  ])('counts %s', async (_, filter, limit, units) => {
    const items = Array.from({ length: limit === 5 ? 10 : limit }, (__, index) => ({
      title: 'Engineer',
      link: index > 10 ? null : `https://www.linkedin.com/jobs/view/${index}`,
      companyName: index === 0 ? 'B' : 'A',
    }))
    platform.script({ items, cost: 0.015 })
    const result = await attempt('linkedin.jobs', { query: 'engineer', limit, ...filter })
    expect(result).toMatchObject({ kind: 'delivered', units })
  })

  it('costs the caller one price for a profile, and else that of its platform: at least the smallest run on X', () => {
    const offer = (capability: string) =>
      apifyManifest.offers.find((one) => one.capability === capability)?.pricing ?? never()
    expect(priceTerms(offer('social.profile'), { platform: 'instagram' })).toEqual({ model: 'flat', amount: '0.00429' })
    expect(priceTerms(offer('social.search'), { platform: 'x' })).toEqual({
      model: 'metered',
      base: '0.00715',
      per_result: '0.000358',
    })
  })
})

describe('an actor that finds nothing', () => {
  it.each([
    ['an empty data set', [], IG],
    ['an item that reports not found', itemsOf('instagram-not-found'), IG],
    ['an item that reports private', itemsOf('tiktok-private'), ROWS[1] ?? never()],
    ['an item that reports no items', itemsOf('x-nothing'), ROWS[5] ?? never()],
  ])('is a miss by %s', async (_, items, row) => {
    platform.script({ items, cost: 0 })
    expect(await attempt(row.capability, row.input)).toMatchObject({ kind: 'noMatch', raw: items })
  })

  it('is not a miss when it reports that it could not search', async () => {
    platform.script({ items: [{ error: 'login_required', username: 'robin.sample' }], cost: 0 })
    expect(await attempt(IG.capability, IG.input)).toMatchObject({
      kind: 'failed',
      outcome: 'provider_error',
      detail: 'the actor reports login_required',
    })
  })
})

describe('an actor that does not simply succeed', () => {
  it.each(['TIMED-OUT', 'ABORTED'] as const)('delivers what it has when it ends as %s', async (status) => {
    platform.script({ status, items: itemsOf('instagram-posts'), cost: 0.002 })
    expect(await attempt(IG_POSTS.capability, IG_POSTS.input)).toMatchObject({
      kind: 'delivered',
      units: 2,
      detail: expect.stringMatching(new RegExp(`^partial: .*${status}`)),
    })
  })

  it.each([
    ['TIMED-OUT', 'provider_timeout'],
    ['ABORTED', 'provider_error'],
    ['FAILED', 'provider_error'],
  ] as const)('fails when it ends as %s without items', async (status, outcome) => {
    platform.script({ status, items: [], cost: 0.002 })
    expect(await attempt(IG_POSTS.capability, IG_POSTS.input)).toMatchObject({ kind: 'failed', outcome })
  })

  it.each([
    [400, 'invalid-input', { outcome: 'rejected' }],
    [401, 'token-not-valid', { outcome: 'provider_error', accountExhausted: true }],
    [402, 'not-enough-usage-to-run-paid-actor', { outcome: 'provider_error', accountExhausted: true }],
    [402, 'actor-memory-limit-exceeded', { outcome: 'rate_limited' }],
    [403, 'full-permission-actor-not-approved', { outcome: 'rejected' }],
    [404, 'record-not-found', { outcome: 'rejected' }],
    [429, 'rate-limit-exceeded', { outcome: 'rate_limited' }],
    [500, 'internal-server-error', { outcome: 'unknown' }],
  ])('is refused by %i %s', async (status, type, expected) => {
    platform.script({ refusal: { status, type } })
    const result = await attempt(IG.capability, IG.input)
    expect(result).toMatchObject({ kind: 'failed', ...expected, detail: `HTTP ${status} (${type})` })
    if (!('accountExhausted' in expected)) expect(result).not.toHaveProperty('accountExhausted')
  })

  it('is a failure of the provider when it is unreachable', async () => {
    expect(await attempt(IG.capability, IG.input, { baseUrl: 'http://127.0.0.1:1' })).toMatchObject({
      kind: 'failed',
      outcome: 'provider_error',
    })
  })

  it('is resumed by its id and never started a second time', async () => {
    platform.script({ items: itemsOf('instagram-profile'), cost: 0.002, held: true })
    const stopping = new AbortController()
    const ids: string[] = []
    const first = attempt(IG.capability, IG.input, {
      signal: stopping.signal,
      onStarted: async (id) => {
        ids.push(id)
        stopping.abort()
      },
    })
    expect(await first).toMatchObject({ kind: 'failed' })
    platform.finish()
    expect(await attempt(IG.capability, IG.input, { resume: ids[0] ?? null })).toMatchObject({ kind: 'delivered' })
    expect([platform.started.length, platform.aborted]).toEqual([1, []])
  })
})

describe('an input that a platform does not support', () => {
  it.each<[string, JsonObject]>([
    ['social.profile', { platform: 'instagram', url: 'https://www.tiktok.com/@robin.sample' }],
    ['social.profile', { platform: 'instagram', url: 'https://www.instagram.com/p/Sample1/' }],
    ['social.profile', { platform: 'tiktok', handle: 'robin/../../sample' }],
    ['social.posts', { platform: 'x', handle: 'robin sample lang:en' }],
    ['social.profile', { platform: 'x', handle: 'robinsample' }],
    ['social.profile', { platform: 'constructor', handle: 'robinsample' }],
    ['social.comments', { platform: 'youtube', post_url: 'https://notyoutube.com/watch?v=sampleVid01' }],
    ['email.send', { platform: 'instagram', handle: 'robinsample' }],
  ])('%s with %j starts nothing', async (capability, input) => {
    expect(await attempt(capability, input)).toMatchObject({ kind: 'failed', outcome: 'rejected' })
    expect(platform.started).toEqual([])
  })
})
