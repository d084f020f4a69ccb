import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { WebhookActivities } from '../../activities/webhooks/index.ts'
import type { Activities } from '../../activities/index.ts'
import type { ProviderCall } from '../../domain/providers/calls.ts'

/** The workflow `run` as a careless change might leave it: it settles before it reserves. */
export async function run({ runId }: { runId: string }): Promise<void> {
  const { settleRun } = proxyLocalActivities<Activities>({ startToCloseTimeout: '5 seconds' })
  await settleRun({ runId, decision: { status: 'failed', attempt: null, provider: '', charge: '0.00' }, answers: [] })
}

/** The workflow `callProvider`, asking by an activity of its own instead of a local one. */
export async function callProvider(call: ProviderCall): Promise<void> {
  const { askProvider } = proxyActivities<Activities>({ startToCloseTimeout: '5 seconds' })
  await askProvider(call)
}

/** The workflow `purgeEvents`, purging by an activity of its own. */
export async function purgeEvents(): Promise<void> {
  const { purgeExpired } = proxyActivities<WebhookActivities>({ startToCloseTimeout: '5 seconds' })
  await purgeExpired({ at: 0 })
}
