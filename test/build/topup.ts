import { randomUUID } from 'node:crypto'
import type { JsonObject } from '../../domain/json/json.ts'
import { parseUsd } from '../../domain/money/microdollars.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { type Database, noop } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { openTopup } from '../../usecases/money/open-topup.ts'
import { applyStripeEvent } from '../../usecases/money/apply-stripe-event.ts'

/** A top-up that waits for its payment, by the transaction of its checkout; returns its id. */
export async function buildTopup(
  db: Database,
  { workspaceId, environment = 'live' }: { readonly workspaceId: string; readonly environment?: Environment },
  {
    id = newId('topup'),
    usd = '20.00',
    simulated = false,
  }: {
    readonly id?: string
    readonly usd?: string
    readonly simulated?: boolean
  } = {},
): Promise<string> {
  const topup = { id, workspaceId, environment, amount: parseUsd(usd), simulated, checkoutUrl: null }
  await openTopup(db, topup, noop)
  return id
}

/** Applies an event of Stripe as the route that receives it does. */
export const applyEvent = (
  db: Database,
  type: string,
  object: JsonObject,
  { id = `evt_${randomUUID()}`, created = 1_000 }: { readonly id?: string; readonly created?: number } = {},
) => applyStripeEvent(db, { id, type, livemode: false, created, account: null, object }, { livemode: false })

/** Stripe's objects about a top-up of 20.00 in live. */
export function topupMessages(id: string, workspaceId: string) {
  const metadata = { purpose: 'topup', reference: id, workspace_id: workspaceId, environment: 'live' }
  const payment = `pi_${id}`
  const customer = `cus_${workspaceId}`
  return {
    id,
    payment,
    metadata,
    session: {
      id: `cs_${id}`,
      object: 'checkout.session',
      mode: 'payment',
      metadata,
      customer,
      payment_status: 'paid',
      payment_intent: payment,
      amount_total: 2_000,
      currency: 'usd',
    },
    intent: {
      id: payment,
      object: 'payment_intent',
      metadata,
      amount_received: 2_000,
      currency: 'usd',
      customer,
      payment_method: `pm_${id}`,
      setup_future_usage: 'off_session',
    },
    charge: (refunded: number) => ({
      id: `ch_${id}`,
      object: 'charge',
      payment_intent: payment,
      metadata: {},
      amount: 2_000,
      amount_refunded: refunded,
      currency: 'usd',
    }),
    /** The charge of a payment, by a card with a unique fingerprint. */
    paidBy: (fingerprint: string) => ({
      id: `ch_${id}`,
      object: 'charge',
      payment_intent: payment,
      metadata,
      amount: 2_000,
      amount_refunded: 0,
      currency: 'usd',
      payment_method_details: { type: 'card', card: { fingerprint } },
    }),
    dispute: (status: string, amount = 2_000) => ({
      id: `dp_${id}`,
      object: 'dispute',
      payment_intent: payment,
      charge: `ch_${id}`,
      amount,
      currency: 'usd',
      status,
    }),
  }
}

export type TopupMessages = ReturnType<typeof topupMessages>
