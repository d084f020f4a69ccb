import type { BudgetLimit, BudgetState } from '../../../domain/budgets/budget.ts'
import { formatUsd, parseUsd } from '../../../domain/money/microdollars.ts'
import { budgetOf, type StoredBudget } from '../../../db/money/budgets/read.ts'
import type { Budget, BudgetTerms } from '../../schemas/budget.ts'

/** A budget as the API shows it; null where there is none. */
export function presentBudget(stored: StoredBudget | null): Budget | null {
  const budget = budgetOf(stored)
  return budget === null ? null : presentState(budget)
}

function presentState({ amount, period, spent, held, resetsAt }: BudgetState): Budget {
  const left = amount - spent - held
  return {
    amount: formatUsd(amount),
    period,
    spent: formatUsd(spent),
    held: formatUsd(held),
    remaining: formatUsd(left > 0n ? left : 0n),
    resets_at: resetsAt?.toISOString() ?? null,
  }
}

/** undefined and null keep their meaning: unchanged, and none. */
export const budgetTermsOf = <Absent extends null | undefined>(terms: BudgetTerms | Absent): BudgetLimit | Absent =>
  terms == null ? terms : { amount: parseUsd(terms.amount), period: terms.period }
