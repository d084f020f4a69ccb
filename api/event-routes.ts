import type { CredentialCipher } from '../db/connections/cipher.ts'
import type { Database } from '../db/database.ts'
import type { Network } from '../domain/webhooks/addresses.ts'
import type { DeliveryStarter } from '../workflows/start-webhooks.ts'
import type { EventWaiters } from './event-waiters.ts'
import { listEvents } from './http/events/list.ts'
import { createWebhook } from './http/webhooks/create.ts'
import { deleteWebhook } from './http/webhooks/delete.ts'
import { getWebhook } from './http/webhooks/get.ts'
import { listWebhooks } from './http/webhooks/list.ts'
import { retryDelivery } from './http/webhooks/retry-delivery.ts'
import { rotateWebhookSecret } from './http/webhooks/rotate-secret.ts'
import { testWebhook } from './http/webhooks/send-test.ts'
import { updateWebhook } from './http/webhooks/update.ts'
import type { Route } from './route.ts'
import { createUrlCheck } from './webhook-addresses.ts'

export interface EventParts {
  readonly db: Database
  readonly cipher: CredentialCipher
  readonly deliveries: DeliveryStarter
  readonly eventWaiters: EventWaiters
  /** What webhook URLs may reach beside public addresses. */
  readonly allowedNetworks: readonly Network[]
}

/** The stream of events and the endpoints that it is pushed to (Spec 4.11, 6). */
export function eventRoutes({ db, cipher, deliveries, eventWaiters, allowedNetworks }: EventParts): Route[] {
  const checkUrl = createUrlCheck({ allowedNetworks })
  return [
    listEvents({ db, eventWaiters }),
    createWebhook({ db, cipher, checkUrl }),
    listWebhooks({ db }),
    getWebhook({ db }),
    updateWebhook({ db, checkUrl }),
    deleteWebhook({ db }),
    testWebhook({ db, deliveries }),
    rotateWebhookSecret({ db, cipher }),
    retryDelivery({ db, cipher, deliveries }),
  ]
}
