import type { Run } from '../../api/schemas/run.ts'
import { connectAccount } from '../build/connected-account.ts'
import { at } from '../support/http.ts'
import { type Newcomer, succeeded } from './newcomer.ts'
import { keyOf, ownHooks } from './own-mail.ts'
import { eventOf } from './replies.ts'
import type { Stage } from './stage.ts'

const SENDER = 'robin-gmail-thread@example.com'
const STRANGER = 'kim-gmail-stranger@example.com'

/** A person writes to a connected Gmail account, and the customer answers; what the repeat guard says to others. */
export async function repliesOfGmail({ happen }: Stage, customer: Newcomer, account: string) {
  succeeded(await customer.session.post('/v1/features', { tables: true }))
  const received = await eventOf(customer, 'gmail.received', () =>
    happen('unipile', 'mail_arrives', { network: 'GOOGLE', from: `Robin <${SENDER}>` }),
  )
  const send = async (input: object): Promise<Run> => {
    const { body } = await customer.runs.run({
      capability: 'email.send',
      input: { to: SENDER, subject: 'Re: A question', text: 'Thank you.', ...input },
    })
    return body.done ? body : (await customer.runs.get(body.run_id, 30)).body
  }
  const answers = { in_reply_to: received('message_id') }
  const answered = await send(answers)
  const first = await send({ to: STRANGER, account_id: account })
  const second = await send({ to: STRANGER, account_id: account })
  const withStranger = await send({ ...answers, bcc: STRANGER })
  return {
    answered: [answered.status, answered.provider, at(answered.result, 'account_id'), at(answered.result, 'inbox_id')],
    first: first.status,
    second: second.error?.code,
    withStranger: withStranger.error?.code,
    again: (await send(answers)).status,
  }
}

const message = (person: string) => ({
  capability: 'linkedin.message',
  input: { profile_url: `https://www.linkedin.com/in/${person}`, text: 'Hello.' },
})
const listedIn = async ({ session }: Newcomer) => succeeded(await session.get('/v1/linkedin/accounts'))

/** Connects the customer's own Unipile account, and an account of LinkedIn in it, which sends a message. */
export async function ownUnipile(stage: Stage, customer: Newcomer) {
  const { twins } = stage
  const api_key = keyOf(stage, 'unipile')
  const own = { api_key, account: 'api12.unipile.com:14255' }
  const connected = succeeded(await customer.session.post('/v1/connections/unipile', own))
  await connectAccount(customer.session, 'linkedin')
  const listed = await listedIn(customer)
  const { body } = await customer.runs.run(message('robin-own'))
  const run = body.done ? body : (await customer.runs.get(body.run_id, 30)).body
  const last = twins.world.calls.findLast(({ twin }) => twin === 'unipile')
  return {
    listed: [listed.at('items', '0', 'account'), listed.at('items', '0', 'status')],
    sent: [run.status, run.billing.charged],
    calls: last?.account === api_key,
    receiving: connected.at('receiving'),
    hooks: ownHooks(stage, 'unipile').length,
  }
}

/** What happens in the account arrives: a message, a relation, a lost session; each once. */
export async function receivesInOwn({ happen }: Stage, customer: Newcomer) {
  const account_id = (await listedIn(customer)).at('items', '0', 'account_id')
  const kinds: readonly [type: string, happening: string, what: object][] = [
    ['linkedin.message_received', 'message_arrives', { network: 'LINKEDIN', text: 'Hello back.' }],
    ['linkedin.new_connection', 'relation_begins', { network: 'LINKEDIN' }],
    ['account.disconnected', 'status_changes', { network: 'LINKEDIN', status: 'CREDENTIALS' }],
    ['account.reconnected', 'status_changes', { network: 'LINKEDIN', status: 'OK' }],
  ]
  const arrived: unknown[] = []
  for (const [type, happening, what] of kinds) {
    const event = await eventOf(customer, type, () => happen('unipile', happening, what))
    arrived.push(event('account_id') === account_id)
  }
  return arrived
}

/** The same customer without the key: the account cannot send, and can still be removed. */
export async function refusedWithoutKey(customer: Newcomer) {
  succeeded(await customer.session.delete('/v1/connections/unipile'))
  const listed = await listedIn(customer)
  const { status } = await customer.runs.run(message('kim-own'))
  const removed = await customer.session.delete(
    `/v1/linkedin/accounts/${String(listed.at('items', '0', 'account_id'))}`,
  )
  return { listed: listed.at('items', '0', 'status'), sent: status, removed: removed.at('status') }
}
