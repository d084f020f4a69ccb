import { methodOfEffect } from '../catalog/effect.ts'
import { segmentsOf } from '../catalog/segments.ts'
import { type Call, startedActor } from './actor-names.ts'
import { nameOf } from './raw-send.ts'

/**
 * Segments of a path at which a call that is no read begins, schedules, resumes or changes what may write to people on
 * its own: code and what it works on, and messages with their sequences.
 */
const MAY_SEND: ReadonlySet<string> = new Set(
  [
    'actors actor-runs actor-tasks builds env-vars metamorph reboot restart resume resurrect run runs schedules versions',
    'dataset datasets key-value-store key-value-stores request-queue request-queues',
    'automations broadcasts campaigns emailer-campaigns emailer-messages emails messages sequences templates',
    'dispatch forward reply reply-all send send-now trigger',
  ].flatMap((words) => words.split(' ')),
)
/** What ends, reads or only notes something, as the last segment of a path. */
const ENDS_OR_READS: ReadonlySet<string> = new Set(
  [
    'abort archive cancel pause stop remove-or-stop-contact-ids',
    'activity-feed count email-send-status get-content search validate-input',
    'charge lock share unlock',
  ].flatMap((words) => words.split(' ')),
)
/** Judged by hand: they change who a message reaches, or complete a step after which the next one is sent. */
const CHANGES_RECIPIENTS: ReadonlySet<string> = new Set([
  'apollo PATCH /contacts/{contact_id}',
  'apollo POST /contacts/bulk_update',
  'apollo POST /tasks/{id}/complete',
  'apollo POST /tasks/{id}/skip',
  'resend POST /contacts',
  'resend POST /contacts/imports',
  'resend PATCH /contacts/{id}',
  'resend POST /contacts/{contact_id}/segments/{segment_id}',
  'resend PATCH /contacts/{contact_id}/topics',
])
/** Judged by hand: labels of received messages, and what is only stored until another call sends it. */
const ONLY_STORES: ReadonlySet<string> = new Set([
  'agentmail PATCH /v0/inboxes/{inbox_id}/messages/{message_id}',
  'apollo POST /sequences',
  'resend POST /automations',
  'resend POST /broadcasts',
  'resend POST /templates',
  'resend POST /templates/{id}/duplicate',
])

/**
 * Whether a raw call may end in messages that it does not name, in doubt yes: limits of keys and approvals treat it as
 * a send (decisions, "Sends by actors"). What certainly sends is `sendOfRaw` and `sendsUnchecked`.
 */
export function maySendLater(request: Call): boolean {
  if (['GET', 'DELETE'].includes(methodOfEffect(request))) return false
  const actor = startedActor(request)
  if (actor !== null) return actor !== 'reads'
  const name = nameOf(request)
  if (ONLY_STORES.has(name)) return false
  if (CHANGES_RECIPIENTS.has(name)) return true
  const segments = segmentsOf(request.endpoint)
  return !ENDS_OR_READS.has(segments.at(-1) ?? '') && segments.some((word) => MAY_SEND.has(word))
}
