import { proxyLocalActivities, sleep, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import type { InboundOutcome } from '../domain/inbound/outcome.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'

export interface InboundStart {
  readonly inboundId: string
  /** A hash of the inbox or account that the message is about; absent where it is not known. */
  readonly turnKey?: string
}

/** A database step takes milliseconds; while the database is away it is tried again until it is back. */
const step = proxyLocalActivities<Activities>({
  startToCloseTimeout: '15 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '5 seconds' },
})

/**
 * Processes an inbound message of a provider (Spec 6). One transaction reads the message, writes its effects and stores
 * its outcome, so this workflow may be lost and started again at any point. Its payloads carry only ids and a hash.
 */
export async function processInbound({
  inboundId,
  turnKey,
}: InboundStart): Promise<{ readonly outcome: InboundOutcome }> {
  const provider = workflowInfo().typedSearchAttributes.get(SEARCH_ATTRIBUTES.provider)
  for (;;) {
    const answer = await step.processInbound({
      inboundId,
      ...(provider === undefined ? {} : { provider }),
      ...(turnKey === undefined ? {} : { turnKey }),
    })
    if (typeof answer === 'string') return { outcome: answer }
    await sleep(answer.after_ms, { summary: 'waits for a share of the worker' })
  }
}
