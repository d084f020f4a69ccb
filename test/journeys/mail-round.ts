import { setTimeout as sleep } from 'node:timers/promises'
import { WEBHOOK_APIS } from '../../activities/operations/webhook-apis.ts'
import { at, httpClient, membersOf } from '../support/http.ts'
import { succeeded } from './newcomer.ts'
import { accountsCalled, keyOf, raisedBy, type RaisedEvent, type Round, send } from './round.ts'
import { inboxOfDomain } from './senders.ts'

export type MailProvider = 'agentmail' | 'resend'

interface Sender {
  readonly round: Round
  readonly provider: MailProvider
  readonly inbox_id: string
  readonly address: string
}

interface Sent {
  readonly message_id: unknown
  readonly person: string
}

/**
 * An inbox is made and sends; where it receives, a person replies and is answered. Then, for each thing that can become
 * of a mail: the events that it raises, the reason of a suppression, and the outcome of the next send then.
 */
export const mailRound = (round: Round, provider: MailProvider) =>
  accountsCalled(round, provider, async () => {
    const sender = await senderOf(round, provider)
    const { run, shown } = await mailTo(sender, 'reader')
    const answered = provider === 'agentmail' ? await answerIn(sender, run.result) : null
    const endings: Record<string, unknown> = {}
    for (const [name, happens] of endingsOf(sender)) endings[name] = await endingOf(sender, name, happens)
    return { sent: shown, answered, endings }
  })

async function senderOf(round: Round, provider: MailProvider): Promise<Sender> {
  const { stage, account } = round
  const { live } = round.customer
  if (provider === 'resend') {
    const inbox = { username: 'sales', domain: `mail.${account}-round.example.com` }
    const inbox_id = await inboxOfDomain(live, stage, inbox)
    return { round, provider, inbox_id, address: `${inbox.username}@${inbox.domain}` }
  }
  const inbox = succeeded(await live.post('/v1/email/inboxes', { username: `${account}-round` }))
  return { round, provider, inbox_id: String(inbox.at('inbox_id')), address: String(inbox.at('address')) }
}

const personOf = ({ round, provider }: Sender, name: string): string =>
  `${name}-${provider}-${round.account}@example.com`

const mailTo = (sender: Sender, name: string, more: object = {}) =>
  send(sender.round, 'email.send', {
    inbox_id: sender.inbox_id,
    to: personOf(sender, name),
    subject: 'A question',
    text: 'Do you have a minute?',
    ...more,
  })

/** A person answers a mail, and the customer answers the person. */
async function answerIn(sender: Sender, sent: unknown) {
  const [received] = await raisedBy(sender.round, () =>
    sender.round.stage.happen('agentmail', 'mail_arrives', {
      to: sender.address,
      from: personOf(sender, 'reader'),
      in_reply_to: at(sent, 'message_id'),
    }),
  )
  const { run, shown } = await mailTo(sender, 'reader', { in_reply_to: received?.of('message_id') })
  const threads = new Set([at(sent, 'thread_id'), received?.of('thread_id'), at(run.result, 'thread_id')])
  return [received?.type, ...shown, threads.size]
}

type Happens = (sender: Sender, sent: Sent) => Promise<unknown>

/** Each report that the service wants of the provider's webhooks, and each way to unsubscribe. */
function endingsOf({ provider }: Sender): readonly (readonly [name: string, happens: Happens])[] {
  const hook = WEBHOOK_APIS[provider]?.body({ url: '', name: '', kind: '', secret: '' })
  const wanted = [at(hook, 'events') ?? at(hook, 'event_types')]
    .flat()
    .map((type) => String(type).replace(/^\w+\./, ''))
  const reports = wanted
    .filter((report) => report !== 'received')
    .map((report): [string, Happens] => [
      report,
      ({ round }, { message_id }) => round.stage.happen(provider, report, { message_id, email_id: message_id }),
    ])
  const ways: readonly [string, Happens][] = [
    ['one click', clickOn],
    ['a mail', writeTo],
  ]
  return [...reports, ...(provider === 'agentmail' ? ways : ways.slice(0, 1))]
}

/** Four sends a second are allowed; a run that meets the limit waits longer. */
const RESEND_PACE_MS = 260

async function endingOf(sender: Sender, name: string, happens: Happens) {
  const person = name.replace(' ', '-')
  if (sender.provider === 'resend') await sleep(RESEND_PACE_MS)
  const { run } = await mailTo(sender, person)
  const sent = { message_id: at(run.result, 'message_id'), person: personOf(sender, person) }
  const events: readonly RaisedEvent[] = await raisedBy(sender.round, () => happens(sender, sent))
  const reason = await reasonOf(sender, sent)
  return [...events.map(({ type }) => type), reason, reason === null ? null : (await mailTo(sender, person)).code]
}

async function reasonOf({ round }: Sender, { person }: Sent): Promise<unknown> {
  const listed = succeeded(await round.customer.live.get('/v1/suppressions'))
  const [, suppression] = membersOf(listed.at('items')).find(([, one]) => at(one, 'subject') === person) ?? []
  return at(suppression, 'reason') ?? null
}

/** `List-Unsubscribe` of a mail, as the provider's account has it. */
async function headerOf({ round, provider, address }: Sender, { message_id }: Sent): Promise<string> {
  const id = encodeURIComponent(String(message_id))
  const path = provider === 'resend' ? `/emails/${id}` : `/v0/inboxes/${address}/messages/${id}`
  const mail = await httpClient(`${round.stage.twins.url}/${provider}`, keyOf(round, provider)).get(path)
  return String(succeeded(mail).at('headers', 'List-Unsubscribe'))
}

async function clickOn(sender: Sender, sent: Sent): Promise<void> {
  const [, link = 'no link'] = /<(https?:[^>]+)>/.exec(await headerOf(sender, sent)) ?? []
  const clicked = await fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  if (clicked.status !== 200) throw new Error(`the click was answered ${clicked.status}`)
}

async function writeTo(sender: Sender, sent: Sent): Promise<void> {
  const [, to = '', subject = ''] = /<mailto:([^?>]+)\?subject=([^>&]+)>/.exec(await headerOf(sender, sent)) ?? []
  await sender.round.stage.happen('agentmail', 'mail_arrives', {
    to: decodeURI(to),
    from: sent.person,
    subject: decodeURIComponent(subject),
  })
}
