import { PLANS, type PlanName, TABLE_QUOTAS } from '../tables/limits.ts'

/** The price and the benefits of a plan. Amounts are USD strings. */
export interface PlanTerms {
  readonly title: string
  /** A month; `0.00` is no subscription. */
  readonly price: string
  /**
   * Off the platform's list prices, in percent. At 20 the platform rate of 1.43 is 1.144: raw calls stay above
   * their cost.
   */
  readonly discountPercent: number
}

/**
 * The only table of plans (docs/reference/plan.md); their quotas of tables and rows are in TABLE_QUOTAS.
 */
export const PLAN_TERMS: Readonly<Record<PlanName, PlanTerms>> = {
  pay_per_call: { title: 'Pay per call', price: '0.00', discountPercent: 0 },
  plus: { title: 'Plus', price: '49.00', discountPercent: 10 },
  pro: { title: 'Pro', price: '199.00', discountPercent: 15 },
  scale: { title: 'Scale', price: '999.00', discountPercent: 20 },
}

export const PAID_PLANS = ['plus', 'pro', 'scale'] as const satisfies readonly PlanName[]
export type PaidPlan = (typeof PAID_PLANS)[number]

export const isPaid = (plan: PlanName): plan is PaidPlan => plan !== 'pay_per_call'

/** PLANS are in order from the smallest to the largest. */
export const isUpgrade = (from: PlanName, to: PlanName): boolean => PLANS.indexOf(to) > PLANS.indexOf(from)

/** The benefits of a plan as `GET /v1/plan` shows them. */
export const limitsOf = (plan: PlanName): { tables: number; rows: number; discount_percent: number } => ({
  ...TABLE_QUOTAS[plan],
  discount_percent: PLAN_TERMS[plan].discountPercent,
})
