import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { EVENT_TYPES, type EventType } from '../../domain/events/types.ts'
import { accountReports, accountRound, refusedWithoutKey } from './account-round.ts'
import { repliesOfGmail } from './gmail-thread.ts'
import { mailRound } from './mail-round.ts'
import { type Newcomer, newcomer, succeeded } from './newcomer.ts'
import { journeysOf, nameOf, oneEach, UNREACHABLE } from './offers.ts'
import { connectOwn, hooksAt, keyOf, type Round, typesRaised } from './round.ts'
import { CHANNELS, makeSenders, type Senders } from './senders.ts'
import { type Stage, startStage } from '../support/stage.ts'
import { driftsOf, walk } from './walk.ts'

let stage: Stage
let customer: Newcomer
let senders: Senders
/** The platform's comes first: a happening on a network is about the account that was connected last. */
const ROUNDS = ['platform', 'own'] as const
const rounds = new Map<string, Round>()
beforeAll(async () => {
  stage = await startStage({ finalBillDelayMs: 500 })
  customer = await newcomer(stage.service, '100.00')
  senders = await makeSenders(customer, 'journeys', stage)
  const owner = await newcomer(stage.service, null)
  for (const [account, who] of [
    ['platform', customer],
    ['own', owner],
  ] as const) {
    succeeded(await who.session.post('/v1/features', { tables: true }))
    rounds.set(account, { stage, account, customer: who })
  }
}, 120_000)
afterAll(() => stage.stop())

function roundOf(account: (typeof ROUNDS)[number]): Round {
  const round = rounds.get(account)
  if (round === undefined) throw new Error(`there is no round of ${account}`)
  return round
}

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
    expect(await repliesOfGmail(roundOf('platform'), senders.accounts.gmail)).toEqual({
      answered: ['succeeded', 'unipile', senders.accounts.gmail, null],
      first: 'succeeded',
      second: 'repeat_touch',
      withOutsider: 'repeat_touch',
      again: 'succeeded',
    })
  })

  it('connects own accounts without any money, and each reports by one webhook a kind', async () => {
    const own = roundOf('own')
    for (const [slug, kinds] of [
      ['agentmail', 1],
      ['resend', 1],
      ['unipile', 4],
    ] as const) {
      const connected = {
        receiving: true,
        next_step: null,
        hooks: Array.from({ length: kinds }, () =>
          expect.stringMatching(new RegExp(`^/v1/inbound/${slug}/conn_\\w+$`)),
        ),
      }
      expect([await connectOwn(own, slug), await connectOwn(own, slug)]).toEqual([connected, connected])
    }
  })

  it('cannot reach only what is listed with its reason', () => {
    const names = journeysOf().map(nameOf)
    expect(Object.keys(UNREACHABLE).filter((name) => !names.includes(name))).toEqual([])
    expect(Object.keys(UNREACHABLE).length).toBe(0)
  })
})

/** What became of a mail: its events; why its recipient is suppressed, and the outcome of the next send then. */
const REPORTED = {
  delivered: ['email.delivered', null, null],
  bounced: ['email.bounced', 'bounce', 'suppressed'],
  complained: ['email.complained', 'complaint', 'suppressed'],
  'one click': ['email.unsubscribed', 'unsubscribe', 'suppressed'],
}
/** Event types that the service raises by itself. */
const RAISED_HERE: readonly EventType[] = [
  'watch.updated',
  'watch.paused',
  'wallet.topup_failed',
  // An answer to a call shows it, and no report.
  'connection.rejected',
  'run.awaiting_approval',
  'run.approved',
  'run.rejected',
  'run.credited',
  'run.finished',
  'run.scheduled',
  // The page of a person raises them.
  'person.objected',
  'erasure.requested',
  'job.awaiting_approval',
  'job.pilot_finished',
  'job.paused',
  'job.finished',
]
const REJECTED = ['email.rejected', null, null]
const ENDINGS = {
  agentmail: {
    ...REPORTED,
    rejected: REJECTED,
    'a mail': ['email.received', 'email.unsubscribed', 'unsubscribe', 'suppressed'],
  },
  resend: { ...REPORTED, failed: REJECTED, suppressed: REJECTED },
}

describe.each(ROUNDS)('in %s accounts', (account) => {
  const paid = (provider: string, price: string): readonly unknown[] =>
    account === 'own' ? ['succeeded', provider, '0.00', false] : ['succeeded', provider, price, true]

  it.each([
    ['agentmail', '0.0143'],
    ['resend', '0.001287'],
  ] as const)('%s sends, is answered, and sends nothing more to suppressed people', async (provider, price) => {
    const round = roundOf(account)
    expect(await mailRound(round, provider)).toEqual({
      sent: paid(provider, price),
      answered: provider === 'agentmail' ? ['email.received', ...paid(provider, price), 1] : null,
      endings: ENDINGS[provider],
      called: [keyOf(round, provider)],
    })
  })

  it.each(CHANNELS)('an account of %s is connected, sends, is answered and answers', async (channel) => {
    const round = roundOf(account)
    expect(await accountRound(round, channel)).toEqual({
      listed: [account, 'connected'],
      sent: paid('unipile', '0.0143'),
      received: [[channel === 'gmail' ? 'gmail.received' : `${channel}.message_received`], true],
      answered: paid('unipile', '0.0143'),
      inChat: true,
      called: [keyOf(round, 'unipile')],
    })
  })

  it('an account has a new relation, is lost and works again', async () => {
    expect(await accountReports(roundOf(account))).toEqual([
      'linkedin.new_connection',
      'account.disconnected',
      'account.reconnected',
    ])
  })

  it('each event type that a report of a provider raises has been raised', async () => {
    const reported = EVENT_TYPES.filter((type) => !RAISED_HERE.includes(type))
    expect((await typesRaised(roundOf(account))).toSorted()).toEqual(reported.toSorted())
  })
})

describe('an own account that is disconnected', () => {
  it('has no webhooks, and its senders cannot send', async () => {
    const own = roundOf('own')
    expect(await refusedWithoutKey(own)).toEqual({ listed: 'disconnected', sent: 409, removed: 'removed' })
    for (const slug of ['agentmail', 'resend']) succeeded(await own.customer.session.delete(`/v1/connections/${slug}`))
    expect(['agentmail', 'resend', 'unipile'].flatMap((slug) => hooksAt(own, slug))).toEqual([])
    expect(await driftsOf(stage)).toEqual([])
  })
})
