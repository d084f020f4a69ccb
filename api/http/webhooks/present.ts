import type { StoredDelivery } from '../../../db/delivery/webhooks/deliveries.ts'
import type { StoredWebhook } from '../../../db/delivery/webhooks/endpoints.ts'
import type { Delivery, Webhook } from '../../schemas/webhook.ts'

export const presentWebhook = ({
  id,
  url,
  events,
  description,
  enabled,
  disabledReason,
  failingSince,
  createdAt,
}: StoredWebhook): Webhook => ({
  id,
  url,
  events: [...events],
  description,
  enabled,
  disabled_reason: disabledReason,
  failing_since: failingSince?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
})

export const presentDelivery = ({
  id,
  eventId,
  eventType,
  url,
  status,
  attempts,
  nextAttemptAt,
  createdAt,
}: StoredDelivery): Delivery => ({
  id,
  event_id: eventId,
  type: eventType,
  url,
  status,
  attempts: [...attempts],
  next_attempt_at: nextAttemptAt?.toISOString() ?? null,
  created_at: createdAt.toISOString(),
})
