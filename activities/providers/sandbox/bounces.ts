import { type SimulatedBounce, simulatedBounceBody } from '../../../domain/inbound/sandbox.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { bounceOf, type SimulatedBounceReason } from '../../../domain/sandbox/scenario.ts'

/** What the recipient's mail server states. */
const STATUSES: Readonly<Record<SimulatedBounceReason, string>> = { unknown_recipient: '5.1.1', policy: '5.7.1' }

/** Stores the report of a simulated bounce as that of a provider, once by its key. */
export type ReportBounce = (report: { readonly key: string; readonly body: JsonObject }) => Promise<void>

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

/** Reports the bounces of an email before its send is answered, as a provider may. */
export async function reportBounces(
  output: JsonObject,
  { idempotencyKey, report }: { readonly idempotencyKey: string; readonly report: ReportBounce },
): Promise<void> {
  const runId = idempotencyKey.split(':')[0] ?? idempotencyKey
  for (const bounce of bouncesOf(output, runId))
    await report({ key: `${idempotencyKey}:${bounce.status}`, body: simulatedBounceBody(bounce) })
}
