import type { Json, JsonObject } from '../../../domain/json/json.ts'
import type { AttemptCall } from '../../../domain/providers/manifest.ts'
import { readMessageId } from '../../../domain/outbound/message-id.ts'
import { linkedinHandle } from '../names.ts'
import { allRecipientsOf, objectOf, recipientsOf, textOf } from '../wire.ts'

/** `errors/disconnected_account` without its prefix, as a token that may be shown. */
export const errorType = (body: Json): string | null => textOf(objectOf(body)?.type)?.replace(/^errors\//, '') ?? null

/**
 * 401 and 403 that concern the connected account of the sender: the platform's own key is valid, and other accounts
 * still work.
 */
const SENDERS_FAULTS: ReadonlySet<string> = new Set([
  'disconnected_account',
  'expired_credentials',
  'invalid_credentials',
  'invalid_account',
  'checkpoint_error',
  'wrong_account',
  'multiple_sessions',
  'account_restricted',
  'disconnected_feature',
  'insufficient_permissions',
  'resource_access_restricted',
  'action_required',
  'feature_not_subscribed',
  'insufficient_privileges',
  'account_mismatch',
  'unknown_authentication_context',
  'subscription_required',
])

export const isSendersFault = (type: string | null): boolean => type !== null && SENDERS_FAULTS.has(type)

/** The accounts that this send may use; without `senders`, the account of the input. */
export function sendersOf({ senders, input }: AttemptCall): readonly string[] {
  const named = textOf(input.account_id)
  return senders ?? (named === null ? [] : [named])
}

/**
 * The recipient of a first message. `profile`: it has to be looked up, and `member` names the id to use from the
 * answer.
 */
export type UnipileRecipient =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'profile'; readonly identifier: string; readonly member: 'provider_id' | 'provider_messaging_id' }

/**
 * null: the input names no recipient that can be reached on its network. A profile is read by the reader of the
 * suppressions and the repeat guard, so the message goes to the person that they looked up.
 */
export function recipientOf(capability: string, input: JsonObject): UnipileRecipient | null {
  if (capability !== 'chat.send') return profile(linkedinHandle(textOf(input.profile_url)), 'provider_id')
  const digits = textOf(input.phone)?.replace(/^\+/, '') ?? null
  if (input.platform === 'whatsapp') return digits === null ? null : { kind: 'id', id: `${digits}@s.whatsapp.net` }
  return profile(textOf(input.handle)?.replace(/^@/, '') ?? null, 'provider_messaging_id')
}

const profile = (identifier: string | null, member: 'provider_id' | 'provider_messaging_id'): UnipileRecipient | null =>
  identifier === null || identifier === '' ? null : { kind: 'profile', identifier, member }

/** The id of the profile if it is the requested one: an Instagram lookup returns the nearest match. */
export function profileId(body: Json, recipient: Extract<UnipileRecipient, { kind: 'profile' }>): string | null {
  const found = objectOf(body)
  const named = textOf(found?.public_identifier)
  const other =
    recipient.member === 'provider_messaging_id' &&
    named !== null &&
    named.toLowerCase() !== recipient.identifier.toLowerCase()
  return other ? null : textOf(found?.[recipient.member])
}

export const inviteBody = (input: JsonObject, account: string, providerId: string): JsonObject => {
  const note = textOf(input.message)
  return { account_id: account, provider_id: providerId, ...(note === null ? {} : { message: note }) }
}

/** Each reader names what was done; ids may be missing for messages that the network confirms later. */
export function readInvited(body: Json, input: JsonObject): JsonObject | null {
  const sent = objectOf(body)
  const id = textOf(sent?.invitation_id)
  return id === null && sent?.object !== 'UserInvitationSent'
    ? null
    : { invitation_id: id, profile_url: textOf(input.profile_url) }
}

export function readMessaged(body: Json, chat: string | null): JsonObject | null {
  const sent = objectOf(body)
  const id = textOf(sent?.message_id)
  const done = id !== null || sent?.object === 'MessageSent' || sent?.object === 'ChatStarted'
  return done ? { message_id: id, chat_id: chat ?? textOf(sent?.chat_id) } : null
}

/** The fields of a form: lists of people are JSON. A reply names the message that it answers. */
export function emailFields(input: JsonObject, account: string): Record<string, string> {
  const people = (['to', 'cc', 'bcc'] as const).flatMap((field) => {
    const addresses = recipientsOf(input[field])
    return addresses.length === 0
      ? []
      : [[field, JSON.stringify(addresses.map((identifier) => ({ identifier })))] as const]
  })
  const answered = textOf(input.in_reply_to)
  return {
    account_id: account,
    ...Object.fromEntries(people),
    subject: textOf(input.subject) ?? '',
    body: typeof input.html === 'string' ? input.html : asHtml(typeof input.text === 'string' ? input.text : ''),
    ...(answered === null ? {} : { reply_to: answered }),
  }
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The body of a mail is HTML: plain text keeps its signs and its lines. */
const asHtml = (text: string): string =>
  text.replaceAll(/[&<>]/g, (sign) => ESCAPED[sign] ?? sign).replaceAll(/\r\n|\r|\n/g, '<br>\n')

/** The id by which the mailbox knows the message; that of the provider's own tracking while it has none. */
export function readEmailed(body: Json, input: JsonObject, account: string): JsonObject | null {
  const sent = objectOf(body)
  const id = textOf(sent?.provider_id) ?? textOf(sent?.tracking_id)
  if (id === null && sent?.object !== 'EmailSent') return null
  return {
    message_id: id === null ? null : readMessageId(id),
    thread_id: null,
    inbox_id: null,
    account_id: account,
    recipients: allRecipientsOf(input),
  }
}
