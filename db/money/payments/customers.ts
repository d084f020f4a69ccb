import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** The first customer id stays: a workspace is one customer. */
export const KEEP_STRIPE_CUSTOMER = statement<{ workspaceId: string; customerId: string }>({
  name: 'keep_stripe_customer',
  effect: 'within',
  text: `insert into stripe_customer (workspace_id, customer_id) select id, :customerId from workspace
    where id = :workspaceId on conflict do nothing`,
})

export const upsertStripeCustomer = (tx: Queries, workspaceId: string, customerId: string): Promise<unknown> =>
  tx.query(KEEP_STRIPE_CUSTOMER, { workspaceId, customerId })

export const READ_STRIPE_CUSTOMER = statement<{ workspaceId: string }, { customerId: string }>({
  name: 'read_stripe_customer',
  effect: false,
  text: `select customer_id as "customerId" from stripe_customer where workspace_id = :workspaceId`,
})

/** null: the workspace has opened no checkout yet. */
export async function readStripeCustomer(db: Queries, workspaceId: string): Promise<string | null> {
  const [row] = await db.query(READ_STRIPE_CUSTOMER, { workspaceId })
  return row?.customerId ?? null
}

export const SAVE_CARD = statement<{
  workspaceId: string
  environment: Environment
  simulated: boolean
  paymentMethodId: string | null
  declines: boolean
}>({
  name: 'save_payment_card',
  effect: 'within',
  text: `insert into payment_card (workspace_id, environment, simulated, payment_method_id, declines)
    values (:workspaceId, :environment, :simulated, :paymentMethodId, :declines)
    on conflict (workspace_id, environment, simulated) do update
      set payment_method_id = excluded.payment_method_id, declines = excluded.declines, saved_at = clock_timestamp()`,
})

/** A card at Stripe by its id; a simulated card by its behaviour. */
export type NewCard = { readonly paymentMethodId: string } | { readonly declines: boolean }

/** Stores the card of the latest payment for automatic top-ups. */
export const saveCard = (
  tx: Queries,
  owner: { readonly workspaceId: string; readonly environment: Environment },
  card: NewCard,
): Promise<unknown> =>
  tx.query(SAVE_CARD, {
    workspaceId: owner.workspaceId,
    environment: owner.environment,
    ...('paymentMethodId' in card
      ? { simulated: false, paymentMethodId: card.paymentMethodId, declines: false }
      : { simulated: true, paymentMethodId: null, declines: card.declines }),
  })
