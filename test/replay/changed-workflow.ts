import { proxyActivities, proxyLocalActivities, sleep } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import type { MaintenanceActivities } from '../../activities/maintenance/purge-expired.ts'
import type { WebhookActivities } from '../../activities/webhooks/index.ts'
import type { ProviderOperation } from '../../domain/operations/operations.ts'
import type { InboundStart } from '../../workflows/process-inbound.ts'

/** The workflow `run` as a careless change might leave it: it settles before it reserves. */
export async function run({ runId }: { runId: string }): Promise<void> {
  const { settleRun } = proxyLocalActivities<Activities>({ startToCloseTimeout: '5 seconds' })
  await settleRun({
    runId,
    decision: { status: 'failed', attempt: null, provider: '', charge: '0.00' },
    answers: [],
    ownKey: false,
  })
}

/** The workflow `verifyCredential`, by an activity instead of a local one. */
export async function verifyCredential(call: ProviderOperation<'verify_credential'>): Promise<void> {
  const step = proxyActivities<Activities>({ startToCloseTimeout: '5 seconds' })
  await step.verifyCredential(call)
}

/** The workflow `deliverWebhook`, sending by a separate activity. */
export async function deliverWebhook({ deliveryId }: { deliveryId: string }): Promise<void> {
  const { deliverEvent } = proxyActivities<WebhookActivities>({ startToCloseTimeout: '5 seconds' })
  await deliverEvent({ deliveryId, at: 0 })
}

/** The workflow `disableFailingEndpoint`, which sleeps before it reads. */
export async function disableFailingEndpoint({ webhookId }: { webhookId: string }): Promise<void> {
  await sleep('3 days')
  const { disableEndpoint } = proxyLocalActivities<WebhookActivities>({ startToCloseTimeout: '5 seconds' })
  await disableEndpoint({ webhookId, at: 0 })
}

/** The workflow `processInbound`, processing by an activity instead of a local one. */
export async function processInbound(message: InboundStart): Promise<void> {
  const step = proxyActivities<Activities>({ startToCloseTimeout: '5 seconds' })
  await step.processInbound(message)
}

/** The workflow `purgeEvents`, purging by a separate activity. */
export async function purgeEvents(): Promise<void> {
  const { purgeExpired } = proxyActivities<MaintenanceActivities>({ startToCloseTimeout: '5 seconds' })
  await purgeExpired({ at: 0 })
}

/** The workflow `topUpWallet`, beginning by a separate activity. */
export async function topUpWallet(wallet: { workspaceId: string; environment: 'test' | 'live' }): Promise<void> {
  const { beginTopup } = proxyActivities<Activities>({ startToCloseTimeout: '5 seconds' })
  await beginTopup(wallet)
}

/** The workflow `eraseSubject`, which finishes before it has erased. */
export async function eraseSubject({ erasureId }: { erasureId: string }): Promise<void> {
  const { finishErasure } = proxyActivities<Activities>({ startToCloseTimeout: '5 seconds' })
  await finishErasure({ erasureId })
}

/** The workflow `sendAccountMail`, which waits before it sends. */
export async function sendAccountMail({ mailId }: { mailId: string }): Promise<void> {
  await sleep('1 second')
  const step = proxyActivities<Activities>({ startToCloseTimeout: '5 seconds' })
  await step.sendAccountMail({ mailId })
}

/** The workflow `refreshWatch`, which records before its run has begun. */
export async function refreshWatch({ watchId }: { watchId: string }): Promise<void> {
  const step = proxyActivities<Activities>({ startToCloseTimeout: '5 seconds' })
  await step.recordRefresh({ watchId, refreshId: '' })
}

/** The workflow `job`, playing its rounds by a separate activity. */
export async function job({ jobId }: { jobId: string }): Promise<void> {
  const step = proxyActivities<Activities>({ startToCloseTimeout: '5 seconds' })
  await step.playRound({ jobId })
}
