import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Newcomer, newcomer, succeeded } from './newcomer.ts'
import { journeysOf, nameOf, oneEach, UNREACHABLE } from './offers.ts'
import { makeSenders, type Senders } from './senders.ts'
import { type Stage, startStage } from './stage.ts'
import { answersOwnMail, bouncesAtOwn, connectOwn, ownHooks } from './own-mail.ts'
import { ownUnipile, receivesInOwn, refusedWithoutKey, repliesOfGmail } from './unipile.ts'
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
    const journeys = oneEach(journeysOf()).filter(({ provider }) => provider !== 'apollo')
    expect(await walk(customer, senders, journeys)).toEqual([])
    // Apollo's is the largest list of people: a search, and ten calls that complete it.
    const { body } = await customer.runs.run({
      capability: 'person.search',
      input: { titles: ['Head of Examples'], limit: 100 },
      routing: { provider: 'apollo' },
    })
    expect(body).toMatchObject({ status: 'succeeded', billing: { quoted: '1.43', charged: '1.43' } })
    expect(body.result?.['items']).toHaveLength(100)
    expect(await driftsOf(stage)).toEqual([])
  })

  it('sends and answers mail from a connected Gmail account, to the people of its thread', async () => {
    expect(await repliesOfGmail(stage, customer, senders.accounts.gmail)).toEqual({
      answered: ['succeeded', 'unipile', senders.accounts.gmail, null],
      first: 'succeeded',
      second: 'repeat_touch',
      withStranger: 'repeat_touch',
      again: 'succeeded',
    })
  })

  it('receives mail and reports by one webhook in each own account, until it is disconnected', async () => {
    const own = await newcomer(stage.service.url, null)
    const oneHook = (slug: string) => [expect.stringMatching(new RegExp(`^/v1/inbound/${slug}/conn_\\w+$`))]
    expect(await connectOwn(stage, own, 'agentmail')).toEqual([true, null, true])
    expect(await answersOwnMail(stage, own)).toEqual(['succeeded', 0, false, true, true])
    await connectOwn(stage, own, 'agentmail')
    expect(ownHooks(stage, 'agentmail')).toEqual(oneHook('agentmail'))
    succeeded(await own.session.delete('/v1/connections/agentmail'))
    succeeded(await own.session.post('/v1/features', { tables: true }))
    await connectOwn(stage, own, 'resend')
    expect(await bouncesAtOwn(stage, own)).toEqual(['succeeded', 0, false])
    await connectOwn(stage, own, 'resend')
    expect([ownHooks(stage, 'agentmail'), ownHooks(stage, 'resend')]).toEqual([[], oneHook('resend')])
  })

  it('sends free of charge from an account in its own Unipile account, receives there, and not without the key', async () => {
    const own = await newcomer(stage.service.url, null)
    expect(await ownUnipile(stage, own)).toEqual({
      listed: ['own', 'connected'],
      sent: ['succeeded', '0.00'],
      calls: true,
      receiving: true,
      hooks: 4,
    })
    expect(await receivesInOwn(stage, own)).toEqual([true, true, true, true])
    expect(await refusedWithoutKey(own)).toEqual({ listed: 'disconnected', sent: 409, removed: 'removed' })
    expect(ownHooks(stage, 'unipile')).toEqual([])
  })

  it('cannot reach only what is listed with its reason', () => {
    const names = journeysOf().map(nameOf)
    expect(Object.keys(UNREACHABLE).filter((name) => !names.includes(name))).toEqual([])
    expect(Object.keys(UNREACHABLE).length).toBe(0)
  })
})
