import { proxyLocalActivities, sleep } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { InboundOutcome } from '../domain/inbound/outcome.ts'
import { DATABASE_STEP } from './policies.ts'

export interface InboundStart {
  readonly inboundId: string
  readonly provider: string
  /** A hash of the inbox or account that the message is about. */
  readonly turnKey: string
}

const step = proxyLocalActivities<Activities>(DATABASE_STEP)

/**
 * Processes an inbound message of a provider (Spec 6). One transaction reads the message, writes its effects and stores
 * its outcome, so this workflow may be lost and started again at any point. Its payloads carry only ids and a hash.
 */
export async function processInbound(message: InboundStart): Promise<{ readonly outcome: InboundOutcome }> {
  for (;;) {
    const answer = await step.processInbound(message)
    if (typeof answer === 'string') return { outcome: answer }
    await sleep(answer.after_ms, { summary: 'waits for a share of the worker' })
  }
}
