import Type, { type Static } from 'typebox'
import { BUDGET_PERIODS } from '../../domain/budgets/budget.ts'
import { closed, Money, nullable, oneOf, Timestamp, UsdAmount } from './common.ts'
import { named } from './named.ts'

const Period = oneOf(BUDGET_PERIODS, {
  description:
    'A day, a week from Monday, or a month in UTC; `total` never starts again. A change of the period starts the count at zero.',
})

/** The most that a key or a connected app may spend in a period; it counts from when it is set. */
export const BudgetTerms = named('BudgetTerms', closed({ amount: UsdAmount, period: Period }))
export type BudgetTerms = Static<typeof BudgetTerms>

export const Budget = named(
  'Budget',
  closed({
    amount: Money,
    period: Period,
    spent: Type.Unsafe<string>({ ...Money, description: 'What was charged in this period.' }),
    held: Type.Unsafe<string>({ ...Money, description: 'What open runs hold.' }),
    remaining: Money,
    resets_at: nullable(Timestamp, { description: 'When the next period begins; null for `total`.' }),
  }),
)
export type Budget = Static<typeof Budget>
