import { randomUUID } from 'node:crypto'
import type { Body, ValueDescription } from '../../../domain/catalog/endpoint.ts'
import type { Json } from '../../../domain/json/json.ts'
import { fixture } from '../../fixtures/load.ts'
import { member } from '../kit/recorded.ts'
import type { Declared, Handler, Twin, TwinCall, TwinReply } from '../kit/twin.ts'
import { happenings, idOf } from './happenings.ts'
import { connect, type Connected, networkOf, newChat, write } from './network.ts'
import { deleteWebhook, listWebhooks, makeWebhook, NEW_WEBHOOK } from './webhooks.ts'

const refusal = (status: number, type: string, detail: string): TwinReply => ({
  status,
  json: { status, type: `errors/${type}`, title: detail, detail },
})
const MISSING = refusal(404, 'resource_not_found', 'The requested resource was not found.')
const BASE_PATH = '/api/v1'
const NETWORKS = ['LINKEDIN', 'INSTAGRAM', 'WHATSAPP', 'GOOGLE']

const text: ValueDescription = { type: 'string' }
const body = (encoding: Body['encoding'], required: readonly string[], properties: Body['properties']): Declared => ({
  body: { type: 'object', encoding, needed: true, required, properties },
})

const textOf = (value: Json): string => (typeof value === 'string' ? value : '')

/** The account of a call, if it works; otherwise the refusal. */
function sender({ account }: TwinCall, id: string): Connected | TwinReply {
  const connected = networkOf(account).accounts.get(id)
  if (connected === undefined) return refusal(404, 'resource_not_found', 'Account not found')
  return connected.status === 'OK' ? connected : fixture('unipile/disconnected')
}

const isReply = (value: Connected | TwinReply): value is TwinReply => !('type' in value)

const openLink: Handler = ({ account, body: sent, baseUrl }) => {
  const token = randomUUID()
  const [type = ''] = [member(sent, 'providers')].flat().map((one) => textOf(one))
  if (!NETWORKS.includes(type)) return refusal(400, 'invalid_parameters', 'providers: no such network')
  networkOf(account).links.set(token, {
    type,
    notifyUrl: textOf(member(sent, 'notify_url')),
    name: textOf(member(sent, 'name')),
    again: textOf(member(sent, 'reconnect_account')) || null,
  })
  return { status: 201, json: { object: 'HostedAuthUrl', url: `${baseUrl}/connect/${token}` } }
}

const html = (content: string, status = 200): TwinReply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  text: `<!doctype html><title>Twin of Unipile</title><h1>Twin of Unipile</h1>${content}`,
})

const linkOf = ({ accounts, path }: TwinCall) => {
  const network = accounts.map(networkOf).find(({ links }) => links.has(path['token'] ?? ''))
  const link = network?.links.get(path['token'] ?? '')
  return network === undefined || link === undefined ? null : { network, link }
}

/** A person signs in: the account is connected, and the URL of the link is called. */
const signIn: Handler = async (call) => {
  const opened = linkOf(call)
  if (opened === null) return html('<p>This link has been used.</p>', 404)
  const { network, link } = opened
  network.links.delete(call.path['token'] ?? '')
  const account = connect(network, link)
  const response = await fetch(link.notifyUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      status: link.again === null ? 'CREATION_SUCCESS' : 'RECONNECTED',
      account_id: account.id,
      name: link.name,
    }),
  })
  return html(
    response.ok ? '<p>The account is connected.</p>' : '<p>The account could not be connected.</p>',
    response.ok ? 200 : 502,
  )
}

const presented = ({ id, type, name, status }: Connected) => ({
  object: 'Account',
  id,
  type,
  name,
  created_at: '2026-11-20T09:30:00.000Z',
  sources: [{ id: `${id}_MESSAGING`, status }],
})

const readAccount: Handler = ({ account, path }) => {
  const found = networkOf(account).accounts.get(path['id'] ?? '')
  return found === undefined ? MISSING : { json: presented(found) }
}

const readProfile: Handler = (call) => {
  const account = sender(call, call.query.get('account_id') ?? '')
  if (isReply(account)) return account
  const name = call.path['identifier'] ?? ''
  if (/no-match/.test(name)) return refusal(422, 'invalid_recipient', 'Recipient cannot be reached')
  const known = fixture(account.type === 'INSTAGRAM' ? 'unipile/instagram-profile' : 'unipile/profile')
  const ids = account.type === 'INSTAGRAM' ? {} : { provider_id: idOf(name) }
  return { json: { ...Object.assign({}, known.json), ...ids, public_identifier: name } }
}

const invite: Handler = (call) => {
  const account = sender(call, textOf(member(call.body, 'account_id')))
  if (isReply(account)) return account
  const { invited } = networkOf(call.account)
  const invitation = `${account.id} ${textOf(member(call.body, 'provider_id'))}`
  if (invited.has(invitation)) return fixture('unipile/already-invited')
  invited.add(invitation)
  return { status: 201, json: { object: 'UserInvitationSent', invitation_id: randomUUID(), usage: invited.size } }
}

const startChat: Handler = (call) => {
  const account = sender(call, textOf(member(call.body, 'account_id')))
  if (isReply(account)) return account
  const [attendee = ''] = [member(call.body, 'attendees_ids')].flat().map((one) => textOf(one))
  const chat = newChat(networkOf(call.account), account.id, attendee)
  const message_id = write(chat, textOf(member(call.body, 'text')), true)
  return { status: 201, json: { object: 'ChatStarted', chat_id: chat.id, message_id } }
}

const readChat: Handler = ({ account, path }) => {
  const chat = networkOf(account).chats.get(path['chat_id'] ?? '')
  if (chat === undefined) return MISSING
  const type = networkOf(account).accounts.get(chat.account)?.type ?? null
  return {
    json: { object: 'Chat', id: chat.id, account_id: chat.account, account_type: type, type: 0, unread_count: 0 },
  }
}

const writeInto: Handler = (call) => {
  const chat = networkOf(call.account).chats.get(call.path['chat_id'] ?? '')
  if (chat === undefined) return MISSING
  const account = sender(call, chat.account)
  if (isReply(account)) return account
  return {
    status: 201,
    json: { object: 'MessageSent', message_id: write(chat, textOf(member(call.body, 'text')), true) },
  }
}

/** Recipients are a JSON list of `{identifier}` in a form field. */
const sendMail: Handler = (call) => {
  const account = sender(call, textOf(member(call.body, 'account_id')))
  if (isReply(account)) return account
  if (account.type !== 'GOOGLE') return refusal(400, 'invalid_account', 'The account sends no mail.')
  const listed = member(call.body, 'to')
  const to: Json = typeof listed === 'string' ? JSON.parse(listed) : listed
  const { mails, keys } = networkOf(call.account)
  const key = call.headers['idempotency-key']?.toString()
  const before = key === undefined ? undefined : keys.get(key)
  if (before !== undefined) return emailSent(before)
  const parent = textOf(member(call.body, 'reply_to'))
  const answered = mails.get(parent)
  if (parent !== '' && answered === undefined) return refusal(422, 'invalid_parameters', 'reply_to: no such mail')
  const id = `mail_${randomUUID()}`
  if (key !== undefined) keys.set(key, id)
  mails.set(id, {
    id,
    account: account.id,
    to: [to].flat().map((one) => textOf(member(one, 'identifier'))),
    subject: textOf(member(call.body, 'subject')),
    body: textOf(member(call.body, 'body')),
    messageId: `<${randomUUID()}@mail.example>`,
    threadId: answered?.threadId ?? randomUUID(),
  })
  return emailSent(id)
}

const emailSent = (id: string): TwinReply => ({
  status: 201,
  json: { object: 'EmailSent', tracking_id: id, provider_id: id },
})

export const unipile: Twin = {
  slug: 'unipile',
  basePath: BASE_PATH,
  auth: { scheme: 'header', name: 'X-API-KEY', required: true },
  reportsAs: 'unipile',
  refusals: {
    unauthorized: fixture('unipile/key-refused'),
    notFound: MISSING,
    invalid: (fault) => refusal(400, 'invalid_parameters', fault),
    outOfCredit: refusal(402, 'subscription_required', 'The subscription has ended.'),
    rateLimited: fixture('unipile/rate-limited'),
  },
  pages: {
    'GET /connect': (call) =>
      linkOf(call) === null
        ? html('<p>This link has been used.</p>', 404)
        : html('<form method="post"><button>Connect an invented account</button></form>'),
    'POST /connect': signIn,
  },
  routes: {
    'POST /hosted/accounts/link': openLink,
    'GET /accounts': ({ account }) => ({
      json: { object: 'AccountList', items: [...networkOf(account).accounts.values()].map(presented), cursor: null },
    }),
    'GET /accounts/{id}': readAccount,
    'DELETE /accounts/{id}': ({ account, path }) =>
      networkOf(account).accounts.delete(path['id'] ?? '') ? { json: { object: 'AccountDeleted' } } : MISSING,
    'GET /users/{identifier}': readProfile,
    'POST /users/invite': invite,
    'POST /chats': startChat,
    'GET /chats/{chat_id}': readChat,
    'POST /chats/{chat_id}/messages': writeInto,
    'POST /emails': sendMail,
    'POST /webhooks': makeWebhook,
    'GET /webhooks': listWebhooks,
    'DELETE /webhooks/{id}': deleteWebhook(MISSING),
  },
  // The catalog has no document of this provider: these facts are those of its client.
  declared: {
    'POST /hosted/accounts/link': body('json', ['type', 'providers', 'api_url', 'expiresOn'], {
      type: { type: 'string', enum: ['create', 'reconnect'] },
      providers: { type: 'array', items: 'string' },
      api_url: text,
      expiresOn: text,
      notify_url: text,
      name: text,
      reconnect_account: text,
    }),
    'POST /webhooks': NEW_WEBHOOK,
    'GET /users/{identifier}': { query: { properties: { account_id: text }, required: ['account_id'] } },
    'POST /users/invite': body('json', ['account_id', 'provider_id'], {
      account_id: text,
      provider_id: text,
      message: text,
    }),
    'POST /chats': body('multipart', ['account_id', 'attendees_ids'], { account_id: text, text }),
    'POST /chats/{chat_id}/messages': body('multipart', [], { text }),
    'POST /emails': body('multipart', ['account_id', 'to'], { account_id: text, subject: text, body: text }),
  },
  happenings,
}
