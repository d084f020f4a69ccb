import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { EndpointInspection } from '../../../../api/schemas/catalog.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { fixture } from '../../../fixtures/load.ts'
import { runClient } from '../../../support/run-client.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { until } from '../../../support/until.ts'

/** A platform that books two dollars' worth of events per thousand items, as its actors publish it. */
const PAY_PER_EVENT = {
  pricingModel: 'PAY_PER_EVENT',
  apifyMarginPercentage: 0.2,
  createdAt: '2026-01-01T00:00:00.000Z',
  startedAt: '2026-01-01T00:00:00.000Z',
  pricingPerEvent: {
    actorChargeEvents: {
      'actor-start': { eventTitle: 'Start', eventDescription: 'A start.', eventPriceUsd: 0.01 },
      'apify-default-dataset-item': { eventTitle: 'Item', eventDescription: 'An item.', eventPriceUsd: 0.002 },
    },
  },
}
const ACTOR = 'apify~instagram-scraper'
const START = 'POST /v2/actors/{actorId}/runs'
/** Three. */
const { json: ITEMS } = fixture('apify/instagram-posts')

let stage: Stage
let service: TestService
let client: ReturnType<typeof runClient>

beforeAll(async () => {
  stage = await startStage({ providers: ['apify'], finalBillDelayMs: 800, sweepEveryMs: 300 })
  service = stage.service
  client = runClient(service.url, service.workspace.keys.live)
})
afterAll(async () => {
  expect((await verifyLedger(service.db)).drifts).toEqual([])
  await stage.stop()
})
beforeEach(async () => {
  await stage.reset()
  await stage.happen('apify', 'published', { actor: ACTOR, pricingInfos: [PAY_PER_EVENT] })
})

/** Runs from now on find three items. */
const runsBehave = (how: object) => stage.happen('apify', 'runs_behave', { items: 3, ...how })
const book = (cost: number) => stage.happen('apify', 'billed', { cost })
const started = () => stage.calls('apify', START)

const request = (more: object = {}) => ({
  provider: 'apify',
  endpoint: '/v2/actors/{actorId}/runs',
  path: { actorId: ACTOR },
  input: { search: 'shoes', resultsType: 'posts' },
  ...more,
})
const row = async (runId: string) =>
  (
    await service.db.pool.query(
      'select held::text, charged::text, quoted::text, final_bill_due_at is not null as open, final_bill_readings as readings from run where id = $1',
      [runId],
    )
  ).rows[0]
const closed = (runId: string) =>
  until(
    () => row(runId),
    ({ open }) => !open,
  )
const transfers = async (runId: string) =>
  (
    await service.db.pool.query('select kind, amount::text from transfer where run_id = $1 order by id', [runId])
  ).rows.map(({ kind, amount }) => `${kind} ${amount}`)

describe('a raw run of an actor', () => {
  it('starts it once with the cap of its hold and limited permissions, and answers the run and its items unchanged', async () => {
    await runsBehave({ cost: 0.016 })
    const { status, body } = await client.run(request({ query: { memory: 512 } }))
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'succeeded',
        provider: 'apify',
        simulated: false,
        billing: { quoted: '1.00', charged: '0.02288' },
        result: { raw: true, data: { run: { status: 'SUCCEEDED', usageTotalUsd: 0.016 }, items: ITEMS } },
      },
    ])
    expect(started()).toEqual([
      expect.objectContaining({
        path: { actorId: ACTOR },
        body: { search: 'shoes', resultsType: 'posts' },
        account: 'twin_apify_platform',
        query: {
          memory: '512',
          maxTotalChargeUsd: '0.6993',
          forcePermissionLevel: 'LIMITED_PERMISSIONS',
          timeout: '570',
        },
      }),
    ])
    await closed(body.run_id)
    expect(await transfers(body.run_id)).toEqual(['hold 1000000', 'charge 22880', 'release 977120'])
  })

  it('is charged the rate card for its items when less is reported so far, and the rest with the final bill', async () => {
    await runsBehave({ cost: 0.001 })
    const { body } = await client.run(request())
    expect(body.billing).toMatchObject({ quoted: '1.00', charged: '0.00858', held: '0.99142' })
    await book(0.016)
    await closed(body.run_id)
    const billed = (await client.get(body.run_id)).body
    expect(billed).toMatchObject({
      billing: { charged: '0.02288' },
      usage_charges: [{ amount: '0.0143', reason: 'provider_final_bill' }],
    })
    expect(billed.billing).not.toHaveProperty('held')
    expect(await transfers(body.run_id)).toEqual(['hold 1000000', 'charge 8580', 'adjustment 14300', 'release 977120'])
  })

  it('gets the overcharge back, and no hold is left', async () => {
    await runsBehave({ cost: 0.02 })
    const { body } = await client.run(request())
    await book(0.005)
    await closed(body.run_id)
    expect((await client.get(body.run_id)).body).toMatchObject({
      billing: { charged: '0.00715' },
      usage_charges: [{ amount: '-0.02145' }],
    })
    expect(await transfers(body.run_id)).toEqual(['hold 1000000', 'charge 28600', 'adjustment 21450', 'release 971400'])
  })

  it('is charged and billed by the digits of a long number, and no hold is left', async () => {
    await runsBehave({ cost: 0.11999999999999998 })
    const { body } = await client.run(request())
    expect(body.billing).toMatchObject({ charged: '0.1716' })
    await book(0.30000000000000004)
    await closed(body.run_id)
    expect((await client.get(body.run_id)).body).toMatchObject({
      billing: { charged: '0.429' },
      usage_charges: [{ amount: '0.2574' }],
    })
    expect(await transfers(body.run_id)).toEqual([
      'hold 1000000',
      'charge 171600',
      'adjustment 257400',
      'release 571000',
    ])
  })

  it('keeps its first charge when its final bill cannot be read, and its hold ends after three more readings', async () => {
    await runsBehave({ cost: -1 })
    const { body } = await client.run(request())
    expect(body.billing).toMatchObject({ charged: '0.00858' })
    await closed(body.run_id)
    expect(await row(body.run_id)).toMatchObject({ held: '0', charged: '8580', readings: 4 })
    expect((await client.get(body.run_id)).body.usage_charges).toBeUndefined()
    const noted = service.logLines
      .map((line) => JSON.parse(line))
      .filter(({ run_id, msg }) => run_id === body.run_id && msg === 'provider_cost_unreadable')
    expect(noted).toHaveLength(5)
    for (const line of noted)
      expect(line).toMatchObject({ level: 40, provider: 'apify', endpoint: 'POST /v2/actors/{actorId}/runs' })
  })

  it('is billed after all when its provider corrects an unreadable bill', async () => {
    await runsBehave({ cost: -1 })
    const { body } = await client.run(request())
    await until(
      () => row(body.run_id),
      (now) => now.readings > 0,
    )
    await book(0.016)
    await closed(body.run_id)
    expect((await client.get(body.run_id)).body).toMatchObject({
      billing: { charged: '0.02288' },
      usage_charges: [{ amount: '0.0143' }],
    })
  })

  it('holds max_cost above a dollar, up to the balance, and may spend all of it', async () => {
    await runsBehave({ cost: 5 })
    const { body } = await client.run(request({ routing: { max_cost: '8.00' } }))
    expect(body.billing).toMatchObject({ quoted: '8.00', charged: '7.15' })
    expect(started()[0]?.query['maxTotalChargeUsd']).toBe('5.594405')
    const { body: refused } = await client.run(request({ routing: { max_cost: '90000' } }))
    expect([refused.error?.code, refused.error?.fits_with_max_cost]).toEqual([
      'insufficient_balance',
      refused.error?.available,
    ])
  })

  it('holds the price of the items that it requests, once inspect has read the price of the actor', async () => {
    await stage.happen('apify', 'published', {
      actor: 'robin~priced',
      build: { inputSchema: '{"type":"object","properties":{}}' },
      pricingInfos: [{ ...PAY_PER_EVENT, minimalMaxTotalChargeUsd: 0.5 }],
    })
    const endpoint = '/v2/actors/robin~priced/runs'
    const { body: inspected } = await client.call<EndpointInspection>('POST', '/v1/inspect', {
      provider: 'apify',
      endpoint,
    })
    // The start and a hundred items.
    expect(inspected.cost).toMatchObject({ basis: 'reported', estimate: '0.3003', each: 'maxItems' })
    await runsBehave({ cost: 2.01 })
    const run = (more: object) => client.run(request({ path: { actorId: 'robin~priced' }, ...more }))
    const { body } = await run({ query: { maxItems: 1000 } })
    expect(body.billing).toMatchObject({ quoted: '4.31145', charged: '2.8743' })
    expect((await run({ query: { maxItems: 10 } })).body.billing.quoted).toBe('0.715')
    expect((await run({ routing: { max_cost: '0.70' } })).body.error).toMatchObject({
      code: 'cost_limit_exceeded',
      fits_with_max_cost: '0.715',
    })
  })

  it('never costs more than max_cost, which is the cap at the provider', async () => {
    await runsBehave({ cost: 0.01 })
    const { body } = await client.run(request({ routing: { max_cost: '0.02' } }))
    await book(5)
    await closed(body.run_id)
    expect(started()[0]?.query['maxTotalChargeUsd']).toBe('0.013986')
    expect((await client.get(body.run_id)).body).toMatchObject({ billing: { quoted: '0.02', charged: '0.02' } })
  })

  it('is checked for its bill again while none is booked or the provider is away', async () => {
    await runsBehave({ cost: null })
    const { body } = await client.run(request())
    expect(body.billing.charged).toBe('0.00858')
    const { readings } = await until(
      () => row(body.run_id),
      (now) => now.readings > 0,
    )
    expect(readings).toBe(1)
    expect(await row(body.run_id)).toMatchObject({ open: true, held: '991420' })
    // Minutes pass.
    await book(0.016)
    await service.client.workflow.getHandle(body.run_id).terminate('the timer is lost')
    await service.db.pool.query(
      `update run set final_bill_due_at = clock_timestamp(), sweep_at = clock_timestamp() where id = $1`,
      [body.run_id],
    )
    await closed(body.run_id)
    expect((await client.get(body.run_id)).body).toMatchObject({ billing: { charged: '0.02288' } })
  })

  it('is settled after a day by what is known then, and its hold ends', async () => {
    await runsBehave({ cost: null })
    const { body } = await client.run(request())
    await until(
      () => row(body.run_id),
      (now) => now.readings > 0,
    )
    await service.client.workflow.getHandle(body.run_id).terminate('the timer is lost')
    await service.db.pool.query(
      `update run set final_bill_due_at = clock_timestamp(), final_bill_until = clock_timestamp(), sweep_at = clock_timestamp() where id = $1`,
      [body.run_id],
    )
    await closed(body.run_id)
    expect(await row(body.run_id)).toMatchObject({ held: '0', charged: '8580' })
    expect((await client.get(body.run_id)).body.usage_charges).toBeUndefined()
  })

  it('cannot be cancelled while its bill is awaited', async () => {
    await runsBehave({ cost: 0.01 })
    const { body } = await client.run(request())
    await service.client.workflow.getHandle(body.run_id).signal('cancel')
    await service.client.workflow.getHandle(body.run_id).cancel()
    expect((await client.cancel(body.run_id)).status).toBe(409)
    await closed(body.run_id)
    expect((await client.get(body.run_id)).body).toMatchObject({ status: 'succeeded', billing: { charged: '0.0143' } })
  })
})

describe('an actor that does not simply succeed', () => {
  it.each(['TIMED-OUT', 'ABORTED'] as const)('keeps what it has collected when it ends as %s', async (status) => {
    await runsBehave({ status, cost: 0.006 })
    const { body } = await client.run(request())
    expect(body).toMatchObject({
      status: 'succeeded',
      billing: { charged: '0.00858' },
      result: { data: { run: { status }, items: ITEMS } },
    })
    expect(body.attempts[0]?.detail).toMatch(new RegExp(`^partial: .*${status}`))
  })

  it.each([
    ['TIMED-OUT', 504, 'timed_out'],
    ['ABORTED', 502, 'failed'],
    ['FAILED', 502, 'failed'],
  ] as const)('releases its hold when it ends as %s without items', async (ended, status, state) => {
    await runsBehave({ status: ended, items: 0, cost: 0.006 })
    const answer = await client.run(request())
    expect([answer.status, answer.body]).toMatchObject([status, { status: state, billing: { charged: null } }])
    expect(await row(answer.body.run_id)).toMatchObject({ held: '0', open: false })
  })

  it('is found in Temporal by its provider and as running for as long as it runs', async () => {
    await runsBehave({ cost: 0.016, held: true })
    const {
      body: { run_id: runId },
    } = await client.run(request({ async: true }))
    await until(
      async () => started().length,
      (runs) => runs > 0,
    )
    const workflow = service.client.workflow.getHandle(runId)
    expect((await workflow.describe()).searchAttributes).toMatchObject({ provider: ['apify'], run_status: ['running'] })
    await stage.happen('apify', 'runs_end')
    await workflow.result()
    expect((await workflow.describe()).searchAttributes).toMatchObject({
      provider: ['apify'],
      run_status: ['succeeded'],
    })
  })

  it('is a miss when it collected nothing and cost nothing, and an answer when it cost something', async () => {
    await runsBehave({ items: 0, cost: 0 })
    expect((await client.run(request())).body).toMatchObject({ status: 'no_match', billing: { charged: null } })
    await runsBehave({ items: 0, cost: 0.002 })
    expect((await client.run(request())).body).toMatchObject({ status: 'succeeded', billing: { charged: '0.00286' } })
  })

  it.each<[number, string, string, () => unknown, object]>([
    [400, 'invalid-input', 'rejected', () => undefined, { input: { maxItems: 'many' } }],
    [401, 'user-or-token-not-found', 'provider_error', () => stage.revoke('apify', 'twin_apify_platform'), {}],
    [404, 'record-not-found', 'rejected', () => undefined, { path: { actorId: 'robin~no-match' } }],
    [429, 'rate-limit-exceeded', 'rate_limited', () => stage.set('apify', 'rate_limited'), {}],
    [402, 'not-enough-usage-to-run-paid-actor', 'provider_error', () => stage.set('apify', 'out_of_credit'), {}],
  ])('costs nothing and has the reason when it is refused with %i', async (_, type, outcome, before, more) => {
    await before()
    const { body } = await client.run(request(more))
    expect(body).toMatchObject({ status: 'failed', billing: { charged: null }, attempts: [{ outcome }] })
    expect(body.attempts[0]?.detail).toContain(type)
    await service.db.pool.query('update provider_account set exhausted_until = null')
  })
})
