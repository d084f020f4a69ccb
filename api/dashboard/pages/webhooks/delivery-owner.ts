import { CallbackList } from '../../../schemas/callback.ts'
import { type Delivery, WebhookWithDeliveries } from '../../../schemas/webhook.ts'
import type { PageParts, View } from '../../page.ts'
import { CALLBACKS } from './paths.ts'

/** What has deliveries: an endpoint, or the callbacks of runs and jobs. */
export interface DeliveryOwner {
  readonly id: string
  /** As the path of its pages names it. */
  readonly place: string
  readonly name: string
  readonly deliveries: readonly Delivery[]
}

/** Reads what the path of a page names. Throws `not_found`. */
export function createOwnerReader({ find }: Pick<PageParts, 'find'>) {
  const getWebhook = find('getWebhook', WebhookWithDeliveries)
  const listCallbacks = find('listCallbacks', CallbackList)
  return async (view: View): Promise<DeliveryOwner> => {
    const place = view.params['webhook_id'] ?? ''
    if (place === CALLBACKS) {
      const { webhook_id: id, deliveries } = await listCallbacks(view)
      return { id, place, name: 'Callbacks', deliveries }
    }
    const { id, url, deliveries } = await getWebhook(view, { params: { webhook_id: place } })
    return { id, place, name: url, deliveries }
  }
}
