import type { Microdollars } from '../../../domain/money/microdollars.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** The data for charging an automatic top-up. */
export interface TopupToCharge {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly amount: Microdollars
  readonly simulated: boolean
  readonly pending: boolean
  readonly createdAt: Date
  /** null: the workspace is no customer at Stripe. */
  readonly customerId: string | null
  /** null: the workspace has no card at Stripe. */
  readonly paymentMethodId: string | null
  /** How the simulated card behaves; null: there is no such card. */
  readonly declines: boolean | null
}

export const READ_TOPUP_TO_CHARGE = statement<{ topupId: string }, TopupToCharge>({
  name: 'read_topup_to_charge',
  effect: false,
  text: `select t.id, t.workspace_id as "workspaceId", t.environment, t.amount, t.simulated,
    t.status = 'pending' as pending, t.created_at as "createdAt",
      k.customer_id as "customerId", c.payment_method_id as "paymentMethodId",
        case when c.simulated then c.declines end as declines
    from topup t
      left join stripe_customer k on k.workspace_id = t.workspace_id
      left join payment_card c on c.workspace_id = t.workspace_id and c.environment = t.environment
        and c.simulated = t.simulated
    where t.id = :topupId`,
})

export async function readTopupToCharge(db: Queries, topupId: string): Promise<TopupToCharge | null> {
  const [row] = await db.query(READ_TOPUP_TO_CHARGE, { topupId })
  return row ?? null
}
