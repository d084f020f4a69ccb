import { readSubject } from '../identity/read.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { type RawRequest, targetOf } from '../raw/request.ts'
import { asWritten, EMAIL_FIELDS, type Recipient, type Send } from './recipients.ts'

/**
 * `fields`: the members of a raw body that name its recipients. `draft`: the message is only stored, unless `send_at`
 * schedules it. A draft that names recipients counts as a send to them, because the call that sends it names none.
 */
interface SendKind {
  readonly fields: readonly string[]
  readonly reply?: true
  readonly draft?: true
  /** Whether a message also goes to recipients that are stored at the provider. */
  readonly stored?: (message: JsonObject) => boolean
}

const isSet = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== false

const MESSAGE: SendKind = { fields: EMAIL_FIELDS }
const REPLY: SendKind = {
  ...MESSAGE,
  reply: true,
  stored: (message) => addressesIn(message['to']).length === 0 || isSet(message['reply_all']),
}
const REPLY_TO_ALL: SendKind = { ...REPLY, stored: () => true }
const DRAFT: SendKind = { ...MESSAGE, draft: true }
/** Of the fields that the change leaves out, the stored recipients stay. */
const DRAFT_CHANGE: SendKind = { ...DRAFT, stored: (message) => isSet(message['send_at']) }
const EVENT: SendKind = { fields: ['email'], stored: (message) => isSet(message['contact_id']) }

/** Raw endpoints that write to the recipients in their body; they are called only with the workspace's own key. */
const SENDS: Readonly<Record<string, SendKind>> = {
  'agentmail POST /v0/inboxes/{inbox_id}/messages/send': MESSAGE,
  'agentmail POST /v0/inboxes/{inbox_id}/messages/{message_id}/forward': MESSAGE,
  'agentmail POST /v0/inboxes/{inbox_id}/messages/{message_id}/reply': REPLY,
  'agentmail POST /v0/inboxes/{inbox_id}/messages/{message_id}/reply-all': REPLY_TO_ALL,
  'agentmail POST /v0/inboxes/{inbox_id}/drafts': DRAFT,
  'agentmail PATCH /v0/inboxes/{inbox_id}/drafts/{draft_id}': DRAFT_CHANGE,
  'resend POST /emails': MESSAGE,
  'resend POST /emails/batch': MESSAGE,
  'resend POST /events/send': EVENT,
}

/** Raw endpoints that send to people that only the provider knows. */
const SENDS_TO_STORED = new Set([
  'agentmail POST /v0/inboxes/{inbox_id}/drafts/{draft_id}/send',
  'resend POST /broadcasts/{id}/send',
  'apollo POST /emailer_messages/{id}/send_now',
  'apollo POST /emailer_campaigns/{sequence_id}/add_contact_ids',
  'apollo POST /emailer_campaigns/{sequence_id}/approve',
])
/** It creates a broadcast, and sends it if its body says so. */
const CREATES_BROADCAST = 'resend POST /broadcasts'

/** More than any of these endpoints takes in one call. */
const RECIPIENTS_MAX = 5_000

type Call = Pick<RawRequest, 'provider' | 'method' | 'endpoint'>

const nameOf = (request: Call): string => `${request.provider} ${targetOf(request)}`

/** A raw run as a send, or null if its input names no recipient to write to (Spec 4.8). */
export function sendOfRaw(request: Call, input: Json): Send | null {
  const kind = SENDS[nameOf(request)]
  if (kind === undefined) return null
  const named = messagesIn(input).flatMap((message) => namedIn(kind, message))
  if (named.length === 0 && kind.draft === true) return null
  const recipients = new Map(
    named.slice(0, RECIPIENTS_MAX).map((address) => [address, { kind: 'email', value: address } satisfies Recipient]),
  )
  return { channel: 'email', recipients: [...recipients.values()], chat_id: null, reply: kind.reply === true }
}

/** Whether a raw run sends to people that only the provider knows, so that no guard can check them (Spec 4.8). */
export function sendsUnchecked(request: Call, input: Json): boolean {
  const name = nameOf(request)
  if (SENDS_TO_STORED.has(name)) return true
  if (name === CREATES_BROADCAST)
    return messagesIn(input).some(({ send, scheduled_at }) => isSet(send) || isSet(scheduled_at))
  const kind = SENDS[name]
  if (kind === undefined) return false
  return messagesIn(input).some(
    (message) =>
      kind.stored?.(message) === true ||
      (namedIn(kind, message).length === 0 && (kind.draft !== true || isSet(message['send_at']))),
  )
}

const messagesIn = (input: Json): JsonObject[] => (Array.isArray(input) ? input : [input]).filter(isJsonObject)
const namedIn = ({ fields }: SendKind, message: JsonObject): string[] =>
  fields.flatMap((field) => addressesIn(message[field]))

/** `a@example.com`, `Ada <a@example.com>`, several of them in one text, and lists of these. */
export function addressesIn(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn)
  if (typeof value !== 'string') return []
  const bracketed = [...value.matchAll(/<([^<>]+)>/g)].map(([, address = '']) => address)
  const written = bracketed.length > 0 ? bracketed : value.split(/[,;]/)
  return written
    .map((address) => address.trim())
    .filter((address) => address !== '')
    .map((address) => readSubject(address, 'email')?.value ?? asWritten(address))
}
