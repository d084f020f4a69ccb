import { readSubject } from '../identity/read.ts'
import { isJsonObject, type Json } from '../json/json.ts'
import { type RawRequest, targetOf } from '../raw/request.ts'
import { asWritten, EMAIL_FIELDS, type Recipient, type Send } from './recipients.ts'

/**
 * Raw endpoints that write to the recipients in their body; they are called only with the workspace's own key. Drafts,
 * broadcasts and events go to people that only the provider knows: the guards cannot check them.
 */
const SENDS: Readonly<Record<string, 'first' | 'reply'>> = {
  'agentmail POST /v0/inboxes/{inbox_id}/messages/send': 'first',
  'agentmail POST /v0/inboxes/{inbox_id}/messages/{message_id}/forward': 'first',
  'agentmail POST /v0/inboxes/{inbox_id}/messages/{message_id}/reply': 'reply',
  'agentmail POST /v0/inboxes/{inbox_id}/messages/{message_id}/reply-all': 'reply',
  'resend POST /emails': 'first',
  'resend POST /emails/batch': 'first',
}
/** More than any of these endpoints takes in one call. */
const RECIPIENTS_MAX = 5_000

/** A raw run as a send, or null if its input names no recipient to write to (Spec 4.8). */
export function sendOfRaw(request: Pick<RawRequest, 'provider' | 'method' | 'endpoint'>, input: Json): Send | null {
  const kind = SENDS[`${request.provider} ${targetOf(request)}`]
  if (kind === undefined) return null
  const messages = Array.isArray(input) ? input : [input]
  const named = messages
    .filter(isJsonObject)
    .flatMap((message) => EMAIL_FIELDS.flatMap((field) => addressesIn(message[field])))
  const recipients = new Map(
    named.slice(0, RECIPIENTS_MAX).map((address) => [address, { kind: 'email', value: address } satisfies Recipient]),
  )
  return { channel: 'email', recipients: [...recipients.values()], chat_id: null, reply: kind === 'reply' }
}

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
