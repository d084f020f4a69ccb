import type { JsonObject } from '../../domain/json/json.ts'
import { at, membersOf } from '../support/http.ts'
import { until } from '../support/until.ts'
import { type Newcomer, succeeded } from './newcomer.ts'
import { buy, type Played } from './play.ts'
import type { Senders } from './senders.ts'
import type { Stage } from './stage.ts'

const WAIT_SECONDS = 30

/** A person writes on each channel, and the customer answers what the event says: in its thread, or in its chat. */
export async function answerAll(
  { happen }: Stage,
  customer: Newcomer,
  { inbox, accounts }: Senders,
): Promise<readonly Played[]> {
  const listed = succeeded(await customer.live.get('/v1/email/inboxes'))
  const to = String(listed.at('items', '0', 'address'))
  const from = 'robin-answered@example.com'
  const received = await eventOf(customer, 'email.received', () => happen('agentmail', 'mail_arrives', { to, from }))
  const answers: Played[] = [
    await answer('agentmail', 'email.send', {
      inbox_id: inbox,
      in_reply_to: received('message_id'),
      to: from,
      subject: 'Re: A question',
      text: 'Thank you.',
    }),
  ]
  for (const [network, channel] of CHATS) {
    const message = await eventOf(customer, `${channel}.message_received`, () =>
      happen('unipile', 'message_arrives', { network }),
    )
    const platform: JsonObject = channel === 'linkedin' ? {} : { platform: channel }
    const chat = { ...platform, account_id: accounts[channel], chat_id: message('chat_id'), text: 'Thank you.' }
    answers.push(await answer('unipile', channel === 'linkedin' ? 'linkedin.message' : 'chat.send', chat))
  }
  const mail = await eventOf(customer, 'gmail.received', () =>
    happen('unipile', 'mail_arrives', { network: 'GOOGLE', from }),
  )
  const letter = { in_reply_to: mail('message_id'), to: from, subject: 'Re: A question', text: 'Thank you.' }
  answers.push(await answer('unipile', 'email.send', letter))
  return answers

  function answer(provider: string, capability: string, input: JsonObject): Promise<Played> {
    const name = `${capability} by ${provider}, an answer`
    return buy(customer, name, { capability, input, routing: { provider } })
  }
}

const CHATS = [
  ['LINKEDIN', 'linkedin'],
  ['INSTAGRAM', 'instagram'],
  ['WHATSAPP', 'whatsapp'],
] as const

/** The members of the event that a happening raises: the first one after those before it. */
export async function eventOf(
  { live }: Newcomer,
  type: string,
  happens: () => Promise<unknown>,
): Promise<(member: string) => string> {
  const known = async (): Promise<unknown[]> => {
    const listed = succeeded(await live.get('/v1/events?limit=100'))
    return membersOf(listed.at('items')).flatMap(([, event]) => (at(event, 'type') === type ? [event] : []))
  }
  const before = (await known()).length
  await happens()
  const events = await until(known, (all) => all.length > before, WAIT_SECONDS)
  return (member) => String(at(events.at(-1), 'data', member))
}
