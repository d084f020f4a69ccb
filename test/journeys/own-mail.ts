import { at, httpClient } from '../support/http.ts'
import { until } from '../support/until.ts'
import { ownKeyOf } from '../twins/kit/credential.ts'
import { hooksOf } from '../twins/kit/webhooks.ts'
import { type Newcomer, succeeded } from './newcomer.ts'
import { eventOf } from './replies.ts'
import { inboxOfDomain } from './senders.ts'
import type { Stage } from './stage.ts'

const PERSON = 'robin-own-mail@example.com'
const WAIT_SECONDS = 30

export const keyOf = ({ twins }: Stage, slug: string): string =>
  ownKeyOf(slug, 'mail', twins.world.twins.get(slug)?.auth)

/** Connects an own key, and answers whether its reports arrive. */
export async function connectOwn(stage: Stage, { session }: Newcomer, slug: string): Promise<unknown> {
  const connected = succeeded(await session.post(`/v1/connections/${slug}`, { api_key: keyOf(stage, slug) }))
  const listed = succeeded(await session.get('/v1/connections')).at('items', '0', 'receiving')
  return [connected.at('receiving'), connected.at('next_step'), listed]
}

async function sendFrom({ runs }: Newcomer, inbox_id: string, more: object = {}) {
  const { body } = await runs.run({
    capability: 'email.send',
    input: { inbox_id, to: PERSON, subject: 'A question', text: 'Do you have a minute?', ...more },
  })
  const run = body.done ? body : (await runs.get(body.run_id, WAIT_SECONDS)).body
  return { run, shown: [run.status, Number(run.billing.charged), run.billing.platform_funded] }
}

/**
 * A person writes to an inbox in the customer's own AgentMail account, and the customer answers with a mail by which
 * the person can unsubscribe at the inbox.
 */
export async function answersOwnMail(stage: Stage, customer: Newcomer) {
  const made = succeeded(await customer.live.post('/v1/email/inboxes', { username: 'own-mail' }))
  const to = String(made.at('address'))
  const received = await eventOf(customer, 'email.received', () =>
    stage.happen('agentmail', 'mail_arrives', { to, from: PERSON }),
  )
  const answer = await sendFrom(customer, String(made.at('inbox_id')), { in_reply_to: received('message_id') })
  const mail = await httpClient(`${stage.twins.url}/agentmail`, keyOf(stage, 'agentmail')).get(
    `/v0/inboxes/${to}/messages/${encodeURIComponent(String(at(answer.run.result, 'message_id')))}`,
  )
  const header = String(mail.at('headers', 'List-Unsubscribe'))
  return [
    ...answer.shown,
    at(answer.run.result, 'thread_id') === received('thread_id'),
    header.includes(`mailto:${to}`),
  ]
}

/** A mail from a domain in the customer's own Resend account bounces: its recipient is suppressed. */
export async function bouncesAtOwn(stage: Stage, customer: Newcomer) {
  const inbox = await inboxOfDomain(customer.live, stage, { username: 'sales', domain: 'mail.own-mail.example.com' })
  const sent = await sendFrom(customer, inbox, { to: 'gone-own-mail@example.com' })
  await stage.happen('resend', 'bounced', { email_id: at(sent.run.result, 'message_id') })
  await until(
    async () => (await customer.live.get('/v1/suppressions')).text,
    (listed) => listed.includes('gone-own-mail@example.com'),
    WAIT_SECONDS,
  )
  return sent.shown
}

/** The webhooks of the customer's own account. */
export const ownHooks = ({ twins, ...stage }: Stage, slug: string): readonly string[] => {
  const account = twins.world.twins.get(slug)?.accounts.get(keyOf({ twins, ...stage }, slug))
  return account === undefined ? [] : [...hooksOf(account).values()].map(({ url }) => new URL(url).pathname)
}
