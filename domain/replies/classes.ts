/** What an inbound message is. */
export const REPLY_CLASSES = [
  'reply',
  'interested',
  'not_interested',
  'unsubscribe_request',
  'out_of_office',
  'auto_reply',
  'left_company',
  'bounce',
  'complaint',
  'calendar',
  'verification_challenge',
] as const
export type ReplyClass = (typeof REPLY_CLASSES)[number]

/**
 * What a person has written in answer. Nothing else counts as a reply: not in a row, a figure or a guard (decisions,
 * "replies").
 */
export const ANSWER_CLASSES = [
  'reply',
  'interested',
  'not_interested',
  'unsubscribe_request',
] as const satisfies readonly ReplyClass[]
export type AnswerClass = (typeof ANSWER_CLASSES)[number]

export const isReplyClass = (name: string): name is ReplyClass => REPLY_CLASSES.some((one) => one === name)

export interface Evidence {
  /** Where the class was read: a header, a phrase of the text or subject, the kind of content, or a correction. */
  readonly source: 'header' | 'phrase' | 'content' | 'correction'
  /** The header with its value, the words of the message, or the class before a correction. */
  readonly value: string
}

export interface Classified {
  readonly class: ReplyClass
  /** null: nothing marks the message as more than a reply. */
  readonly evidence: Evidence | null
  /** Only of `out_of_office`: the date that it states, `2026-08-17`; null if it states none. */
  readonly returns_at?: string | null
  /** Only of `left_company`: the address that it names; null if it names none. */
  readonly successor?: string | null
}

/** A message as the classifier reads it. */
export interface Message {
  /** The headers of a mail; null if the provider reports none. */
  readonly headers: Headers | null
  /** null: a chat message has none. */
  readonly subject: string | null
  readonly text: string | null
  /** ISO 8601. */
  readonly receivedAt: string
  /** As a mail's header has it; null: a chat message has no address. */
  readonly from: string | null
  /** The media types of its parts and attachments, as far as they are known. */
  readonly contentTypes: readonly string[]
}

/** Names in lower case. */
export type Headers = ReadonlyMap<string, string>
