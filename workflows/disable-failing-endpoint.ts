import { proxyLocalActivities, setCurrentDetails, sleep } from '@temporalio/workflow'
import type { WebhookActivities } from '../activities/webhooks/index.ts'
import { DATABASE_STEP } from './policies.ts'

export interface DisableStart {
  readonly webhookId: string
}

const { disableEndpoint } = proxyLocalActivities<WebhookActivities>(DATABASE_STEP)

/**
 * The auto-disable workflow of a failing endpoint (Spec 3.2, 6.2.4): it sleeps until the third day is over and switches
 * the endpoint off by one conditional update, unless an event was delivered meanwhile. If it starts early or late, it
 * checks the database's clock first, and sleeps the rest.
 */
export async function disableFailingEndpoint({ webhookId }: DisableStart): Promise<{ readonly disabled: boolean }> {
  for (;;) {
    const answer = await disableEndpoint({ webhookId, at: Date.now() })
    setCurrentDetails(answer.details)
    if (answer.kind === 'closed') return { disabled: answer.disabled }
    await sleep(answer.after_ms, { summary: answer.timer })
  }
}
