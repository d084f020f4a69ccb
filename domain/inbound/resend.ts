import { readBounce } from '../bounces/reading.ts'
import type { BounceClass } from '../bounces/rules.ts'
import { idPattern } from '../ids/ids.ts'
import { isJsonObject, type JsonObject } from '../json/json.ts'
import type { MailReport, ReadInbound } from './message.ts'
import { bareAddress, incomplete, isComplete, name, names, object, text, time } from './wire.ts'

/** The tag by which a send names its run. */
export const RUN_TAG = 'run_id'
const RUN_ID = new RegExp(idPattern('run'))

/**
 * A message of Resend's webhooks: `{type, created_at, data}`. It has no event id: `deliveryId` is the id under which it
 * was signed, the same for every repetition. Each recipient has a separate message, with that recipient alone in `to`;
 * one with several, as older webhooks sent, does not state which of them it is about. `at` is the time of receipt, ISO
 * 8601, for messages without a time.
 */
export function readResend(
  body: unknown,
  { at, deliveryId }: { readonly at: string; readonly deliveryId: string },
): ReadInbound {
  if (!isJsonObject(body)) return { kind: 'malformed', member: '' }
  const known = { type: text(body['type']), data: object(body['data']) }
  if (!isComplete(known)) return incomplete(known)
  const read = Object.hasOwn(REPORTS, known.type) ? REPORTS[known.type] : undefined
  if (read === undefined) return { kind: 'nothing' }
  const mail = { email_id: name(known.data['email_id']), from: name(known.data['from']) }
  if (!isComplete(mail)) return incomplete(mail)
  const mailed = {
    message_id: mail.email_id,
    thread_id: null,
    recipients: names(known.data['to']).map(bareAddress),
    at: time(body['created_at']) ?? at,
  }
  const kind = classOf(object(known.data['bounce']))
  return {
    kind: 'event',
    eventId: deliveryId,
    message: {
      kind: 'mail_reported',
      sender: { kind: 'address', address: bareAddress(mail.from).toLowerCase(), runId: runOf(known.data) },
      report: read(mailed, known.data),
      ...(mailed.recipients.length > 1 ? { ambiguous: true } : {}),
      ...(known.type === 'email.bounced'
        ? { bounced: mailed.recipients.map((address) => ({ address, class: kind })) }
        : {}),
    },
  }
}

const isPermanent = (bounce: JsonObject | null): boolean => name(bounce?.['type'])?.toLowerCase() === 'permanent'

/** It has the diagnostic text of the recipient's mail server, or its lines as a list. */
function classOf(bounce: JsonObject | null): BounceClass {
  const lines = [bounce?.['diagnosticCode']]
    .flat()
    .map(text)
    .filter((line) => line !== null)
  return readBounce({
    permanent: isPermanent(bounce),
    subType: name(bounce?.['subType']),
    status: lines.length === 0 ? null : lines.join('\n'),
  })
}

interface MailReference {
  readonly message_id: string
  readonly thread_id: null
  readonly recipients: string[]
  readonly at: string
}

const rejected = ({ message_id, thread_id, at }: MailReference, reason: string | null): MailReport => ({
  type: 'email.rejected',
  data: { message_id, thread_id, reason, at },
})

const REPORTS: Readonly<Record<string, (mailed: MailReference, data: JsonObject) => MailReport>> = {
  'email.delivered': (mailed) => ({ type: 'email.delivered', data: mailed }),
  'email.bounced': (mailed, data) => {
    const bounce = object(data['bounce'])
    // A bounce is final only if its type is permanent: any other may be tried again.
    const type = isPermanent(bounce) ? 'Permanent' : 'Transient'
    return { type: 'email.bounced', data: { ...mailed, type, sub_type: name(bounce?.['subType']) } }
  },
  // It does not state what the recipient complained about; reports of unwanted mail use this word (RFC 5965).
  'email.complained': (mailed) => ({ type: 'email.complained', data: { ...mailed, type: 'abuse', sub_type: null } }),
  'email.failed': (mailed, data) => rejected(mailed, text(object(data['failed'])?.['reason'])),
  // Resend's own suppression list held the mail back.
  'email.suppressed': (mailed, data) => rejected(mailed, text(object(data['suppressed'])?.['reason'])),
}

/** The webhook has the tags as an object, although a send passes them as a list of names and values. */
function runOf(data: JsonObject): string | null {
  const { tags } = data
  const listed = Array.isArray(tags)
    ? tags.map(object).find((tag) => tag?.['name'] === RUN_TAG)?.['value']
    : object(tags)?.[RUN_TAG]
  const run = name(listed)
  return run !== null && RUN_ID.test(run) ? run : null
}
