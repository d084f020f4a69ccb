import { isJsonObject, type JsonObject } from '../json/json.ts'
import type { AccountState, ReadInbound } from './message.ts'
import { incomplete, isComplete, mailId, name, object, text, time } from './wire.ts'
import { textOr } from './html-text.ts'

/**
 * A message of Unipile's webhooks: flat with its name in `event`, or `{AccountStatus: {…}}`. None of them has an event
 * id. A message is identified by its account and its own id, a connection by its account and the person, and a status
 * by nothing, because the same one may occur again. `at` is the time of receipt, ISO 8601, for messages without a time.
 */
export function readUnipile(body: unknown, { at }: { readonly at: string }): ReadInbound {
  if (!isJsonObject(body)) return { kind: 'malformed', member: '' }
  const status = object(body['AccountStatus'])
  if (status !== null) return accountStatus(status)
  const known = { event: text(body['event']) }
  if (!isComplete(known)) return incomplete(known)
  switch (known.event) {
    case 'message_received':
      return chatMessage(body, at)
    case 'mail_received':
      return mail(body, at)
    case 'new_relation':
      return newRelation(body)
    default:
      return { kind: 'nothing' }
  }
}

/** The other statuses are steps on the way to one of these. */
const STATES: Readonly<Record<string, AccountState>> = {
  OK: 'connected',
  RECONNECTED: 'connected',
  CREATION_SUCCESS: 'connected',
  SYNC_SUCCESS: 'connected',
  CREDENTIALS: 'credentials',
  STOPPED: 'stopped',
  ERROR: 'error',
  DELETED: 'deleted',
}

function accountStatus(status: JsonObject): ReadInbound {
  const known = { account_id: name(status['account_id']), message: text(status['message']) }
  if (!isComplete(known)) return incomplete(known)
  const state = STATES[known.message.toUpperCase()]
  if (state === undefined) return { kind: 'nothing' }
  return { kind: 'event', eventId: null, message: { kind: 'account_status_changed', account: known.account_id, state } }
}

function chatMessage(body: JsonObject, at: string): ReadInbound {
  if (isSet(body['is_event']) || isSet(body['is_sender'])) return { kind: 'nothing' }
  const sender = object(body['sender'])
  const known = {
    account_id: name(body['account_id']),
    chat_id: name(body['chat_id']),
    message_id: name(body['message_id']),
    sender: name(sender?.['attendee_provider_id']) ?? name(sender?.['attendee_id']),
  }
  if (!isComplete(known)) return incomplete(known)
  if (isOwn(body, known.sender)) return { kind: 'nothing' }
  const profile = name(sender?.['attendee_profile_url'])
  const publicName =
    name(sender?.['attendee_public_identifier']) ?? name(object(sender?.['attendee_specifics'])?.['public_identifier'])
  return {
    kind: 'event',
    eventId: `message:${known.account_id}:${known.message_id}`,
    message: {
      kind: 'chat_message_received',
      account: known.account_id,
      data: {
        chat_id: known.chat_id,
        message_id: known.message_id,
        text: text(body['message']),
        sender_id: known.sender,
        sender_name: name(sender?.['attendee_name']),
        sender_profile_url: profile,
        sent_at: time(body['timestamp']) ?? at,
      },
      senderNames: [profile, publicName, name(sender?.['attendee_provider_id'])].filter((one) => one !== null),
    },
  }
}

/** Flags may be numbers too. `is_event`: a person joined, reacted or called, and wrote nothing. */
const isSet = (flag: JsonObject[string] | undefined): boolean => flag === true || flag === 1

/**
 * The webhook also reports messages that the account itself wrote (Spec 6 leaves them out), and does not always mark
 * them with `is_sender`.
 */
const isOwn = (body: JsonObject, sender: string): boolean => name(object(body['account_info'])?.['user_id']) === sender

/** Folders of mail that the account itself writes. */
const OWN_ROLES: readonly string[] = ['sent', 'drafts']

function mail(body: JsonObject, at: string): ReadInbound {
  if (OWN_ROLES.includes(name(body['role']) ?? '')) return { kind: 'nothing' }
  const known = {
    account_id: name(body['account_id']),
    email_id: mailId(body['email_id']) ?? mailId(body['message_id']),
    from_attendee: addressOf(object(body['from_attendee'])),
  }
  if (!isComplete(known)) return incomplete(known)
  return {
    kind: 'event',
    eventId: `mail:${known.account_id}:${known.email_id}`,
    message: {
      kind: 'gmail_received',
      account: known.account_id,
      data: {
        message_id: known.email_id,
        thread_id: name(body['thread_id']),
        from: known.from_attendee,
        to: addressesOf(body['to_attendees']),
        cc: addressesOf(body['cc_attendees']),
        subject: text(body['subject']),
        text: textOr(body['body_plain'], body['body']),
        sent_at: time(body['date']) ?? at,
        has_attachments:
          body['has_attachments'] === true || (Array.isArray(body['attachments']) && body['attachments'].length > 0),
      },
    },
  }
}

/** An address in the form of a mail header: `Ada <ada@example.com>`. */
function addressOf(attendee: JsonObject | null): string | null {
  const address = name(attendee?.['identifier'])
  const shown = name(attendee?.['display_name'])
  return address === null || shown === null || shown === address ? address : `${shown} <${address}>`
}

const addressesOf = (attendees: JsonObject[string] | undefined): string[] =>
  (Array.isArray(attendees) ? attendees : []).map((one) => addressOf(object(one))).filter((one) => one !== null)

function newRelation(body: JsonObject): ReadInbound {
  const known = { account_id: name(body['account_id']), user_provider_id: name(body['user_provider_id']) }
  if (!isComplete(known)) return incomplete(known)
  return {
    kind: 'event',
    eventId: `relation:${known.account_id}:${known.user_provider_id}`,
    message: {
      kind: 'new_connection',
      account: known.account_id,
      data: {
        name: name(body['user_full_name']),
        provider_id: known.user_provider_id,
        public_identifier: name(body['user_public_identifier']),
        profile_url: name(body['user_profile_url']),
      },
    },
  }
}
