import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Newcomer, newcomer, succeeded } from '../../journeys/newcomer.ts'
import { journeysOf, nameOf } from '../../journeys/offers.ts'
import { makeSenders, type Senders } from '../../journeys/senders.ts'
import { type Stage, startStage } from '../../support/stage.ts'
import { at } from '../../support/http.ts'
import { until } from '../../support/until.ts'
import { connectAll, driftsOf, kindsNotCalled, offersListed, walk, walkOwn, walkRaw } from '../../journeys/walk.ts'

let stage: Stage
let customer: Newcomer
let senders: Senders
beforeAll(async () => {
  stage = await startStage({ finalBillDelayMs: 500 })
  customer = await newcomer(stage.service, '500.00')
  senders = await makeSenders(customer, 'journeys-long', stage)
}, 120_000)
afterAll(() => stage.stop())

const WAIT_SECONDS = 30

/** A run that has ended well. */
async function bought(request: object) {
  const { body } = await customer.runs.run(request)
  const run = body.done ? body : (await customer.runs.get(body.run_id, WAIT_SECONDS)).body
  expect([run.status, run.error ?? null]).toEqual(['succeeded', null])
  return run
}

describe('a newcomer, by HTTP alone', () => {
  it('is delivered every offer that the API shows', async () => {
    const journeys = journeysOf()
    expect(await walk(customer, senders, journeys)).toEqual([])
    expect(journeys.map(nameOf).toSorted()).toEqual((await offersListed(customer)).toSorted())
  })

  it('is delivered raw calls of every kind of body on the accounts of the platform', async () => {
    expect(await walkRaw(customer, { own: false })).toEqual([])
  })

  it('uses own accounts free of charge, without any money', async () => {
    const owner = await newcomer(stage.service, null)
    expect(await connectAll(owner, stage)).toEqual([])
    expect(await walkOwn(owner, stage, journeysOf())).toEqual([])
    expect(await walkRaw(owner, { own: true })).toEqual([])
    expect(kindsNotCalled()).toEqual([])
  })

  it('buys a hundred companies, and finds the hundredth in the history', async () => {
    const { run_id, result } = await bought({
      capability: 'company.search',
      input: { industries: ['Software'], limit: 100 },
      routing: { provider: 'peopledatalabs' },
    })
    const domain = String(at(result, 'items', '99', 'domain'))
    const history = succeeded(await customer.live.get(`/v1/history?q=${domain}`))
    expect([domain, history.at('items', '0', 'run_id')]).toEqual(['example-100.com', run_id])
  })

  it('buys an actor run of five dollars, and gets its final bill', async () => {
    const run = await bought({
      provider: 'apify',
      endpoint: '/v2/actors/{actorId}/runs',
      path: { actorId: 'someone~invented-actor' },
      input: { maxItems: 1_000 },
      routing: { max_cost: '7.15' },
    })
    expect([run.billing.quoted, run.billing.charged, at(run.result, 'data', 'items', '999')]).toEqual([
      '7.15',
      '4.29',
      expect.anything(),
    ])
    await stage.happen('apify', 'billed', { run_id: at(run.result, 'data', 'run', 'id'), cost: 5 })
    const billed = await until(
      async () => (await customer.runs.get(run.run_id)).body,
      ({ usage_charges = [] }) => usage_charges.length > 0,
      WAIT_SECONDS,
    )
    expect(billed.usage_charges).toMatchObject([{ amount: '2.86', reason: 'provider_final_bill' }])
  })

  it('leaves a ledger that proves', async () => {
    expect(await driftsOf(stage)).toEqual([])
  })
})
