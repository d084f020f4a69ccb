import { proxyLocalActivities, setCurrentDetails, sleep } from '@temporalio/workflow'
import type { WebhookActivities } from '../activities/webhooks/index.ts'

export interface DisableStart {
  readonly webhookId: string
}

const { disableEndpoint } = proxyLocalActivities<WebhookActivities>({
  startToCloseTimeout: '15 seconds',
  retry: { initialInterval: '200 milliseconds', backoffCoefficient: 2, maximumInterval: '5 seconds' },
})

/**
 * The clock of an endpoint that fails (Spec 3.2, 6.2.4): sleeps until the third day is over and switches the endpoint off by
 * one conditional update, unless something was delivered meanwhile. Started early or late it looks at the database's clock
 * first, and sleeps the rest.
 */
export async function disableFailingEndpoint({ webhookId }: DisableStart): Promise<{ readonly disabled: boolean }> {
  for (;;) {
    const answer = await disableEndpoint({ webhookId, at: Date.now() })
    setCurrentDetails(answer.details)
    if (answer.kind === 'closed') return { disabled: answer.disabled }
    await sleep(answer.after_ms, { summary: answer.timer })
  }
}
