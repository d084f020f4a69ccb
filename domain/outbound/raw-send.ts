import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { targetOf } from '../raw/request.ts'
import { type Call, startedActor } from './actor-names.ts'
import { readMessageId } from './message-id.ts'
import { EVENT_MEMBERS, MESSAGE_MEMBERS, namesRecipients, unknownName } from './message-names.ts'
import { EMAIL_FIELDS, type Recipient, type Send } from './recipients.ts'
import { type WrittenAddresses, writtenAddresses } from './written-addresses.ts'

/**
 * `fields`: the members of a raw body that name its recipients. `members`: all that are documented. `draft`: the
 * message is only stored, unless `send_at` schedules it. A draft that names recipients counts as a send to them,
 * because the call that sends it names none.
 */
interface SendKind {
  readonly fields: readonly string[]
  readonly members: ReadonlySet<string>
  readonly reply?: true
  readonly draft?: true
  /** Whether a message also goes to recipients that are stored at the provider. */
  readonly stored?: (message: JsonObject) => boolean
}

const isSet = (value: Json | undefined): boolean => value !== undefined && value !== null && value !== false

const repliesToAll = (message: JsonObject): boolean => isSet(message['reply_all'])

const MESSAGE: SendKind = { fields: EMAIL_FIELDS, members: MESSAGE_MEMBERS }
const REPLY: SendKind = {
  ...MESSAGE,
  reply: true,
  stored: (message) => writtenAddresses([message['to']]).addresses.length === 0 || repliesToAll(message),
}
const REPLY_TO_ALL: SendKind = { ...REPLY, stored: () => true }
const DRAFT: SendKind = { ...MESSAGE, draft: true, stored: repliesToAll }
/** Of the fields that the change leaves out, the stored recipients stay. */
const DRAFT_CHANGE: SendKind = { ...DRAFT, stored: (message) => isSet(message['send_at']) || repliesToAll(message) }
const EVENT: SendKind = {
  fields: ['email'],
  members: EVENT_MEMBERS,
  stored: (message) => isSet(message['contact_id']),
}

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
/**
 * A broadcast is sent at once or later, and an automation or a sequence writes to its people, if the call requests it.
 */
const SENDS_IF: Readonly<Record<string, (message: JsonObject) => boolean>> = {
  'resend POST /broadcasts': ({ send, scheduled_at }) => isSet(send) || isSet(scheduled_at),
  'resend POST /automations': ({ status }) => isSet(status) && status !== 'disabled',
  'resend PATCH /automations/{automation_id}': ({ status }) => isSet(status) && status !== 'disabled',
  'apollo POST /sequences': ({ active }) => isSet(active),
  'apollo PUT /sequences/{id}': ({ active }) => isSet(active),
}

/** Its input is its own, so its recipients are not known, but those of a mail are guarded. */
const SENDING_ACTOR: SendKind = { ...MESSAGE }

/** More than any of these endpoints takes in one call. */
const RECIPIENTS_MAX = 5_000

export const nameOf = (request: Call): string => `${request.provider} ${targetOf(request)}`

function kindOf(request: Call): SendKind | undefined {
  const known = SENDS[nameOf(request)]
  if (known !== undefined) return known
  return startedActor(request) === 'sends' ? SENDING_ACTOR : undefined
}

/** A raw run as a send, or null if its input names no recipient to write to (Spec 4.8). */
export function sendOfRaw(request: Call, input: Json): Send | null {
  const kind = kindOf(request)
  if (kind === undefined) return null
  const named = messagesIn(input).flatMap((message) => namedIn(kind, message))
  if (named.length === 0 && kind.draft === true) return null
  const recipients = new Map(
    named.slice(0, RECIPIENTS_MAX).map((address) => [address, { kind: 'email', value: address } satisfies Recipient]),
  )
  const answers = kind.reply === true ? request.path?.['message_id'] : null
  return {
    channel: 'email',
    recipients: [...recipients.values()],
    chat_id: null,
    reply: kind.reply === true,
    ...(typeof answers === 'string' && { answers: readMessageId(answers) }),
  }
}

/** Whether a raw run sends to people that only the provider knows, so that no guard can check them (Spec 4.8). */
export function sendsUnchecked(request: Call, input: Json): boolean {
  const name = nameOf(request)
  if (SENDS_TO_STORED.has(name)) return true
  const sendsIf = SENDS_IF[name]
  // Apollo reads members of the query as those of the body.
  if (sendsIf !== undefined) return [...messagesIn(input), request.query ?? {}].some(sendsIf)
  const kind = kindOf(request)
  if (kind === undefined) return false
  if (kind === SENDING_ACTOR || unknownNameOf(request, input) !== null) return true
  return messagesIn(input).some((message) => {
    const { addresses, isExact } = writtenIn(kind, message)
    return (
      !isExact ||
      kind.stored?.(message) === true ||
      (addresses.length === 0 && (kind.draft !== true || isSet(message['send_at'])))
    )
  })
}

const messagesIn = (input: Json): JsonObject[] => (Array.isArray(input) ? input : [input]).filter(isJsonObject)

/** Everyone that a message names, in its members and in its headers. */
function writtenIn({ fields }: SendKind, { headers, ...message }: JsonObject): WrittenAddresses {
  const members = fields.map((field) => message[field])
  if (!isJsonObject(headers)) {
    // Headers in another form than the documented one may name recipients that are not seen.
    const { addresses, isExact } = writtenAddresses(members)
    return { addresses, isExact: isExact && !isSet(headers) }
  }
  const named = Object.entries(headers).filter(([name]) => namesRecipients(name))
  return writtenAddresses([...members, ...named.map(([, value]) => value)])
}

const namedIn = (kind: SendKind, message: JsonObject): readonly string[] => writtenIn(kind, message).addresses

/** Whether a raw run names recipients in texts that are not exactly addresses, so that the provider may read others. */
export function namesUnreadable(request: Call, input: Json): boolean {
  const kind = kindOf(request)
  return kind !== undefined && messagesIn(input).some((message) => !writtenIn(kind, message).isExact)
}

/** The first name in a raw message in which its provider may read recipients that are not seen here; null: none. */
export function unknownNameOf(request: Call, input: Json): string | null {
  const kind = kindOf(request)
  if (kind === undefined || kind === SENDING_ACTOR) return null
  // None of these calls documents a query, and a provider may read its members as those of the body.
  const [inQuery] = Object.keys(request.query ?? {})
  const names = messagesIn(input).map((message) => unknownName(kind.members, message))
  return inQuery ?? names.find((name) => name !== null) ?? null
}
