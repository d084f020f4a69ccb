import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { type BeforeCommit, type Database, noop, type Queries, type Transaction } from '../../db/database.ts'
import { MAKE_DUE, type StoredDelivery } from '../../db/delivery/webhooks/deliveries.ts'
import type { WebhookRef } from '../../db/delivery/webhooks/endpoints.ts'

export const RETRY_DELIVERY: Transaction = { name: 'retry_delivery', effect: true }

export type Retried =
  | { readonly kind: 'retried'; readonly delivery: StoredDelivery; readonly start: DeliveryToStart }
  | { readonly kind: 'missing' | 'disabled' | 'test' | 'spent' | 'event gone' }

/**
 * Makes a delivery due now, or due again when it has ended (decisions, "webhook redelivery"). The caller notifies its
 * workflow afterwards.
 */
export const retryDelivery = (
  db: Database,
  ref: WebhookRef,
  deliveryId: string,
  beforeCommit: BeforeCommit<StoredDelivery> = noop,
): Promise<Retried> =>
  db.transaction(RETRY_DELIVERY, async (tx) => {
    const retried = await makeDue(tx, ref, deliveryId)
    if (retried.kind === 'retried') await beforeCommit(tx, retried.delivery)
    return retried
  })

async function makeDue(
  tx: Queries,
  { id, workspaceId, environment }: WebhookRef,
  deliveryId: string,
): Promise<Retried> {
  const [row] = await tx.query(MAKE_DUE, { webhookId: id, workspaceId, environment, deliveryId })
  if (row === undefined) return { kind: 'missing' }
  const { enabled, test, spent, kept, ...retried } = row
  if (test) return { kind: 'test' }
  if (!enabled) return { kind: 'disabled' }
  if (!kept) return { kind: 'event gone' }
  if (spent || retried.id === null) return { kind: 'spent' }
  const { webhookId, workspaceId: owner, environment: of, ...delivery } = retried
  return {
    kind: 'retried',
    delivery,
    start: { id: delivery.id, webhookId, workspaceId: owner, environment: of, eventType: delivery.eventType },
  }
}
