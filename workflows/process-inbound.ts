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
 * What a provider told (Spec 6): its message is read, and what follows from it is written, in one transaction that stores its
 * outcome as well, so this workflow may be lost and started again at any point. Only ids and a hash travel.
 */
export async function processInbound({ inboundId, turnKey }: InboundStart): Promise<{ readonly outcome: InboundOutcome }> {
  const provider = workflowInfo().typedSearchAttributes.get(SEARCH_ATTRIBUTES.provider)
  for (;;) {
    const answer = await step.processInbound({
      inboundId, ...(provider === undefined ? {} : { provider }), ...(turnKey === undefined ? {} : { turnKey }),
    })
    if (typeof answer === 'string') return { outcome: answer }
    await sleep(answer.after_ms, { summary: 'waits for a share of the worker' })
  }
}
