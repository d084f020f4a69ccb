import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Newcomer, newcomer } from './newcomer.ts'
import { journeysOf, nameOf, oneEach, UNREACHABLE } from './offers.ts'
import { makeSenders, type Senders } from './senders.ts'
import { type Stage, startStage } from './stage.ts'
import { driftsOf, walk } from './walk.ts'

let stage: Stage
let customer: Newcomer
let senders: Senders
beforeAll(async () => {
  stage = await startStage()
  customer = await newcomer(stage.service.url, '100.00')
  senders = await makeSenders(customer, 'journeys', stage)
}, 120_000)
afterAll(() => stage.stop())

describe('a newcomer, by HTTP alone', () => {
  it('is delivered one live offer of each provider, and the ledger proves', async () => {
    expect(await walk(customer, senders, oneEach(journeysOf()))).toEqual([])
    expect(await driftsOf(stage)).toEqual([])
  })

  it('cannot reach only what is listed with its reason', () => {
    const names = journeysOf().map(nameOf)
    expect(Object.keys(UNREACHABLE).filter((name) => !names.includes(name))).toEqual([])
    expect(Object.keys(UNREACHABLE).length).toBe(0)
  })
})
