import type { Environment } from '../../domain/runs/states.ts'
import type { Queries, Statement } from '../database.ts'

/** The first customer id stays: a workspace is one customer. */
const KEEP_STRIPE_CUSTOMER: Statement = {
  name: 'keep_stripe_customer',
  effect: 'within',
  text: `insert into stripe_customer (workspace_id, customer_id) select id, $2 from workspace where id = $1 on conflict do nothing`,
}

export const upsertStripeCustomer = (tx: Queries, workspaceId: string, customerId: string): Promise<unknown> =>
  tx.query(KEEP_STRIPE_CUSTOMER, [workspaceId, customerId])

const READ_STRIPE_CUSTOMER: Statement = {
  name: 'read_stripe_customer',
  effect: false,
  text: `select customer_id as "customerId" from stripe_customer where workspace_id = $1`,
}

/** null: the workspace has opened no checkout yet. */
export async function readStripeCustomer(db: Queries, workspaceId: string): Promise<string | null> {
  const [row] = await db.query<{ customerId: string }>(READ_STRIPE_CUSTOMER, [workspaceId])
  return row?.customerId ?? null
}

const SAVE_CARD: Statement = {
  name: 'save_payment_card',
  effect: 'within',
  text: `insert into payment_card (workspace_id, environment, simulated, payment_method_id, declines) values ($1, $2, $3, $4, $5)
    on conflict (workspace_id, environment, simulated) do update
      set payment_method_id = excluded.payment_method_id, declines = excluded.declines, saved_at = clock_timestamp()`,
}

/** A card at Stripe by its id; a simulated card by its behaviour. */
export type NewCard = { readonly paymentMethodId: string } | { readonly declines: boolean }

/** Stores the card of the latest payment for automatic top-ups. */
export const saveCard = (
  tx: Queries,
  owner: { readonly workspaceId: string; readonly environment: Environment },
  card: NewCard,
): Promise<unknown> =>
  tx.query(
    SAVE_CARD,
    'paymentMethodId' in card
      ? [owner.workspaceId, owner.environment, false, card.paymentMethodId, false]
      : [owner.workspaceId, owner.environment, true, null, card.declines],
  )
