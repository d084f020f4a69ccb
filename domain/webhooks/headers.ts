const USER_AGENT = 'routed-data-service-webhooks/1'

interface SentDelivery {
  readonly deliveryId: string
  readonly eventId: string
  readonly eventType: string
  /** The value of `Service-Signature`. */
  readonly signature: string
  /** Of Standard Webhooks: the values of `webhook-timestamp` and `webhook-signature`. */
  readonly standard: { readonly timestamp: string; readonly signature: string }
}

/** The headers of every attempt to deliver an event (Spec 6.2). */
export const deliveryHeaders = ({ deliveryId, eventId, eventType, signature, standard }: SentDelivery) => ({
  'Content-Type': 'application/json',
  'User-Agent': USER_AGENT,
  'Service-Signature': signature,
  'Service-Event-Id': eventId,
  'Service-Event-Type': eventType,
  'Service-Delivery-Id': deliveryId,
  'webhook-id': eventId,
  'webhook-timestamp': standard.timestamp,
  'webhook-signature': standard.signature,
})
