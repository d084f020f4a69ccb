import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { happenAll, INBOUND_EVENTS } from '../../journeys/inbound.ts'
import { type Newcomer, newcomer } from '../../journeys/newcomer.ts'
import { journeysOf } from '../../journeys/offers.ts'
import { makeSenders, type Senders } from '../../journeys/senders.ts'
import { type Stage, startStage } from '../../journeys/stage.ts'
import { connectAll, driftsOf, kindsNotCalled, walk, walkOwn, walkRaw, walkReplies } from '../../journeys/walk.ts'

let stage: Stage
let customer: Newcomer
let senders: Senders
beforeAll(async () => {
  stage = await startStage()
  customer = await newcomer(stage.service.url, '500.00')
  senders = await makeSenders(customer, 'journeys-long', stage)
}, 120_000)
afterAll(() => stage.stop())

describe('a newcomer, by HTTP alone', () => {
  it('is delivered every live offer', async () => {
    expect(await walk(customer, senders, journeysOf())).toEqual([])
  })

  it('is delivered raw calls of every kind of body on the accounts of the platform', async () => {
    expect(await walkRaw(customer, { own: false })).toEqual([])
  })

  it('answers people on every channel', async () => {
    expect(await walkReplies(stage, customer, senders)).toEqual([])
  })

  it('learns of everything that a provider reports', async () => {
    expect(await happenAll(stage, customer, senders)).toEqual([...INBOUND_EVENTS].toSorted())
  })

  it('uses own accounts free of charge, without any money', async () => {
    const owner = await newcomer(stage.service.url, null)
    expect(await connectAll(owner, stage)).toEqual([])
    expect(await walkOwn(owner, stage, journeysOf())).toEqual([])
    expect(await walkRaw(owner, { own: true })).toEqual([])
    expect(kindsNotCalled()).toEqual([])
  })

  it('leaves a ledger that proves', async () => {
    expect(await driftsOf(stage)).toEqual([])
  })
})
