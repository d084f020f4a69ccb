import { proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'

/** The workflow `run` as a careless change might leave it: it settles before it reserves. */
export async function run({ runId }: { runId: string }): Promise<void> {
  const { settleRun } = proxyLocalActivities<Activities>({ startToCloseTimeout: '5 seconds' })
  await settleRun({ runId, decision: { status: 'failed', attempt: null, provider: '', charge: '0.00' }, answers: [] })
}
