import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { readMessageId } from '../../../domain/outbound/message-id.ts'
import type { MailHeaders } from '../../../domain/providers/manifest.ts'
import { allRecipientsOf, objectOf, recipientsOf, textOf, withoutEmpty } from '../wire.ts'

/** Refusals of this message or its sender, which state nothing about the account. */
const INPUTS_FAULTS: ReadonlySet<string> = new Set(['message_rejected', 'domain_not_verified'])

/** The stable token of an error; name and message are kept for old clients only. */
export const errorCode = (body: Json): string | null => textOf(objectOf(body)?.code)

export const isInputsFault = (code: string | null): boolean => code !== null && INPUTS_FAULTS.has(code)

export interface MessageBody {
  readonly path: string
  readonly body: JsonObject
}

/** A new message, or a reply in the thread of the message that it answers; null without an inbox to send from. */
export function messageBodyOf(input: JsonObject, headers?: MailHeaders): MessageBody | null {
  const inbox = textOf(input.inbox_id)
  if (inbox === null) return null
  const messages = `/v0/inboxes/${encodeURIComponent(inbox)}/messages`
  const answered = textOf(input.in_reply_to)
  const content = contentOf(input, headers)
  return answered === null
    ? { path: `${messages}/send`, body: { ...content, subject: textOf(input.subject) } }
    : { path: `${messages}/${encodeURIComponent(answered)}/reply`, body: content }
}

/** The recipients and the content: a reply has the subject of its thread. */
const contentOf = (input: JsonObject, headers: MailHeaders | undefined): JsonObject =>
  withoutEmpty({
    to: recipientsOf(input.to),
    cc: recipientsOf(input.cc),
    bcc: recipientsOf(input.bcc),
    text: input.text ?? null,
    html: input.html ?? null,
    headers: headers ?? null,
  })

/** null: the answer names no message, so the outcome is unknown. */
export function readSent(body: Json, input: JsonObject): JsonObject | null {
  const sent = objectOf(body)
  const message = textOf(sent?.message_id)
  if (sent === null || message === null) return null
  return {
    message_id: readMessageId(message),
    thread_id: textOf(sent.thread_id),
    inbox_id: textOf(input.inbox_id),
    account_id: null,
    recipients: allRecipientsOf(input),
  }
}
