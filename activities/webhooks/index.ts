import { purgeExpired } from '../events/purge-expired.ts'
import { deliverEvent } from './deliver-event.ts'
import type { WebhookDeps } from './deps.ts'
import { disableEndpoint } from './disable-endpoint.ts'

/** Every activity of the webhook worker under the name that the Temporal UI shows. */
export const createWebhookActivities = (deps: WebhookDeps) => ({
  deliverEvent: deliverEvent(deps),
  disableEndpoint: disableEndpoint(deps),
  purgeExpired: purgeExpired(deps),
})

export type WebhookActivities = ReturnType<typeof createWebhookActivities>
