import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Newcomer, newcomer } from '../../../journeys/newcomer.ts'
import { type Stage, startStage } from '../../../support/stage.ts'
import { until } from '../../../support/until.ts'

let stage: Stage
let customer: Newcomer
beforeAll(async () => {
  stage = await startStage({ providers: ['hunter', 'prospeo'], countHealthEveryMs: 200 })
  customer = await newcomer(stage.service.url, '100.00')
}, 120_000)
afterAll(() => stage.stop())

const find = async (domain: string, routing: object = {}) => {
  const { body } = await customer.runs.run({
    capability: 'contact.find',
    input: { full_name: 'Ada Lovelace', domain },
    routing: { explore: false, ...routing },
  })
  return { body, tried: body.attempts.map(({ provider }) => provider), reason: body.routing_reason }
}

describe('a provider that finds little', () => {
  it('is left by best value, and the run says by which figures', async () => {
    expect((await find('known.example.org')).tried).toEqual(['hunter'])
    for (let run = 0; run < 20; run += 1)
      expect((await find(`no-hunter-${run}.example.org`, { strategy: 'cheapest' })).tried).toEqual(['hunter', 'prospeo'])
    const { tried, reason } = await until(
      () => find('another.example.org'),
      ({ tried: [first] }) => first !== 'hunter',
    )
    console.log(tried, reason)
  }, 120_000)
})
