import type { CredentialCipher } from '../../../db/connections/cipher.ts'
import type { Database } from '../../../db/database.ts'
import type { DeliveryStarter } from '../../../workflows/start-webhooks.ts'
import type { Route } from '../../route.ts'
import type { ApiSettings } from '../../settings.ts'
import { createUrlCheck } from '../../webhook-addresses.ts'
import { createWebhook } from './create.ts'
import { deleteWebhook } from './delete.ts'
import { getWebhook } from './get.ts'
import { listWebhooks } from './list.ts'
import { retryDelivery } from './retry-delivery.ts'
import { rotateWebhookSecret } from './rotate-secret.ts'
import { testWebhook } from './send-test.ts'
import { updateWebhook } from './update.ts'

export interface WebhookRouteParts {
  readonly db: Database
  readonly cipher: CredentialCipher
  readonly deliveries: DeliveryStarter
  readonly settings: Pick<ApiSettings, 'webhookAllowedNetworks'>
}

/** Spec 4.11 and the rows of decisions on webhooks. */
export function webhookRoutes({ db, cipher, deliveries, settings }: WebhookRouteParts): Route[] {
  const checkUrl = createUrlCheck({ allowedNetworks: settings.webhookAllowedNetworks })
  return [
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
