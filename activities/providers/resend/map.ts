import type { Json, JsonObject } from '../../../domain/json/json.ts'
import { RUN_TAG } from '../../../domain/inbound/resend.ts'
import type { MailHeaders } from '../../../domain/providers/manifest.ts'
import { allRecipientsOf, objectOf, recipientsOf, textOf, withoutEmpty } from '../wire.ts'

const QUOTAS: ReadonlySet<string> = new Set(['daily_quota_exceeded', 'monthly_quota_exceeded'])
/** An earlier request under the same key is under way, or had other contents. */
const KEY_CONFLICTS: ReadonlySet<string> = new Set(['concurrent_idempotent_requests', 'invalid_idempotent_request'])

/** The token that identifies one of Resend's errors. */
export const errorName = (body: Json): string | null => textOf(objectOf(body)?.name)

/** The account's quota is used up: waiting a second, as after a rate limit, does not help. */
export const isQuota = (name: string | null): boolean => name !== null && QUOTAS.has(name)

export const isKeyConflict = (name: string | null): boolean => name !== null && KEY_CONFLICTS.has(name)

/**
 * Body of POST /emails; null without an address to send from. Every report about the mail carries the tag, so a report
 * names its run even if the answer of the send was lost. `key` is the attempt's own: `<run id>:<number>`.
 */
export function emailBody(input: JsonObject, key: string, headers?: MailHeaders): JsonObject | null {
  const address = textOf(input.from)
  if (address === null) return null
  const name = textOf(input.from_name)
  const from = name === null ? address : `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`
  return withoutEmpty({
    from,
    to: recipientsOf(input.to),
    cc: recipientsOf(input.cc),
    bcc: recipientsOf(input.bcc),
    subject: textOf(input.subject),
    text: input.text ?? null,
    html: input.html ?? null,
    headers: headers ?? null,
    tags: [{ name: RUN_TAG, value: key.replace(/[^A-Za-z0-9_-].*$/s, '') }],
  })
}

/** null: the answer names no message, so the outcome is unknown. */
export function readSent(body: Json, input: JsonObject): JsonObject | null {
  const id = textOf(objectOf(body)?.id)
  if (id === null) return null
  return {
    message_id: id,
    thread_id: null,
    inbox_id: textOf(input.inbox_id),
    account_id: null,
    recipients: allRecipientsOf(input),
  }
}
