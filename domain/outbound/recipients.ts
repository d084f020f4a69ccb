import { readSubject } from '../identity/read.ts'
import type { Json, JsonObject } from '../json/json.ts'
import type { Channel } from './channels.ts'
import type { SendSchedule } from '../sending/schedule.ts'
import { readMessageId } from './message-id.ts'
import { statedOf, type StatedOfSend } from './stated.ts'

/** The kinds of identity by which a message reaches a person. */
export const TOUCH_KINDS = ['email', 'linkedin', 'handle', 'phone'] as const
export type TouchKind = (typeof TOUCH_KINDS)[number]

export interface Recipient {
  readonly kind: TouchKind
  /** Normalized (see `domain/identity`). */
  readonly value: string
}

/** A send as the guards see it; stored with its run. */
export interface Send extends StatedOfSend {
  readonly channel: Channel
  readonly recipients: readonly Recipient[]
  /** The chat to write into, if the input names one. */
  readonly chat_id: string | null
  /** Whether it is a reply: the repeat guard lets it pass to the people of its thread or chat. */
  readonly reply: boolean
  /** The mail that a reply answers, by its id as `readMessageId` reads it. */
  readonly answers?: string
  /** The workspace's own sender that the checked request names or that is the only one; its limits apply. */
  readonly sender?: string
  /** When it may go, if the request limits it. */
  readonly schedule?: SendSchedule
}

/**
 * A capability's input as a send, or null if the capability sends nothing (Spec 4.8). The capability's schema has
 * already accepted the input. A recipient that does not read as an identity is compared as it was written: no recipient
 * bypasses the guards.
 */
export function sendOf(capability: string, input: JsonObject): Send | null {
  const addressed = addressedBy(capability, input)
  return addressed === null ? null : { ...addressed, ...statedOf(input) }
}

function addressedBy(capability: string, input: JsonObject): Omit<Send, keyof StatedOfSend> | null {
  const chatId = textOf(input['chat_id'])
  switch (capability) {
    case 'email.send': {
      const answers = textOf(input['in_reply_to'])
      return {
        channel: 'email',
        recipients: distinct(EMAIL_FIELDS.flatMap((field) => namedIn(input[field]).map(emailOf))),
        chat_id: null,
        reply: answers !== null,
        ...(answers !== null && { answers: readMessageId(answers) }),
      }
    }
    case 'linkedin.invite':
      return {
        channel: 'linkedin',
        recipients: namedIn(input['profile_url']).map(linkedinOf),
        chat_id: null,
        reply: false,
      }
    case 'linkedin.message':
      return {
        channel: 'linkedin',
        recipients: namedIn(input['profile_url']).map(linkedinOf),
        chat_id: chatId,
        reply: chatId !== null,
      }
    case 'chat.send':
      return input['platform'] === 'whatsapp'
        ? {
            channel: 'whatsapp',
            recipients: namedIn(input['phone']).map(phoneOf),
            chat_id: chatId,
            reply: chatId !== null,
          }
        : {
            channel: 'instagram',
            recipients: namedIn(input['handle']).map(instagramOf),
            chat_id: chatId,
            reply: chatId !== null,
          }
    default:
      return null
  }
}

/** The fields of a message that name its recipients. */
export const EMAIL_FIELDS = ['to', 'cc', 'bcc'] as const
/** Longer values are not stored, and no real address is as long. */
const VALUE_LENGTH_MAX = 500

const textOf = (value: Json | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null
const namedIn = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? value : [value]).map(textOf).filter((name) => name !== null)
/**
 * The text of a recipient that does not read as an identity. The cut may fall into the middle of a character, and half
 * of one cannot be stored.
 */
export const asWritten = (text: string): string => text.toLowerCase().slice(0, VALUE_LENGTH_MAX).toWellFormed()

const emailOf = (text: string): Recipient => ({
  kind: 'email',
  value: readSubject(text, 'email')?.value ?? asWritten(text),
})
const linkedinOf = (text: string): Recipient => ({
  kind: 'linkedin',
  value: readSubject(text, 'linkedin')?.value ?? asWritten(text),
})
const phoneOf = (text: string): Recipient => ({
  kind: 'phone',
  value: readSubject(text, 'phone')?.value ?? asWritten(text),
})
const instagramOf = (text: string): Recipient => ({
  kind: 'handle',
  value: readSubject(text, 'handle', 'instagram')?.value ?? asWritten(`instagram:${text.replace(/^@/, '')}`),
})

const distinct = (recipients: readonly Recipient[]): Recipient[] => [
  ...new Map(recipients.map((recipient) => [recipient.value, recipient])).values(),
]
