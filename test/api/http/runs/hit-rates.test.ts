import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Newcomer, newcomer, succeeded } from '../../../journeys/newcomer.ts'
import { at } from '../../../support/http.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { until } from '../../../support/until.ts'

const RUNS = 20

let stage: Stage
let customer: Newcomer
beforeAll(async () => {
  stage = await startStage({ providers: ['hunter', 'prospeo'], countHealthEveryMs: 200 })
  customer = await newcomer(stage.service, '100.00')
}, 120_000)
afterAll(() => stage.stop())

const find = async (domain: string, routing: object = {}) => {
  const { body } = await customer.runs.run({
    capability: 'contact.find',
    input: { full_name: 'Ada Lovelace', domain },
    routing: { explore: false, ...routing },
  })
  return { tried: body.attempts.map(({ provider }) => provider), reason: body.routing_reason }
}

/** What inspect states of how often each provider finds. */
async function hitsOf(): Promise<Record<string, unknown>> {
  const { at: of } = succeeded(await customer.live.post('/v1/inspect', { capability: 'contact.find' }))
  return Object.fromEntries(
    Object.values(Object(of('offers'))).map((offer) => [String(at(offer, 'provider')), at(offer, 'hits')]),
  )
}

describe('a provider that finds little', () => {
  it('has its figures in inspect and in the reason of a run, and others come before it where finding counts', async () => {
    expect((await find('known.example.org')).tried).toEqual(['hunter'])
    for (let run = 0; run < RUNS; run += 1)
      expect((await find(`no-hunter-${run}.example.org`)).tried).toEqual(['hunter', 'prospeo'])
    // What has ended last is counted last: then all of the runs before it are.
    expect((await find('last.example.org', { provider: 'prospeo' })).tried).toEqual(['prospeo'])
    const { hunter, prospeo } = await until(hitsOf, ({ prospeo: of }) => at(of, 'sample_size') === 1)
    expect([hunter, prospeo]).toEqual([
      { hit_rate: 0.05, sample_size: 21 },
      { hit_rate: null, sample_size: 1, after_misses: { hit_rate: 1, sample_size: RUNS } },
    ])
    // A free miss at a cheap provider costs nothing but time: it stays first, and the dearer one comes after it.
    expect((await find('another.example.org')).reason).toMatch(
      /^hunter \(at most 0\.035035, health \w+, finds 5 % of these, n = 21\) was first by best value, before prospeo \(at most 0\.07007, health \w+, finds 100 % of what hunter misses, n = 20\);/,
    )
    const surest = await find('third.example.org', { strategy: 'highest_success_rate' })
    expect(surest.tried).toEqual(['prospeo'])
  }, 120_000)
})
