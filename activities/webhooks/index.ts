import { deliverEvent } from './deliver-event.ts'
import type { WebhookDeps } from './deps.ts'
import { disableEndpoint } from './disable-endpoint.ts'

/** The activities of webhooks under the names that the Temporal UI shows. */
export const createWebhookActivities = (deps: WebhookDeps) => ({
  deliverEvent: deliverEvent(deps),
  disableEndpoint: disableEndpoint(deps),
})

export type WebhookActivities = ReturnType<typeof createWebhookActivities>
