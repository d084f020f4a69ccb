import { doubleOf } from '../json/decimal.ts'
import { isObject, name, object } from '../inbound/wire.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { ENVIRONMENTS } from '../runs/states.ts'
import type { PaymentReference } from './order.ts'

/** What Stripe tells, as far as every event has it. */
export interface StripeEvent {
  readonly id: string
  readonly type: string
  /** Whether real money moved. */
  readonly livemode: boolean
  /** When it happened, in seconds since 1970. */
  readonly created: number
  /** The account of somebody else that it is about; null: our own. */
  readonly account: string | null
  /** What has changed, as it was then. */
  readonly object: JsonObject
}

/** null: it is no event as Stripe documents them. */
export function readStripeEvent(body: unknown): StripeEvent | null {
  if (!isObject(body)) return null
  const [id, type, of] = [name(body['id']), name(body['type']), object(object(body['data'])?.['object'])]
  const [created, { livemode }] = [doubleOf(body['created']), body]
  if (id === null || type === null || of === null || created === null || typeof livemode !== 'boolean') return null
  return { id, type, livemode, created, account: name(body['account']), object: of }
}

/** Whose payment an object of Stripe's is, by what was written to it; null: it is no payment of ours. */
export function referenceOf(of: JsonObject): PaymentReference | null {
  const metadata = object(of['metadata'])
  const [reference, workspaceId] = [name(metadata?.['reference']), name(metadata?.['workspace_id'])]
  const environment = ENVIRONMENTS.find((one) => one === metadata?.['environment'])
  const purpose = (['topup', 'plan'] as const).find((one) => one === metadata?.['purpose'])
  if (reference === null || workspaceId === null || environment === undefined || purpose === undefined) return null
  return { purpose, reference, workspaceId, environment }
}

/** The id of what a member refers to: Stripe gives the id alone, or the whole object. */
export const idOf = (value: Json | undefined): string | null => name(object(value)?.['id'] ?? value)

/** By which Stripe tells a card from all others, whoever uses it; null: the charge names none. */
export const cardFingerprintOf = (charge: JsonObject): string | null =>
  name(object(object(charge['payment_method_details'])?.['card'])?.['fingerprint'])
