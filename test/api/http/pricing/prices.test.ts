import { buyPlan } from '../../../build/plan.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import type { CapabilityInspection, EndpointInspection } from '../../../../api/schemas/catalog.ts'
import { formatUsd, parseUsd } from '../../../../domain/money/microdollars.ts'
import { setRate } from '../../../../usecases/money/negotiate-rate.ts'
import { verifyLedger } from '../../../../db/money/wallets/verify.ts'
import { buildWorkspace, type TestWorkspace } from '../../../build/workspace.ts'
import { findThrough, runActor } from '../../../support/live-providers.ts'
import { findContact, runClient } from '../../../support/run-client.ts'
import type { TestService } from '../../../support/service.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { until } from '../../../support/until.ts'

const NEGOTIATED: Readonly<Record<string, string>> = {
  'contact.find': '0.02',
  'social.posts@apify': '80%',
  'raw:dataforseo': 'x1.2',
  'raw:hunter': 'x1.2',
  'raw:apify': '50%',
}
const START = 'POST /v2/actors/{actorId}/runs'

type Rated = 'list' | 'plus' | 'negotiated'
let stage: Stage
let service: TestService
let workspaces: Readonly<Record<Rated, TestWorkspace>>

beforeAll(async () => {
  stage = await startStage({
    finalBillDelayMs: 800,
    sweepEveryMs: 300,
    providers: ['hunter', 'dataforseo', 'apify'],
  })
  service = stage.service
  await stage.happen('dataforseo', 'tasks_cost', { cost: 0.004 })
  const [plus, negotiated] = [await buildWorkspace(service.db), await buildWorkspace(service.db)]
  await buyPlan(service, plus.id, 'plus')
  for (const [target, terms] of Object.entries(NEGOTIATED))
    await setRate(service.db, { workspaceId: negotiated.id, target, actor: 'robin', reason: 'contract 7' }, terms)
  workspaces = { list: service.workspace, plus, negotiated }
})
afterAll(async () => {
  expect((await verifyLedger(service.db)).drifts).toEqual([])
  await stage.stop()
})
beforeEach(() => stage.calm())

const of = (rated: Rated) => runClient(service.url, workspaces[rated].keys.live)
const inspected = async <Answer>(rated: Rated, body: object): Promise<Answer> =>
  (await of(rated).call<Answer>('POST', '/v1/inspect', body)).body
const offerOf = async (rated: Rated, capability: string, provider: string) => {
  const offer = (await inspected<CapabilityInspection>(rated, { capability })).offers.find(
    (one) => one.provider === provider,
  )
  if (offer === undefined) throw new Error('it is not offered')
  return offer
}
const hold = async (runId: string): Promise<string> => {
  const { rows } = await service.db.pool.query<{ amount: string }>(
    `select amount::text from transfer where run_id = $1 and kind = 'hold'`,
    [runId],
  )
  return formatUsd(BigInt(rows[0]?.amount ?? '0'))
}
const closed = (runId: string) =>
  until(
    async () =>
      (await service.db.pool.query('select final_bill_due_at is not null as open from run where id = $1', [runId]))
        .rows[0],
    ({ open }) => !open,
  )
const less = (amount: string): string => formatUsd(parseUsd(amount) - 1n)

describe('a flat price', () => {
  it.each<[Rated, string, RegExp]>([
    ['list', '0.035035', /^Estimate/],
    ['plus', '0.031532', /^Plus: 10 % off/],
    ['negotiated', '0.02', /^Your negotiated rate/],
  ])('by %s is %s: inspected, quoted, held, compared with max_cost and charged', async (rated, price, note) => {
    const offer = await offerOf(rated, 'contact.find', 'hunter')
    expect(offer.price).toEqual({ amount: price, currency: 'USD', note: expect.stringMatching(note) })
    const { body } = await of(rated).run(findThrough('hunter', { routing: { provider: 'hunter', max_cost: price } }))
    expect([body.status, body.billing.quoted, body.billing.charged, await hold(body.run_id)]).toEqual([
      'succeeded',
      price,
      price,
      price,
    ])
    const tooDear = await of(rated).run(
      findThrough('hunter', { routing: { provider: 'hunter', max_cost: less(price) } }),
    )
    expect([tooDear.status, tooDear.body]).toMatchObject([
      402,
      { status: 'failed', error: { code: 'cost_limit_exceeded', fits_with_max_cost: price }, attempts: [] },
    ])
  })
})

describe('a metered price by platform', () => {
  it.each<[Rated, string, string]>([
    ['list', '0.019305', '0.011583'],
    ['plus', '0.017375', '0.010425'],
    ['negotiated', '0.015445', '0.009267'],
  ])(
    'by %s: the rates inspected are those of quote, hold, max_cost (%s) and charge (%s)',
    async (rated, quoted, charged) => {
      const rates = (await offerOf(rated, 'social.posts', 'apify')).pricing
      const instagram = rates !== undefined && 'by_platform' in rates ? rates.by_platform['instagram'] : undefined
      if (instagram === undefined) throw new Error('it has no own rates')
      const costOf = (results: bigint) => formatUsd(parseUsd(instagram.base) + parseUsd(instagram.per_result) * results)
      expect([costOf(5n), costOf(3n)]).toEqual([quoted, charged])

      await stage.happen('apify', 'runs_behave', { items: 3 })
      const request = (max_cost: string) => ({
        capability: 'social.posts',
        input: { platform: 'instagram', handle: 'robin.sample', limit: 5 },
        routing: { provider: 'apify', max_cost },
      })
      const { body } = await of(rated).run(request(quoted))
      expect([body.status, body.billing.quoted, await hold(body.run_id), body.billing.charged]).toEqual([
        'succeeded',
        quoted,
        quoted,
        charged,
      ])
      expect((await of(rated).run(request(less(quoted)))).body.error).toMatchObject({
        code: 'cost_limit_exceeded',
        fits_with_max_cost: quoted,
      })
    },
  )
})

describe('a raw call with a rate', () => {
  const finder = { provider: 'hunter', endpoint: '/email-finder' }
  it.each<[Rated, string, string]>([
    ['list', '0.035035', '0.052553'],
    ['plus', '0.031532', '0.047298'],
    ['negotiated', '0.0294', '0.0441'],
  ])('by %s is estimated at %s, held with headroom (%s), and charged as estimated', async (rated, estimate, held) => {
    expect((await inspected<EndpointInspection>(rated, finder)).cost.estimate).toBe(estimate)
    const request = (routing: object) => ({
      ...finder,
      input: { domain: 'example.com', full_name: 'Robin Sample' },
      routing,
    })
    const { body } = await of(rated).run(request({}))
    expect([body.status, body.billing.quoted, await hold(body.run_id), body.billing.charged]).toEqual([
      'succeeded',
      held,
      held,
      estimate,
    ])
    const capped = await of(rated).run(request({ max_cost: estimate }))
    expect([capped.body.billing.quoted, capped.body.billing.charged]).toEqual([estimate, estimate])
    for (const max_cost of ['0', less(estimate)]) {
      expect((await of(rated).run(request({ max_cost }))).body.error).toMatchObject({
        code: 'cost_limit_exceeded',
        fits_with_max_cost: estimate,
      })
    }
  })
})

describe('a raw call without a rate', () => {
  const search = { provider: 'dataforseo', endpoint: '/v3/ai_optimization/chat_gpt/llm_responses/live' }
  it.each<[Rated, string, RegExp]>([
    ['list', '0.00572', /./],
    ['plus', '0.005148', /^Plus: 10 % off the list price\. The answer reports the cost/],
    ['negotiated', '0.0048', /^Your negotiated rate\. The answer reports the cost/],
  ])('by %s is held at a dollar and charged by what is measured: %s', async (rated, charged, note) => {
    expect((await inspected<EndpointInspection>(rated, search)).cost).toMatchObject({
      estimate: null,
      note: expect.stringMatching(note),
    })
    const { body } = await of(rated).run({ ...search, input: [{ keyword: 'a' }] })
    expect([body.status, body.billing.quoted, await hold(body.run_id), body.billing.charged]).toEqual([
      'succeeded',
      '1.00',
      '1.00',
      charged,
    ])
  })
})

/** Three items of the actor, by its published price: 0.0081 at the provider. */
describe('an actor with a final bill', () => {
  it.each<[Rated, string, string, string, string]>([
    ['list', '0.6993', '0.011583', '0.02288', '0.0143'],
    ['plus', '0.777', '0.010425', '0.020592', '0.01287'],
    ['negotiated', '1.398601', '0.005792', '0.01144', '0.00715'],
  ])(
    'by %s may spend %s at the provider, costs %s first and %s in the end',
    async (rated, cap, first, final, least) => {
      await stage.happen('apify', 'runs_behave', { items: 3, cost: 0.001 })
      const { body } = await of(rated).run(runActor())
      expect([body.status, body.billing.quoted, await hold(body.run_id), body.billing.charged]).toEqual([
        'succeeded',
        '1.00',
        '1.00',
        first,
      ])
      expect(stage.calls('apify', START)[0]?.query['maxTotalChargeUsd']).toMatch(
        new RegExp(`^${cap.replace('.', '\\.')}`),
      )
      await stage.happen('apify', 'billed', { cost: 0.016 })
      await closed(body.run_id)
      expect((await of(rated).get(body.run_id)).body.billing.charged).toBe(final)
      // One cent at the provider is the least that an actor may spend.
      expect((await of(rated).run(runActor({ routing: { max_cost: less(least) } }))).body.error).toMatchObject({
        code: 'cost_limit_exceeded',
        fits_with_max_cost: least,
      })
    },
  )
})

describe('a rate that is changed', () => {
  it('while a run is under way changes neither its charge nor its final bill, and the next run has the new one', async () => {
    const workspace = await buildWorkspace(service.db)
    const client = runClient(service.url, workspace.keys.live)
    await buyPlan(service, workspace.id, 'plus')
    await stage.happen('apify', 'runs_behave', { items: 3, cost: 0.001, held: true })
    const { body } = await client.run(runActor({ async: true }))
    await until(
      () => client.get(body.run_id),
      (run) => run.body.status === 'running' && stage.calls('apify', START).length === 1,
    )
    await setRate(
      service.db,
      { workspaceId: workspace.id, target: 'raw:apify', actor: 'robin', reason: 'dearer' },
      'x3',
    )
    await stage.happen('apify', 'runs_end')
    await until(
      () => client.get(body.run_id),
      (run) => run.body.done,
    )
    expect((await client.get(body.run_id)).body.billing.charged).toBe('0.010425')
    await stage.happen('apify', 'billed', { cost: 0.016 })
    await closed(body.run_id)
    expect((await client.get(body.run_id)).body.billing.charged).toBe('0.020592')

    await stage.happen('apify', 'runs_behave', { items: 3, cost: 0.016 })
    expect((await client.run(runActor())).body.billing.charged).toBe('0.048')
  })
})

describe('who sees which price', () => {
  it('the catalog and discover show list prices to all', async () => {
    const seen = await Promise.all(
      (['list', 'plus', 'negotiated'] as const).map(async (rated) => {
        const catalog = await of(rated).call<{ items: { capability: string; starting_price: unknown }[] }>(
          'GET',
          '/v1/catalog/capabilities',
        )
        const found = await of(rated).call<{ items: { starting_price?: unknown; cost?: unknown }[] }>(
          'POST',
          '/v1/discover',
          { query: 'find an email' },
        )
        return [
          catalog.body.items.map(({ starting_price: price }) => price),
          found.body.items.map((item) => item.starting_price ?? item.cost),
        ]
      }),
    )
    expect(seen[1]).toEqual(seen[0])
    expect(seen[2]).toEqual(seen[0])
  })

  it("the sandbox has the workspace's prices too, so that a trial shows the later price", async () => {
    const at = async (rated: Rated) => {
      const client = runClient(service.url, workspaces[rated].keys.test)
      const { body } = await client.call<CapabilityInspection>('POST', '/v1/inspect', { capability: 'contact.find' })
      const run = await client.run(findContact('', { routing: { strategy: 'cheapest', allow_fallback: false } }))
      return [body.starting_price?.amount, run.body.billing.quoted, run.body.billing.charged]
    }
    for (const rated of ['list', 'plus', 'negotiated'] as const) expect(new Set(await at(rated)).size).toBe(1)
    expect((await at('negotiated'))[0]).toBe('0.02')
    expect((await at('plus'))[0]).toBe('0.01287')
  })
})
