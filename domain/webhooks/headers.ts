const USER_AGENT = 'routed-data-service-webhooks/1'

interface SentDelivery {
  readonly deliveryId: string
  readonly eventId: string
  readonly eventType: string
  /** The value of `Service-Signature`. */
  readonly signature: string
}

/** The headers of every attempt to deliver an event (Spec 6.2). */
export const deliveryHeaders = ({ deliveryId, eventId, eventType, signature }: SentDelivery) => ({
  'Content-Type': 'application/json',
  'User-Agent': USER_AGENT,
  'Service-Signature': signature,
  'Service-Event-Id': eventId,
  'Service-Event-Type': eventType,
  'Service-Delivery-Id': deliveryId,
})
