import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createActorCaller } from '../../../activities/providers/apify/actors.ts'
import { rateCardOf, readRun } from '../../../activities/providers/apify/map.ts'
import { loadKnownProviders } from '../../../activities/providers/known-providers.ts'
import { createProviderHttp, type ProviderHttp } from '../../../activities/providers/http.ts'
import { reservedQueryOf } from '../../../domain/catalog/providers/provider.ts'
import { formatUsd, parseUsd } from '../../../domain/money/microdollars.ts'
import type { EndpointCall } from '../../../domain/providers/endpoint-call.ts'
import { type ActorPlatform, startActorPlatform } from '../../support/actor-platform.ts'

const { catalog } = loadKnownProviders({})
const provider = catalog.provider('apify')
const reserved = provider === undefined ? [] : reservedQueryOf(provider)
const RUNS = catalog.find('apify', '/v2/actors/{actorId}/runs', 'POST')

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

const run = (more: Partial<EndpointCall> = {}, baseUrl = platform.url) => {
  if (RUNS === undefined) throw new Error('no endpoint that starts an actor')
  return createActorCaller({ http, apiKey: 'apify-key', baseUrl }, reserved).call({
    endpoint: RUNS,
    request: { path: { actorId: 'invented~actor' }, input: {} },
    idempotencyKey: 'run:1',
    deadlineMs: 60_000,
    signal: new AbortController().signal,
    cap: parseUsd('0.5'),
    resume: null,
    onStarted: () => Promise.resolve(),
    ...more,
  })
}

describe('a run of an actor', () => {
  it('is stopped at the provider at its deadline, and keeps what it has', async () => {
    platform.script({ held: true, items: [{ a: 1 }], cost: 0.01 })
    expect(await run({ deadlineMs: 1_000 })).toMatchObject({
      kind: 'delivered',
      detail: expect.stringMatching(/^partial:/),
      units: 1,
    })
    expect(platform.aborted).toEqual(platform.started.map(({ id }) => id))
  })

  it('without items at its deadline is a timeout, never a delivery', async () => {
    platform.script({ held: true, items: [], cost: 0.01 })
    expect(await run({ deadlineMs: 1_000 })).toMatchObject({ kind: 'failed', outcome: 'provider_timeout' })
    expect(platform.aborted).toHaveLength(1)
  })

  it.each([
    ['billed by its memory', 'USER', 1],
    ['whose price includes its memory', 'DEVELOPER', 0],
  ] as const)('%s is stopped before that costs more than the cap', async (_, payer, stopped) => {
    platform.script({ held: true, items: [{ a: 1 }], payer })
    const request = { path: { actorId: 'invented~actor' }, input: {}, query: { memory: 32_768 } }
    setTimeout(() => platform.finish(), 400)
    expect(await run({ request, cap: parseUsd('0.018') })).toMatchObject({ kind: 'delivered', units: 1 })
    expect(platform.aborted).toHaveLength(stopped)
  })

  it('continues when this worker must stop: it is neither stopped nor started again', async () => {
    platform.script({ held: true, items: [{ a: 1 }], cost: 0.01 })
    const stopping = new AbortController()
    const ids: string[] = []
    const first = run({
      signal: stopping.signal,
      onStarted: async (id) => {
        ids.push(id)
        stopping.abort()
      },
    })
    expect(await first).toMatchObject({ kind: 'failed' })
    platform.finish()
    expect(await run({ resume: ids[0] ?? '' })).toMatchObject({ kind: 'delivered', units: 1 })
    expect([platform.started.length, platform.aborted]).toEqual([1, []])
  })

  it('is stopped when its id could not be committed: no worker would ever wait for it', async () => {
    platform.script({ held: true })
    await expect(
      run({ onStarted: () => Promise.reject(new Error('another executor has the attempt')) }),
    ).rejects.toThrow('another executor')
    expect(platform.aborted).toHaveLength(1)
  })

  it('is read further when the platform fails for a moment', async () => {
    platform.script({ items: [{ a: 1 }], cost: 0.01 })
    platform.refuseReads(502)
    const waiting = run()
    setTimeout(() => platform.refuseReads(null), 300)
    expect(await waiting).toMatchObject({ kind: 'delivered' })
  })

  it('with more items than a page holds is read to its end', async () => {
    platform.script({ items: Array.from({ length: 2_345 }, (_, index) => ({ index })), cost: 1 })
    expect(await run()).toMatchObject({ kind: 'delivered', units: 2_345 })
  })

  it('with items too large for one answer is read in smaller pages', async () => {
    platform.script({ items: Array.from({ length: 400 }, () => ({ text: 'x'.repeat(30_000) })), cost: 1 })
    const result = await run()
    expect(result).toMatchObject({ kind: 'delivered', output: { data: { items_truncated: true } } })
    if (result.kind === 'delivered') expect(result.units).toBeGreaterThanOrEqual(250)
  })

  it('whose items cannot be read for a moment is read further, and not cut short', async () => {
    platform.script({ items: Array.from({ length: 1_500 }, (_, index) => ({ index })), cost: 1 })
    platform.refuseItems(2)
    const result = await run()
    expect(result).toMatchObject({ kind: 'delivered', units: 1_500 })
    if (result.kind === 'delivered') expect(result.output['data']).not.toHaveProperty('items_truncated')
  })

  it('whose reads request a pause of an hour is not waited for beyond its time', async () => {
    platform.script({ held: true, items: [{ a: 1 }], cost: 0.01 })
    platform.refuseReads(429, 3_600)
    expect(await run({ deadlineMs: 1_000 })).toMatchObject({
      kind: 'delivered',
      detail: expect.stringMatching(/^partial:/),
    })
  })

  it('is called whether or not the base URL ends in the version', async () => {
    platform.script({ items: [{ a: 1 }], cost: 0.01 })
    expect(await run({}, `${platform.url}/v2`)).toMatchObject({ kind: 'delivered' })
  })

  it('may be given less time by the caller, never more', async () => {
    platform.script({ items: [{ a: 1 }], cost: 0.01 })
    const request = (timeout: number) => ({ path: { actorId: 'invented~actor' }, input: {}, query: { timeout } })
    await run({ request: request(5) })
    await run({ request: request(5_000) })
    expect(platform.started.map(({ query }) => query['timeout'])).toEqual(['5', '30'])
  })
})

describe('the rate card of a run', () => {
  const card = (pricingInfo: object | undefined, counts: object | undefined, items: number): string => {
    const read = readRun({
      data: {
        id: 'r',
        status: 'SUCCEEDED',
        ...(pricingInfo ? { pricingInfo: { ...pricingInfo } } : {}),
        ...(counts ? { chargedEventCounts: { ...counts } } : {}),
      },
    })
    if (read === null) throw new Error('unreadable')
    const rateCard = rateCardOf(read, items)
    return rateCard.kind === 'amount' ? formatUsd(rateCard.amount) : rateCard.kind
  }
  const events = (prices: Record<string, unknown>) => ({
    pricingModel: 'PAY_PER_EVENT',
    pricingPerEvent: {
      actorChargeEvents: Object.fromEntries(
        Object.entries(prices).map(([name, price]) => [
          name,
          price === null ? { eventTieredPricingUsd: {} } : { eventPriceUsd: price },
        ]),
      ),
    },
  })

  it.each<[string, object | undefined, object | undefined, number, string]>([
    ['a price per item', { pricingModel: 'PRICE_PER_DATASET_ITEM', pricePerUnitUsd: 0.0025 }, undefined, 4, '0.01'],
    [
      'a tiered price per item is not known',
      { pricingModel: 'PRICE_PER_DATASET_ITEM', tieredPricing: {} },
      undefined,
      4,
      'absent',
    ],
    ['events booked so far', events({ start: 0.01, page: 0.001 }), { start: 1, page: 5 }, 5, '0.015'],
    [
      'items, when fewer events are booked yet',
      events({ 'actor-start': 0.01, 'apify-default-dataset-item': 0.004 }),
      { 'actor-start': 1 },
      5,
      '0.02',
    ],
    ['events of a tiered price are not known', events({ start: null }), { start: 1 }, 5, 'absent'],
    [
      'prices below a microdollar, rounded when they are summed',
      events({ start: 0.00000025, page: 0.00000025 }),
      { start: 10_000, page: 2 },
      5,
      '0.002501',
    ],
    [
      'a count and a price of any spelling',
      events({ start: JSON.rawJSON('0.020000000000000004'), page: '1e-3' }),
      { start: '1', page: JSON.rawJSON('5.0000000000000000') },
      5,
      '0.025',
    ],
    [
      'unreadable when a price is not an amount',
      events({ start: 0.01, page: -1 }),
      { start: 1, page: 5 },
      5,
      'unreadable',
    ],
    ['unreadable when a count is not a number', events({ start: 0.01 }), { start: {} }, 5, 'unreadable'],
    [
      'unreadable when the price of an item is not an amount',
      { pricingModel: 'PRICE_PER_DATASET_ITEM', pricePerUnitUsd: 'free' },
      undefined,
      4,
      'unreadable',
    ],
    ['zero for a free actor', { pricingModel: 'FREE' }, undefined, 9, '0.00'],
    ['unknown for a rented actor', { pricingModel: 'FLAT_PRICE_PER_MONTH' }, undefined, 9, 'absent'],
    ['no prices at all', undefined, undefined, 9, 'absent'],
  ])('is %s', (_, pricing, counts, items, amount) => {
    expect(card(pricing, counts, items)).toBe(amount)
  })
})
