import {
  type SimulatedAnswer,
  simulatedAnswerBody,
  type SimulatedBounce,
  simulatedBounceBody,
} from '../../../domain/inbound/sandbox.ts'
import { type JsonObject, textsOf } from '../../../domain/json/json.ts'
import { bounceOf, replyOf, type SimulatedBounceReason } from '../../../domain/sandbox/scenario.ts'

/** What the recipient's mail server states. */
const STATUSES: Readonly<Record<SimulatedBounceReason, string>> = { unknown_recipient: '5.1.1', policy: '5.7.1' }

/** Stores a simulated report as that of a provider, once by its key. */
export type ReportSimulated = (report: { readonly key: string; readonly body: JsonObject }) => Promise<void>

/** The bounces of a simulated email, a report for each reason; none of an email that a connected account sends. */
export function bouncesOf(output: JsonObject, runId: string): SimulatedBounce[] {
  const { message_id: messageId, inbox_id: inboxId, thread_id: threadId, recipients } = output
  if (typeof messageId !== 'string' || typeof inboxId !== 'string' || !Array.isArray(recipients)) return []
  const addresses = recipients.filter((one) => typeof one === 'string')
  return Object.entries(STATUSES).flatMap(([reason, status]) => {
    const bounced = addresses.filter((address) => bounceOf(address) === reason)
    const thread = typeof threadId === 'string' ? threadId : null
    return bounced.length === 0 ? [] : [{ runId, inboxId, messageId, threadId: thread, recipients: bounced, status }]
  })
}

/** The answers to a simulated email, one of each recipient whose address has a tag for one. */
export function answersOf(output: JsonObject, { runId, subject }: { runId: string; subject: string }) {
  const { message_id: messageId, inbox_id: inboxId, thread_id: threadId, recipients } = output
  if (typeof messageId !== 'string' || typeof inboxId !== 'string') return []
  return textsOf(recipients).flatMap((from, index): SimulatedAnswer[] => {
    const reply = replyOf(from)
    const thread = typeof threadId === 'string' ? threadId : null
    return reply === null
      ? []
      : [{ runId, inboxId, messageId: `${messageId}_reply_${index}`, threadId: thread, from, subject, reply }]
  })
}

interface Reporting {
  readonly idempotencyKey: string
  /** Of the email. */
  readonly subject: string
  readonly report: ReportSimulated
}

/** Reports the bounces of an email, and the answers to it, before its send is answered, as a provider may. */
export async function reportOutcomes(
  output: JsonObject,
  { idempotencyKey, subject, report }: Reporting,
): Promise<void> {
  const runId = idempotencyKey.split(':')[0] ?? idempotencyKey
  for (const answer of answersOf(output, { runId, subject }))
    await report({ key: `${idempotencyKey}:${answer.messageId}`, body: simulatedAnswerBody(answer) })
  for (const bounce of bouncesOf(output, runId))
    await report({ key: `${idempotencyKey}:${bounce.status}`, body: simulatedBounceBody(bounce) })
}
