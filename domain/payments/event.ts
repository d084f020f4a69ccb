import { doubleOf } from '../json/decimal.ts'
import { name, object } from '../inbound/wire.ts'
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { ENVIRONMENTS } from '../runs/states.ts'
import type { PaymentReference } from './order.ts'

/** An event of Stripe, with the members that every event has. */
export interface StripeEvent {
  readonly id: string
  readonly type: string
  /** Whether real money moved. */
  readonly livemode: boolean
  /** When it happened, in seconds since 1970. */
  readonly created: number
  /** The connected account that the event is about; null: our own. */
  readonly account: string | null
  /** The changed object, as it was then. */
  readonly object: JsonObject
}

/** null: the body is no event as Stripe documents them. */
export function readStripeEvent(body: unknown): StripeEvent | null {
  if (!isJsonObject(body)) return null
  const [id, type, of] = [name(body['id']), name(body['type']), object(object(body['data'])?.['object'])]
  const [created, { livemode }] = [doubleOf(body['created']), body]
  if (id === null || type === null || of === null || created === null || typeof livemode !== 'boolean') return null
  return { id, type, livemode, created, account: name(body['account']), object: of }
}

/** The payment that a Stripe object belongs to, by its metadata; null: it is no payment of ours. */
export function referenceOf(of: JsonObject): PaymentReference | null {
  const metadata = object(of['metadata'])
  const [reference, workspaceId] = [name(metadata?.['reference']), name(metadata?.['workspace_id'])]
  const environment = ENVIRONMENTS.find((one) => one === metadata?.['environment'])
  const purpose = (['topup', 'plan'] as const).find((one) => one === metadata?.['purpose'])
  if (reference === null || workspaceId === null || environment === undefined || purpose === undefined) return null
  return { purpose, reference, workspaceId, environment }
}

/** The id of the referenced object: Stripe sends the id alone, or the entire object. */
export const idOf = (value: Json | undefined): string | null => name(object(value)?.['id'] ?? value)

/** Stripe's identifier of a card, the same for every customer who uses it; null: the charge names none. */
export const cardFingerprintOf = (charge: JsonObject): string | null =>
  name(object(object(charge['payment_method_details'])?.['card'])?.['fingerprint'])
