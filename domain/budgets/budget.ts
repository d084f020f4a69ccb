import type { Microdollars } from '../money/microdollars.ts'

/** A day, week (from Monday) or month in UTC; `total`: the budget never starts again. */
export const BUDGET_PERIODS = ['day', 'week', 'month', 'total'] as const
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number]

/** How often a budget starts again, as a person reads it. */
export const PERIOD_WORDS: Readonly<Record<BudgetPeriod, string>> = {
  day: 'each day',
  week: 'each week',
  month: 'each month',
  total: 'in all',
}

/** The most that one key or connected app may spend in a period. It counts from when it is set. */
export interface BudgetLimit {
  readonly amount: Microdollars
  readonly period: BudgetPeriod
}

/** A budget as it is now. */
export interface BudgetState extends BudgetLimit {
  /** Charged in the current period. */
  readonly spent: Microdollars
  /** Held by open runs. */
  readonly held: Microdollars
  /** null: it never starts again. */
  readonly resetsAt: Date | null
}
