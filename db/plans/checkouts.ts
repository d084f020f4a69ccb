import type { PaidPlan } from '../../domain/pricing/plans.ts'
import type { Database, Queries, Statement, Transaction } from '../database.ts'

const INSERT_CHECKOUT: Statement = {
  name: 'insert_plan_checkout',
  effect: 'within',
  text: `insert into plan_checkout (id, workspace_id, plan, simulated, status) values ($1, $2, $3, $4, 'pending')`,
}

export const OPEN_PLAN_CHECKOUT: Transaction = { name: 'open_plan_checkout', effect: true }

export interface NewPlanCheckout {
  readonly id: string
  readonly workspaceId: string
  readonly plan: PaidPlan
  readonly simulated: boolean
}

const MARK_PAID: Statement = {
  name: 'mark_plan_checkout_paid',
  effect: 'within',
  text: `update plan_checkout set status = 'paid' where id = $1 and workspace_id = $2`,
}

/** Marks a checkout as paid. */
export const markPlanCheckoutPaid = (tx: Queries, id: string, workspaceId: string): Promise<unknown> =>
  tx.query(MARK_PAID, [id, workspaceId])

/** Stores that a checkout for a plan was opened, together with the caller's other changes. */
export const openPlanCheckout = (
  db: Database,
  { id, workspaceId, plan, simulated }: NewPlanCheckout,
  also: (tx: Queries) => Promise<void>,
): Promise<void> =>
  db.transaction(OPEN_PLAN_CHECKOUT, async (tx) => {
    await tx.query(INSERT_CHECKOUT, [id, workspaceId, plan, simulated])
    await also(tx)
  })
