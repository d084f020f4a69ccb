import type { BudgetPeriod, BudgetState } from '../../../domain/budgets/budget.ts'
import { BUDGET_NOW_SQL } from './sql.ts'

/** The budget of a holder as it is now, as one JSON value; null without one. `holder`: SQL of the holder's id. */
export const BUDGET_AS_JSON = (holder: string): string => `(select jsonb_build_object(
        'amount', b.amount::text, 'period', b.period, 'spent', b.spent_now::text, 'held', b.held::text,
        'resetsAt', to_char(b.resets_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
      from (select b.*, ${BUDGET_NOW_SQL('b')} from budget b where b.holder_id = ${holder}) b)`

/** As BUDGET_AS_JSON selects it. */
export interface StoredBudget {
  readonly amount: string
  readonly period: BudgetPeriod
  readonly spent: string
  readonly held: string
  readonly resetsAt: string | null
}

export const budgetOf = (stored: StoredBudget | null): BudgetState | null =>
  stored === null
    ? null
    : {
        amount: BigInt(stored.amount),
        period: stored.period,
        spent: BigInt(stored.spent),
        held: BigInt(stored.held),
        resetsAt: stored.resetsAt === null ? null : new Date(stored.resetsAt),
      }
