import { limitsOf, PLAN_TERMS } from '../../../domain/pricing/plans.ts'
import { givesPlan, mainOf, paymentDueBy } from '../../../domain/plans/subscription.ts'
import type { PlanState } from '../../../db/money/plans/state.ts'
import type { ShownPlan } from '../../schemas/plan.ts'

/** Decisions, "plan". */
export function presentPlan({ plan, tables, rows, now, subscriptions }: PlanState): ShownPlan {
  const main = mainOf(subscriptions)
  const current = main !== null && givesPlan(main, now) ? main : null
  const periodEnd = current?.periodEnd.toISOString() ?? null
  const ends = current?.cancelAtPeriodEnd === true
  return {
    plan,
    price: PLAN_TERMS[plan].price,
    limits: limitsOf(plan),
    usage: { tables, rows },
    renews_at: ends ? null : periodEnd,
    cancel_at: ends ? periodEnd : null,
    next_plan: ends ? null : (current?.nextPlan ?? null),
    payment_due_by: main === null ? null : (paymentDueBy(main)?.toISOString() ?? null),
  }
}
