import type { Database, Queries, Transaction } from '../../db/database.ts'
import { INSERT_CHECKOUT } from '../../db/money/plans/checkouts.ts'
import type { PaidPlan } from '../../domain/pricing/plans.ts'

export const OPEN_PLAN_CHECKOUT: Transaction = { name: 'open_plan_checkout', effect: true }

export interface NewPlanCheckout {
  readonly id: string
  readonly workspaceId: string
  readonly plan: PaidPlan
  readonly simulated: boolean
}

/** Stores that a checkout for a plan was opened, together with the caller's other changes. */
export const openPlanCheckout = (
  db: Database,
  { id, workspaceId, plan, simulated }: NewPlanCheckout,
  beforeCommit: (tx: Queries) => Promise<void>,
): Promise<void> =>
  db.transaction(OPEN_PLAN_CHECKOUT, async (tx) => {
    await tx.query(INSERT_CHECKOUT, { id, workspaceId, plan, simulated })
    await beforeCommit(tx)
  })
