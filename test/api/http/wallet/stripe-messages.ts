import type { WalletClient } from './wallet-client.ts'

/** Stripe's report of a top-up of 20.00. */
export function messagesOf(id: string, workspaceId: string) {
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

export type TopupMessages = ReturnType<typeof messagesOf>

/** A top-up of 20.00 that waits to be paid at Stripe. */
export const openedTopup = async (wallet: WalletClient, workspaceId: string): Promise<TopupMessages> =>
  messagesOf((await wallet.open('20.00')).topup_id, workspaceId)
