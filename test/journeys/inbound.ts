import { at, membersOf } from '../support/http.ts'
import { until } from '../support/until.ts'
import { type Newcomer, succeeded } from './newcomer.ts'
import type { Senders } from './senders.ts'
import type { Stage } from './stage.ts'

/** Every event that a provider's message raises. */
export const INBOUND_EVENTS = [
  'account.disconnected',
  'account.reconnected',
  'email.bounced',
  'email.complained',
  'email.delivered',
  'email.received',
  'email.rejected',
  'gmail.received',
  'instagram.message_received',
  'linkedin.message_received',
  'linkedin.new_connection',
  'whatsapp.message_received',
] as const

const WAIT_SECONDS = 30

/** Lets everything happen at the providers that they report, and answers the types of the events that were raised. */
export async function happenAll({ happen }: Stage, customer: Newcomer, { inbox }: Senders): Promise<string[]> {
  const listed = succeeded(await customer.live.get('/v1/email/inboxes'))
  const address = String(listed.at('items', '0', 'address'))
  const sent = await customer.runs.run({
    capability: 'email.send',
    input: { inbox_id: inbox, to: 'robin-reported@example.com', subject: 'A question', text: 'Hello Robin.' },
    routing: { provider: 'agentmail' },
  })
  const { body: run } = await customer.runs.get(sent.body.run_id, 30)
  const message_id = at(run.result, 'message_id')
  await happen('agentmail', 'mail_arrives', { to: address })
  for (const report of ['delivered', 'bounced', 'complained', 'rejected'])
    await happen('agentmail', report, { message_id })
  for (const network of ['LINKEDIN', 'INSTAGRAM', 'WHATSAPP']) await happen('unipile', 'message_arrives', { network })
  await happen('unipile', 'mail_arrives', { network: 'GOOGLE' })
  await happen('unipile', 'relation_begins', { network: 'LINKEDIN' })
  await happen('unipile', 'status_changes', { network: 'WHATSAPP', status: 'CREDENTIALS' })
  await until(
    () => typesOf(customer),
    (types) => types.includes('account.disconnected'),
  )
  await happen('unipile', 'status_changes', { network: 'WHATSAPP', status: 'OK' })
  return until(
    () => typesOf(customer),
    (types) => types.length >= INBOUND_EVENTS.length,
    WAIT_SECONDS,
  )
}

async function typesOf({ live }: Newcomer): Promise<string[]> {
  const answer = succeeded(await live.get('/v1/events?limit=100'))
  const types = membersOf(answer.at('items')).map(([, event]) => String(at(event, 'type')))
  return [...new Set(types)].filter((type) => INBOUND_EVENTS.some((one) => one === type)).toSorted()
}
