import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'

/** What the calls of AgentMail and Resend that write, answer, forward and draft document, of August 2026. */
export const MESSAGE_MEMBERS: ReadonlySet<string> = new Set(
  [
    'to cc bcc from reply_to subject text html react headers attachments tags labels template topic_id',
    'reply_all in_reply_to client_id scheduled_at send_at',
  ].flatMap((words) => words.split(' ')),
)
/** What Resend's call that sends an event documents. */
export const EVENT_MEMBERS: ReadonlySet<string> = new Set(['event', 'email', 'contact_id', 'payload'])

/** Headers that name recipients (RFC 5322, 3.6.3 and 3.6.6), whatever their case. */
const RECIPIENT_HEADER = /^\s*(?:resent-)?(?:to|cc|bcc)\s*:?\s*$/i
/** Headers with addresses to which no server sends the message (RFC 5322, 3.6; RFC 2369). */
const OTHER_HEADERS: ReadonlySet<string> = new Set(
  [
    'from sender reply-to return-path message-id in-reply-to references subject',
    'list-archive list-help list-owner list-post list-subscribe list-unsubscribe',
  ].flatMap((words) => words.split(' ')),
)
/** RFC 5322, 2.2: printable ASCII without a colon. A server may drop what else is in a name, and read another one. */
const HEADER_NAME = /^[!-9;-~]+$/
/** An address, or a text in which a reader may decode one. */
const MAY_BE_ADDRESS = /@|=\?|\\|%40|&#/

export const namesRecipients = (header: string): boolean => RECIPIENT_HEADER.test(header)

/**
 * The first member or header of a message that is not known here, in which its provider may read recipients; null:
 * none. A header of one's own that holds no address, such as `X-Campaign: spring`, names no recipient.
 */
export function unknownName(known: ReadonlySet<string>, message: JsonObject): string | null {
  const member = Object.keys(message).find((name) => !known.has(name) && message[name] !== null)
  if (member !== undefined) return member
  const headers = known.has('headers') ? (message['headers'] ?? null) : null
  if (!isJsonObject(headers)) return null
  return Object.entries(headers).find(([name, value = null]) => !isKnownHeader(name, value))?.[0] ?? null
}

const isKnownHeader = (name: string, value: Json): boolean =>
  HEADER_NAME.test(name) &&
  (namesRecipients(name) ||
    OTHER_HEADERS.has(name.toLowerCase()) ||
    !MAY_BE_ADDRESS.test(textOf(value).normalize('NFKC')))

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))
