import { readBounce } from '../bounces/reading.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import type { Headers } from '../replies/classes.ts'
import type { MailReport, MailReported, ReadInbound } from './message.ts'
import { textOr, written } from './html-text.ts'
import { bareAddress, incomplete, isComplete, mailId, name, names, object, text, time } from './wire.ts'

/** The length of a text's preview if the provider sends none. */
const PREVIEW_LENGTH = 200

const RECEIVED = 'message.received'

/**
 * A message of AgentMail's webhooks: `{type: "event", event_type, event_id, …}`. `at` is the time of receipt, ISO 8601,
 * for messages without a time.
 */
export function readAgentmail(body: unknown, { at }: { readonly at: string }): ReadInbound {
  if (!isJsonObject(body)) return { kind: 'malformed', member: '' }
  const known = { event_type: text(body['event_type']), event_id: name(body['event_id']) }
  if (!isComplete(known)) return incomplete(known)
  const { event_type: type, event_id: eventId } = known
  if (type === RECEIVED || type.startsWith(`${RECEIVED}.`))
    return received(body, { at, eventId, judged: type.slice(RECEIVED.length + 1) })
  switch (type) {
    case 'message.delivered':
      return reported(object(body['delivery']), { at, eventId, of: delivered })
    case 'message.bounced':
      return reported(object(body['bounce']), { at, eventId, of: troubled('email.bounced') })
    case 'message.complained':
      return reported(object(body['complaint']), { at, eventId, of: troubled('email.complained') })
    case 'message.rejected':
      return reported(object(body['reject']), { at, eventId, of: rejected })
    default:
      return { kind: 'nothing' }
  }
}

/** `judged` is the word behind `message.received.`: the provider's verdict on the mail, or an empty text. */
function received(
  body: JsonObject,
  { at, eventId, judged }: { at: string; eventId: string; judged: string },
): ReadInbound {
  const message = object(body['message'])
  const known = {
    message,
    inbox_id: name(message?.['inbox_id']),
    message_id: mailId(message?.['message_id']),
    from: text(message?.['from'] ?? message?.['from_']),
  }
  if (!isComplete(known)) return incomplete(known)
  const content = textOr(known.message['text'], known.message['html'])
  const labels = names(known.message['labels'])
  return {
    kind: 'event',
    eventId,
    message: {
      kind: 'mail_received',
      inbox: known.inbox_id,
      headers: headersOf(known.message['headers']),
      contentTypes: typesOf(known.message['attachments']),
      data: {
        message_id: known.message_id,
        thread_id: name(known.message['thread_id']),
        from: known.from,
        to: names(known.message['to']),
        cc: names(known.message['cc']),
        subject: text(known.message['subject']),
        preview: written(known.message['preview']) ?? (content === null ? null : beginning(content)),
        text: content,
        labels: judged === '' || labels.includes(judged) ? labels : [...labels, judged],
        received_at: time(known.message['created_at']) ?? time(known.message['timestamp']) ?? at,
      },
    },
  }
}

/** More than the headers of any mail that a person or a mail program sends. */
const HEADERS_MAX = 200

/** By their names in lower case; null if the report has none. */
function headersOf(value: Json | undefined): Headers | null {
  const headers = object(value)
  if (headers === null) return null
  const read = Object.entries(headers)
    .slice(0, HEADERS_MAX)
    .flatMap(([header, one]) => {
      const line = text(Array.isArray(one) ? one[0] : one)
      return line === null ? [] : [[header.toLowerCase(), line] as const]
    })
  return new Map(read)
}

const typesOf = (attachments: Json | undefined): string[] =>
  (Array.isArray(attachments) ? attachments : [])
    .map((one) => name(object(one)?.['content_type']))
    .filter((one) => one !== null)

const beginning = (content: string): string => content.slice(0, PREVIEW_LENGTH).toWellFormed()

interface MailReference {
  readonly message_id: string
  readonly thread_id: string | null
  readonly at: string
}

function reported(
  fields: JsonObject | null,
  { at, eventId, of }: { at: string; eventId: string; of: (fields: JsonObject, known: MailReference) => MailReport },
): ReadInbound {
  const known = { fields, inbox_id: name(fields?.['inbox_id']), message_id: mailId(fields?.['message_id']) }
  if (!isComplete(known)) return incomplete(known)
  const report = of(known.fields, {
    message_id: known.message_id,
    thread_id: name(known.fields['thread_id']),
    at: time(known.fields['timestamp']) ?? at,
  })
  return {
    kind: 'event',
    eventId,
    message: {
      kind: 'mail_reported',
      sender: { kind: 'inbox', externalId: known.inbox_id },
      report,
      ...bouncedOf(known.fields, report),
    },
  }
}

/** A recipient is an object with its address in a bounce, and a text elsewhere. */
const addressOf = (one: Json): string | null => name(object(one)?.['address'] ?? one)

const listOf = ({ recipients }: JsonObject): readonly Json[] => (Array.isArray(recipients) ? recipients : [])

const recipientsOf = (fields: JsonObject): string[] =>
  listOf(fields)
    .map(addressOf)
    .filter((one) => one !== null)
    .map(bareAddress)

/** A bounce has a status for each recipient: a code, the mail server's text, or only `bounced`. */
function bouncedOf(fields: JsonObject, { type, data }: MailReport): Pick<MailReported, 'bounced'> {
  if (type !== 'email.bounced' || !('type' in data)) return {}
  const permanent = data.type === 'Permanent'
  const subType = data.sub_type
  const bounced = listOf(fields).flatMap((one) => {
    const address = addressOf(one)
    const status = text(object(one)?.['status']) ?? name(object(one)?.['status'])
    return address === null
      ? []
      : [{ address: bareAddress(address), class: readBounce({ permanent, subType, status }) }]
  })
  return { bounced }
}

const delivered = (fields: JsonObject, { message_id, thread_id, at }: MailReference): MailReport => ({
  type: 'email.delivered',
  data: { message_id, thread_id, recipients: recipientsOf(fields), at },
})

const troubled =
  (type: 'email.bounced' | 'email.complained') =>
  (fields: JsonObject, { message_id, thread_id, at }: MailReference): MailReport => ({
    type,
    data: {
      message_id,
      thread_id,
      recipients: recipientsOf(fields),
      at,
      type: troubleOf(type, name(fields['type'])),
      sub_type: name(fields['sub_type']),
    },
  })

/**
 * A bounce is final only if its type is permanent: any other may be tried again. A complaint keeps the provider's word
 * for its kind.
 */
function troubleOf(type: 'email.bounced' | 'email.complained', named: string | null): string {
  if (type === 'email.bounced') return named?.toLowerCase() === 'permanent' ? 'Permanent' : 'Transient'
  return named ?? 'abuse'
}

const rejected = (fields: JsonObject, { message_id, thread_id, at }: MailReference): MailReport => ({
  type: 'email.rejected',
  data: { message_id, thread_id, reason: text(fields['reason']), at },
})
