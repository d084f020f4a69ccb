import { defineEntity, p } from '@mikro-orm/core'
import { PAID_PLANS } from '../../domain/pricing/plans.ts'
import { SUBSCRIPTION_STATUSES } from '../../domain/plans/subscription.ts'

/** A checkout for a plan. */
const PlanCheckoutSchema = defineEntity({
  name: 'PlanCheckout',
  tableName: 'plan_checkout',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    plan: p.enum(PAID_PLANS),
    simulated: p.boolean(),
    status: p.enum(['pending', 'paid']),
    createdAt: p.datetime(),
  },
})
export class PlanCheckout extends PlanCheckoutSchema.class {}
PlanCheckoutSchema.setClass(PlanCheckout)

/** A plan that is paid monthly. */
const PlanSubscriptionSchema = defineEntity({
  name: 'PlanSubscription',
  tableName: 'plan_subscription',
  properties: {
    /** Stripe's id, or for a simulated subscription an id of this service. */
    id: p.text().primary(),
    workspaceId: p.text(),
    simulated: p.boolean(),
    plan: p.enum(PAID_PLANS),
    nextPlan: p.enum(PAID_PLANS).nullable(),
    status: p.enum(SUBSCRIPTION_STATUSES),
    periodStart: p.datetime(),
    periodEnd: p.datetime(),
    cancelAtPeriodEnd: p.boolean(),
    pastDueSince: p.datetime().nullable(),
    toldAt: p.datetime(),
    createdAt: p.datetime(),
  },
})
export class PlanSubscription extends PlanSubscriptionSchema.class {}
PlanSubscriptionSchema.setClass(PlanSubscription)
