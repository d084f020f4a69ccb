import type { BudgetLimit } from '../../../domain/budgets/budget.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** The key or connected app that a budget belongs to. */
export interface BudgetHolder {
  readonly workspaceId: string
  readonly holderId: string
}

/**
 * A budget with another period starts at zero: what was charged and held before counts against the one that is gone.
 */
export const END_BUDGET = statement<{ holderId: string; period: string | null }>({
  name: 'end_budget',
  effect: 'within',
  text: 'delete from budget where holder_id = :holderId and period is distinct from :period',
})

export const SET_BUDGET = statement<{ workspaceId: string; holderId: string; amount: string; period: string }>({
  name: 'set_budget',
  effect: 'within',
  text: `insert into budget (workspace_id, holder_id, amount, period, period_start)
    values (:workspaceId, :holderId, :amount::bigint, :period, clock_timestamp())
    on conflict (holder_id) do update set amount = excluded.amount`,
})

/**
 * Sets a holder's budget in the caller's transaction; null removes it. With the same period the count continues, with
 * another one it starts at zero. Runs that hold money already count against the budget of their time.
 */
export async function setBudget(
  tx: Queries,
  { workspaceId, holderId }: BudgetHolder,
  budget: BudgetLimit | null,
): Promise<void> {
  await tx.query(END_BUDGET, { holderId, period: budget?.period ?? null })
  if (budget === null) return
  const { amount, period } = budget
  await tx.query(SET_BUDGET, { workspaceId, holderId, amount: amount.toString(), period })
}
