import type { PaidPlan } from '../../../domain/pricing/plans.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** A simulated checkout, as its page shows it. */
export interface SimulatedPlanCheckout {
  readonly workspaceId: string
  readonly workspaceName: string
  readonly plan: PaidPlan
  readonly status: 'pending' | 'paid'
  /** The workspace has since got a plan through another payment. */
  readonly overtaken: boolean
}

export const READ_CHECKOUT = statement<{ id: string }, SimulatedPlanCheckout>({
  name: 'read_simulated_plan_checkout',
  effect: false,
  text: `select c.workspace_id as "workspaceId", w.name as "workspaceName", c.plan, c.status,
      exists (select from plan_subscription s where s.workspace_id = c.workspace_id
        and s.status = 'active') as overtaken
    from plan_checkout c join workspace w on w.id = c.workspace_id where c.id = :id and c.simulated`,
})

/** null: there is none, or it is Stripe's. */
export async function readSimulatedPlanCheckout(queries: Queries, id: string): Promise<SimulatedPlanCheckout | null> {
  const [row] = await queries.query(READ_CHECKOUT, { id })
  return row ?? null
}
