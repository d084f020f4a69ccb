import type { PaidPlan } from '../../../domain/pricing/plans.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export const INSERT_CHECKOUT = statement<{ id: string; workspaceId: string; plan: PaidPlan; simulated: boolean }>({
  name: 'insert_plan_checkout',
  effect: 'within',
  text: `insert into plan_checkout (id, workspace_id, plan, simulated, status)
    values (:id, :workspaceId, :plan, :simulated, 'pending')`,
})

export const MARK_PAID = statement<{ id: string; workspaceId: string }>({
  name: 'mark_plan_checkout_paid',
  effect: 'within',
  text: `update plan_checkout set status = 'paid' where id = :id and workspace_id = :workspaceId`,
})

/** Marks a checkout as paid. */
export const markPlanCheckoutPaid = (tx: Queries, id: string, workspaceId: string): Promise<unknown> =>
  tx.query(MARK_PAID, { id, workspaceId })
