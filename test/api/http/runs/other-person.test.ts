import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { newcomer, type Newcomer } from '../../../journeys/newcomer.ts'
import { type Stage, startStage } from '../../../support/stage.ts'

let stage: Stage
let customer: Newcomer
beforeAll(async () => {
  stage = await startStage({ providers: ['hunter', 'leadmagic'] })
  customer = await newcomer(stage.service, '10.00')
}, 120_000)
afterAll(() => stage.stop())

const find = (full_name: string, domain: string) =>
  customer.runs.run({ capability: 'contact.find', input: { full_name, domain }, routing: { explore: false } })

it('an answer about another person is none: the attempt reports it, and nothing is charged', async () => {
  const { body: run } = await find('Ada Lovelace', 'other-person.example.org')
  expect([run.status, run.result, run.billing.charged]).toEqual(['no_match', undefined, null])
  expect(run.attempts.length).toBeGreaterThan(0)
  for (const attempt of run.attempts)
    expect([attempt.outcome, attempt.detail]).toEqual(['no_match', expect.stringContaining('another person')])
  expect(JSON.stringify(run.attempts)).not.toMatch(/robin|sample|lovelace/i)
})

it('an answer about the person that was requested, or one that may be, is delivered', async () => {
  const { body: same } = await find('Ada Lovelace', 'acme.example.org')
  expect([same.status, same.result?.['first_name'], same.result?.['last_name']]).toEqual([
    'succeeded',
    'Ada',
    'Lovelace',
  ])
  const { body: alike } = await find('R. Samples', 'other-person.example.org')
  expect([alike.status, alike.result?.['last_name']]).toEqual(['succeeded', 'Sample'])
})
