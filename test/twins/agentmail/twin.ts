import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { member } from '../kit/recorded.ts'
import type { Happening, Handler, Twin, TwinCall, TwinReply } from '../kit/twin.ts'
import { type Hook, hooksOf, makeHook } from '../kit/webhooks.ts'
import { type Mail, type Mailboxes, mailboxesOf, newMail, textOr, textsOf } from './mailbox.ts'

const refusal = (status: number, name: string, code: string, message: string): TwinReply => ({
  status,
  json: { name, code, message, docs: `https://docs.agentmail.to/errors#${code}` },
})
const MISSING = fixture('agentmail/not-found')
const DEFAULT_DOMAIN = 'agentmail.to'

/** The same `client_id` gives the same inbox; an address belongs to one account. */
const makeInbox: Handler = ({ account, accounts, body }) => {
  const { inboxes, domains } = mailboxesOf(account)
  const client = textOr(member(body, 'client_id'), randomUUID())
  const again = [...inboxes.values()].find(({ client_id }) => client_id === client)
  if (again !== undefined) return { json: again }
  const domain = textOr(member(body, 'domain'), DEFAULT_DOMAIN)
  const own = domains.get(domain)
  if (domain !== DEFAULT_DOMAIN && own?.status !== 'VERIFIED')
    return refusal(403, 'DomainNotVerifiedError', 'domain_not_verified', 'The domain is not verified.')
  const id = `${textOr(member(body, 'username'), randomUUID().slice(0, 8))}@${domain}`
  if (accounts.some((one) => mailboxesOf(one).inboxes.has(id)))
    return refusal(403, 'IsTakenError', 'is_taken', 'Inbox is already taken')
  const now = new Date().toISOString()
  const inbox: JsonObject = {
    pod_id: '00000000-0000-4000-8000-0000000000bb',
    inbox_id: id,
    display_name: member(body, 'display_name'),
    client_id: client,
    created_at: now,
    updated_at: now,
  }
  inboxes.set(id, inbox)
  return { json: inbox }
}

/** A key is answered with its first send; another request under it is refused. */
const keyed =
  (send: (call: TwinCall, boxes: Mailboxes, inbox: string) => Mail | TwinReply): Handler =>
  async (call) => {
    const boxes = mailboxesOf(call.account)
    const inbox = call.path['inbox_id'] ?? ''
    if (!boxes.inboxes.has(inbox)) return MISSING
    const key = call.headers['idempotency-key']?.toString()
    const request = JSON.stringify([call.route, call.path, call.body])
    const before = key === undefined ? undefined : boxes.sent.get(key)
    if (before !== undefined)
      return before.request === request ? { json: before.answer } : fixture('agentmail/conflict')
    const made = send(call, boxes, inbox)
    if (!('message_id' in made)) return made
    const answer = { message_id: made.message_id, thread_id: made.thread_id }
    if (key !== undefined) boxes.sent.set(key, { request, answer })
    return { json: answer }
  }

const BLOCKED = /blocked@/i

const contentOf = ({ body }: TwinCall) => ({
  to: textsOf(member(body, 'to')),
  cc: textsOf(member(body, 'cc')),
  bcc: textsOf(member(body, 'bcc')),
  text: textOr(member(body, 'text'), ''),
  html: textOr(member(body, 'html'), '') || null,
  headers: headersOf(member(body, 'headers')),
})

const headersOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

const sendNew = keyed((call, boxes, inbox) => {
  const content = contentOf(call)
  if (content.to.length === 0) return refusal(400, 'ValidationError', 'validation_error', 'to: a recipient is needed')
  if (content.to.some((address) => BLOCKED.test(address))) return fixture('agentmail/rejected')
  return newMail(boxes, inbox, { ...content, subject: textOr(member(call.body, 'subject'), '') })
})

const reply = keyed((call, boxes, inbox) => {
  const answered = boxes.mails.get(call.path['message_id'] ?? '')
  if (answered === undefined || answered.inbox_id !== inbox) return MISSING
  const content = contentOf(call)
  const to = content.to.length > 0 ? content.to : [answered.from]
  return newMail(boxes, inbox, { ...content, to, in_reply_to: answered.message_id })
})

const mailsOf = ({ account, path }: TwinCall): Mail[] =>
  [...mailboxesOf(account).mails.values()].filter(({ inbox_id }) => inbox_id === path['inbox_id'])

const found = (value: unknown): TwinReply => (value === undefined ? MISSING : { json: value })

/** A mail arrives: `{to, from, subject, text, in_reply_to, headers}`. */
const mailArrives: Happening = async (what, { accounts, report }) => {
  const inbox = textOr(what.to ?? null, '')
  const owner = accounts.find((account) => mailboxesOf(account).inboxes.has(inbox))
  if (owner === undefined) return { status: 404, json: { error: `"to" names no inbox: ${inbox || 'it is missing'}.` } }
  const mail = newMail(mailboxesOf(owner), inbox, {
    labels: ['received', 'unread'],
    from: textOr(what.from ?? null, 'Robin Sample <robin.sample@example.com>'),
    to: [inbox],
    subject: textOr(what.subject ?? null, 'A question'),
    text: textOr(what.text ?? null, 'Thank you.'),
    in_reply_to: textOr(what.in_reply_to ?? null, '') || null,
    headers: headersOf(what.headers),
  })
  const { headers, in_reply_to, ...shown } = mail
  await report(
    {
      type: 'event',
      event_type: 'message.received',
      event_id: `evt_${randomUUID()}`,
      message: {
        ...shown,
        labels: [...mail.labels],
        to: [...mail.to],
        cc: [],
        bcc: [],
        preview: mail.text.slice(0, 100),
        size: mail.text.length,
        ...(in_reply_to === null ? {} : { in_reply_to, references: [in_reply_to] }),
        ...(Object.keys(headers ?? {}).length === 0 ? {} : { headers }),
        updated_at: mail.timestamp,
        created_at: mail.timestamp,
      },
      thread: { inbox_id: inbox, thread_id: mail.thread_id, labels: ['received'], timestamp: mail.timestamp },
    },
    owner,
  )
  return { json: { message_id: mail.message_id, thread_id: mail.thread_id } }
}

/** What became of a sent mail: `{message_id}`. */
const reported =
  (type: string, name: string, more: (mail: Mail, what: JsonObject) => JsonObject): Happening =>
  async (what, { accounts, report }) => {
    const id = textOr(what.message_id ?? null, '')
    const owner = accounts.find((account) => mailboxesOf(account).mails.has(id))
    const mail = owner === undefined ? undefined : mailboxesOf(owner).mails.get(id)
    if (mail === undefined) return { status: 404, json: { error: 'There is no such message.' } }
    const { inbox_id, thread_id, message_id } = mail
    await report(
      {
        type: 'event',
        event_type: type,
        event_id: `evt_${randomUUID()}`,
        [name]: { inbox_id, thread_id, message_id, timestamp: new Date().toISOString(), ...more(mail, what) },
      },
      owner,
    )
    return { json: { message_id } }
  }

/** As the provider's documents show a bounce: they have a recipient with the status `bounced`, and no code. */
const bounced = ({ to }: Mail, { type = null, sub_type = null, status = null }: JsonObject): JsonObject => ({
  type: textOr(type, 'Permanent'),
  sub_type: textOr(sub_type, 'General'),
  recipients: to.map((address) => ({ address, status: textOr(status, 'bounced') })),
})

const shownHook = ({ id, url, secret, name, shown }: Hook): JsonObject => ({
  ...shown,
  webhook_id: id,
  url,
  secret,
  client_id: name,
  enabled: true,
  updated_at: shown.created_at ?? null,
})

export const agentmail: Twin = {
  slug: 'agentmail',
  reportsAs: 'agentmail',
  refusals: {
    unauthorized: refusal(403, 'ForbiddenError', 'forbidden', 'Forbidden'),
    notFound: MISSING,
    invalid: (fault) => refusal(400, 'ValidationError', 'validation_error', fault),
    outOfCredit: refusal(403, 'LimitExceededError', 'limit_exceeded', 'The plan allows no more of it.'),
    rateLimited: fixture('agentmail/rate-limited'),
  },
  routes: {
    'POST /v0/webhooks': makeHook({ url: 'url', name: 'client_id', made: (hook) => ({ json: shownHook(hook) }) }),
    'GET /v0/webhooks': ({ account }) => {
      const webhooks = [...hooksOf(account).values()].map(shownHook)
      return { json: { count: webhooks.length, webhooks } }
    },
    'DELETE /v0/webhooks/{webhook_id}': ({ account, path }) =>
      hooksOf(account).delete(path['webhook_id'] ?? '') ? { status: 204, text: '' } : MISSING,
    'GET /v0/inboxes': ({ account }) => {
      const inboxes = [...mailboxesOf(account).inboxes.values()]
      return { json: { count: inboxes.length, inboxes } }
    },
    'POST /v0/inboxes': makeInbox,
    'GET /v0/inboxes/{inbox_id}': ({ account, path }) =>
      found(mailboxesOf(account).inboxes.get(path['inbox_id'] ?? '')),
    'DELETE /v0/inboxes/{inbox_id}': ({ account, path }) =>
      mailboxesOf(account).inboxes.delete(path['inbox_id'] ?? '') ? { status: 202, json: {} } : MISSING,
    'POST /v0/inboxes/{inbox_id}/messages/send': sendNew,
    'POST /v0/inboxes/{inbox_id}/messages/{message_id}/reply': reply,
    'GET /v0/inboxes/{inbox_id}/messages': (call) => {
      const messages = mailsOf(call)
      return { json: { count: messages.length, messages } }
    },
    'GET /v0/inboxes/{inbox_id}/messages/{message_id}': (call) =>
      found(mailsOf(call).find(({ message_id }) => message_id === call.path['message_id'])),
  },
  happenings: {
    mail_arrives: mailArrives,
    delivered: reported('message.delivered', 'delivery', ({ to }) => ({ recipients: [...to] })),
    bounced: reported('message.bounced', 'bounce', bounced),
    complained: reported('message.complained', 'complaint', ({ to }) => ({
      type: 'abuse',
      sub_type: 'abuse',
      recipients: [...to],
    })),
    rejected: reported('message.rejected', 'reject', () => ({ reason: 'Bad content' })),
  },
}
