import { proxyLocalActivities } from '@temporalio/workflow'
import type { BareActivities } from './activities.ts'

export interface BareStart {
  readonly id: string
  /** Whether the middle step calls the provider. */
  readonly call: boolean
}

/** The same options as the steps of a run. */
const { first, middle, last } = proxyLocalActivities<BareActivities>({
  startToCloseTimeout: '15 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '5 seconds' },
})

/** The minimum of a durable run with three steps: the baseline for our runs. */
export async function bare({ id, call }: BareStart): Promise<{ status: 'succeeded' }> {
  await first({ id })
  await middle({ id, call })
  await last({ id })
  return { status: 'succeeded' }
}
