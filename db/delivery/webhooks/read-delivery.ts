import type { SealedSecret } from '../../../domain/connections/credential.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { DeliveryAttempt, DeliveryStatus } from '../../../domain/webhooks/delivery.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** The data that an attempt to deliver needs. */
export interface DeliveryToAttempt {
  readonly id: string
  readonly webhookId: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly eventId: string
  readonly eventType: string
  readonly generation: number
  readonly status: DeliveryStatus
  readonly attemptsMade: number
  readonly attemptsMax: number
  readonly nextAttemptAt: Date | null
  /** null: there was no attempt. */
  readonly lastAttempt: DeliveryAttempt | null
  readonly url: string
  /** The URL is the delivery's, not that of its endpoint. */
  readonly isCallback: boolean
  readonly enabled: boolean
  /** The endpoint's generation, which counts how often it was enabled. */
  readonly endpointGeneration: number
  readonly failing: boolean
  /** The envelope of a test event, as text; null for an event of the stream. */
  readonly testEvent: string | null
  /** null: the stream no longer keeps the event, or it is a test. */
  readonly eventCreatedAt: Date | null
  readonly eventData: string | null
  /** Newest first; each is sealed for its own id. */
  readonly secrets: readonly WebhookSecret[]
}

export interface WebhookSecret extends SealedSecret {
  readonly id: string
}

export const READ_DELIVERY = statement<{ deliveryId: string }, DeliveryToAttempt>({
  name: 'read_delivery',
  effect: false,
  text: `select d.id, d.webhook_id as "webhookId", d.workspace_id as "workspaceId", d.environment,
    d.event_id as "eventId",
      d.event_type as "eventType", d.generation, d.status, d.attempts_made as "attemptsMade",
        d.attempts_max as "attemptsMax",
      d.next_attempt_at as "nextAttemptAt", d.attempts -> -1 as "lastAttempt",
      coalesce(d.url, w.url) as url, d.url is not null as "isCallback", w.enabled,
      w.generation as "endpointGeneration", w.failing_since is not null as failing,
      d.test_event::text as "testEvent", e.created_at as "eventCreatedAt", e.data::text as "eventData",
      (select coalesce(json_agg(json_build_object('id', s.id, 'keyVersion', s.key_version,
          'wrappedKey', encode(s.wrapped_key, 'base64'), 'ciphertext', encode(s.ciphertext, 'base64'))
            order by s.expires_at desc nulls first), '[]')
        from webhook_secret s where s.webhook_id = w.id
          and (s.expires_at is null or s.expires_at > clock_timestamp())) as secrets
    from webhook_delivery d
      join webhook_endpoint w on w.id = d.webhook_id
      left join event e on e.id = d.event_id and e.workspace_id = d.workspace_id and e.environment = d.environment
    where d.id = :deliveryId`,
})

/** null: the endpoint was deleted together with its deliveries. */
export async function readDelivery(db: Database, deliveryId: string): Promise<DeliveryToAttempt | null> {
  const [row] = await db.query(READ_DELIVERY, { deliveryId })
  return row ?? null
}
