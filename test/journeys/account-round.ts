import { connectAccount } from '../build/connected-account.ts'
import { at, membersOf } from '../support/http.ts'
import { succeeded } from './newcomer.ts'
import { accountsCalled, raisedBy, type RaisedEvent, type Round, send } from './round.ts'
import type { Channel } from './senders.ts'

interface ChannelFacts {
  readonly network: string
  readonly capability: string
  /** What every message of the channel has. */
  readonly content: object
  /** The person to which the first message goes. */
  readonly person: object
  readonly arrives: 'message_arrives' | 'mail_arrives'
  /** Who writes, where the person of the twin is another. */
  readonly writes?: object
  /** The input by which a message answers an event. */
  readonly answers: (received: RaisedEvent) => object
}

const inChat = (received: RaisedEvent): object => ({ chat_id: received.of('chat_id') })
const chat = (platform: Channel, person: object) => ({
  network: platform.toUpperCase(),
  capability: 'chat.send',
  content: { platform, text: 'Do you have a minute?' },
  person,
  arrives: 'message_arrives' as const,
  answers: inChat,
})
const FACTS: Readonly<Record<Channel, ChannelFacts>> = {
  linkedin: {
    ...chat('linkedin', { profile_url: 'https://www.linkedin.com/in/robin-round' }),
    capability: 'linkedin.message',
    content: { text: 'Do you have a minute?' },
  },
  instagram: chat('instagram', { handle: 'robin.round' }),
  whatsapp: chat('whatsapp', { phone: '+12025550147' }),
  gmail: {
    network: 'GOOGLE',
    capability: 'email.send',
    content: { subject: 'A question', text: 'Do you have a minute?' },
    person: { to: 'robin-round@example.com' },
    arrives: 'mail_arrives',
    writes: { from: 'robin-round@example.com' },
    answers: (received) => ({ in_reply_to: received.of('message_id'), to: 'robin-round@example.com' }),
  },
}

/** An account is connected and sends; a person writes to it and is answered. */
export const accountRound = (round: Round, channel: Channel) =>
  accountsCalled(round, 'unipile', async () => {
    const { stage, customer } = round
    const { network, capability, content, person, arrives, writes, answers } = FACTS[channel]
    const account_id = await connectAccount(customer.session, channel)
    const from = { account_id, ...content }
    const first = await send(round, capability, { ...from, ...person })
    const events = await raisedBy(round, () => stage.happen('unipile', arrives, { network, ...writes }))
    const [received] = events
    const answer = await send(round, capability, { ...from, ...(received === undefined ? person : answers(received)) })
    return {
      listed: await accountOf(round, channel, account_id),
      sent: first.shown,
      received: [events.map(({ type }) => type), received?.of('account_id') === account_id],
      answered: answer.shown,
      inChat: channel === 'gmail' || at(answer.run.result, 'chat_id') === received?.of('chat_id'),
    }
  })

async function accountOf({ customer }: Round, channel: Channel, id: string) {
  const listed = succeeded(await customer.session.get(`/v1/${channel}/accounts`))
  const [, account] = membersOf(listed.at('items')).find(([, one]) => at(one, 'account_id') === id) ?? []
  return [at(account, 'account'), at(account, 'status')]
}

/** What else happens to an account of LinkedIn: the events that each raises. */
export async function accountReports(round: Round) {
  const happenings: readonly [happening: string, what: object][] = [
    ['relation_begins', {}],
    ['status_changes', { status: 'CREDENTIALS' }],
    ['status_changes', { status: 'OK' }],
  ]
  const raised: string[] = []
  for (const [happening, what] of happenings) {
    const events = await raisedBy(round, () =>
      round.stage.happen('unipile', happening, { network: 'LINKEDIN', ...what }),
    )
    raised.push(...events.map(({ type }) => type))
  }
  return raised
}

/** The same customer without the key: the account cannot send, and can still be removed. */
export async function refusedWithoutKey({ customer }: Round) {
  succeeded(await customer.session.delete('/v1/connections/unipile'))
  const listed = succeeded(await customer.session.get('/v1/linkedin/accounts'))
  const { capability, content, person } = FACTS.linkedin
  const { status } = await customer.runs.run({ capability, input: { ...content, ...person } })
  const removed = await customer.session.delete(
    `/v1/linkedin/accounts/${String(listed.at('items', '0', 'account_id'))}`,
  )
  return { listed: listed.at('items', '0', 'status'), sent: status, removed: removed.at('status') }
}
