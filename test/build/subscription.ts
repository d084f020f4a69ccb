import { randomUUID } from 'node:crypto'
import { centsOfPlan } from '../../domain/plans/choice.ts'
import type { PaidPlan } from '../../domain/pricing/plans.ts'
import type { JsonObject } from '../../domain/json/json.ts'

const DAY = 86_400

export interface StripeSubscriptionTerms {
  readonly id?: string
  readonly workspaceId: string
  readonly plan?: PaidPlan
  readonly status?: string
  /** Seconds since 1970. */
  readonly start?: number
  readonly end?: number
  readonly cancelAtPeriodEnd?: boolean
  readonly cents?: number
}

/** A subscription as Stripe's documents describe it, with the members that are read. */
export function stripeSubscription(terms: StripeSubscriptionTerms): JsonObject {
  const {
    id = `sub_${randomUUID().replaceAll('-', '')}`,
    workspaceId,
    plan = 'plus',
    status = 'active',
    start = 1_790_000_000,
    end = start + 30 * DAY,
    cancelAtPeriodEnd = false,
  } = terms
  return {
    id,
    object: 'subscription',
    status,
    customer: `cus_${workspaceId}`,
    cancel_at_period_end: cancelAtPeriodEnd,
    cancel_at: cancelAtPeriodEnd ? end : null,
    metadata: { purpose: 'plan', workspace_id: workspaceId, environment: 'live', reference: 'plan_1', plan },
    items: {
      object: 'list',
      data: [
        {
          id: 'si_1',
          quantity: 1,
          current_period_start: start,
          current_period_end: end,
          price: {
            id: 'price_1',
            currency: 'usd',
            unit_amount: terms.cents ?? centsOfPlan(plan),
            recurring: { interval: 'month', interval_count: 1 },
          },
        },
      ],
    },
  }
}
