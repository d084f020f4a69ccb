import { envelopeText } from '../../domain/webhooks/envelope.ts'
import { deliveryHeaders } from '../../domain/webhooks/headers.ts'
import type { SecretCipher } from '../../db/cipher.ts'
import type { DeliveryToAttempt } from '../../db/delivery/webhooks/read-delivery.ts'
import { webhookSecretContext } from '../../db/delivery/webhooks/secret.ts'
import type { WebhookRequest } from './http.ts'
import { signatureHeader, standardSignatureHeader } from './sign.ts'

export type RequestToSend =
  /** Signed with the time of sending, in milliseconds of real time. */
  | { readonly kind: 'request'; requestAt(nowMs: number): WebhookRequest }
  /** The stream no longer holds the event. */
  | { readonly kind: 'noEvent' }
  /** A secret was encrypted with a key that this process does not hold, or was altered: an operator must fix it. */
  | { readonly kind: 'unreadable'; readonly keyVersion: number }

/** The request of one attempt (Spec 6.2): the event's body, and a signature with the time of the attempt. */
export function requestOf(cipher: SecretCipher, delivery: DeliveryToAttempt): RequestToSend {
  const body = bodyOf(delivery)
  if (body === null) return { kind: 'noEvent' }
  const secrets: string[] = []
  for (const { id, ...sealed } of delivery.secrets) {
    const opened = cipher.open(webhookSecretContext(delivery.workspaceId, id), sealed)
    if (opened.kind !== 'opened') return { kind: 'unreadable', keyVersion: opened.keyVersion }
    secrets.push(opened.credential)
  }
  return {
    kind: 'request',
    requestAt: (nowMs) => {
      const seconds = Math.floor(nowMs / 1000)
      return {
        url: delivery.url,
        headers: deliveryHeaders({
          deliveryId: delivery.id,
          eventId: delivery.eventId,
          eventType: delivery.eventType,
          signature: signatureHeader(body, secrets, seconds),
          standard: {
            timestamp: String(seconds),
            signature: standardSignatureHeader({ id: delivery.eventId, body }, secrets, seconds),
          },
        }),
        body,
      }
    },
  }
}

function bodyOf({ testEvent, eventId, eventType, eventCreatedAt, eventData }: DeliveryToAttempt): string | null {
  if (testEvent !== null) return testEvent
  return eventCreatedAt === null || eventData === null
    ? null
    : envelopeText({ id: eventId, type: eventType, createdAt: eventCreatedAt, data: eventData })
}
