import type { Environment } from '../../../domain/runs/states.ts'
import { envelopeText } from '../../../domain/webhooks/envelope.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

interface BodyRow {
  readonly eventId: string
  readonly eventType: string
  readonly testEvent: string | null
  readonly createdAt: Date | null
  readonly data: string | null
}

export const READ_DELIVERY_BODY = statement<
  { deliveryId: string; webhookId: string; workspaceId: string; environment: Environment },
  BodyRow
>({
  name: 'read_delivery_body',
  effect: false,
  text: `select d.event_id as "eventId", d.event_type as "eventType", d.test_event::text as "testEvent",
      e.created_at as "createdAt", e.data::text as data
    from webhook_delivery d
      left join event e on e.id = d.event_id and e.workspace_id = d.workspace_id and e.environment = d.environment
    where d.id = :deliveryId and d.webhook_id = :webhookId and d.workspace_id = :workspaceId
      and d.environment = :environment`,
})

interface DeliveryName {
  readonly deliveryId: string
  readonly webhookId: string
}

/** The body of each attempt of a delivery, for the page of it. null: the stream no longer keeps the event. */
export async function readDeliveryBody(
  db: Database,
  { deliveryId, webhookId }: DeliveryName,
  { workspaceId, environment }: { readonly workspaceId: string; readonly environment: Environment },
): Promise<string | null> {
  const [row] = await db.query(READ_DELIVERY_BODY, { deliveryId, webhookId, workspaceId, environment })
  if (row === undefined) return null
  const { eventId, eventType, testEvent, createdAt, data } = row
  if (testEvent !== null) return testEvent
  return createdAt === null || data === null ? null : envelopeText({ id: eventId, type: eventType, createdAt, data })
}
