import Type, { type Static } from 'typebox'
import { PLANS } from '../../domain/tables/limits.ts'
import { closed, Money, nullable, oneOf, Timestamp } from './common.ts'
import { named } from './named.ts'

const Count = Type.Integer({ minimum: 0 })

const members = {
  plan: oneOf(PLANS),
  price: Type.Unsafe<string>({ ...Money, description: 'A month.' }),
  limits: closed(
    {
      tables: Count,
      rows: Count,
      discount_percent: Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'The discount on list prices, unless prices were negotiated.',
      }),
    },
    { description: 'Both environments are counted together.' },
  ),
  usage: closed(
    { tables: Count, rows: Count },
    {
      description:
        'If the usage exceeds a limit after a change to a smaller plan, all data stays readable and nothing can be added.',
    },
  ),
  renews_at: nullable(Timestamp, {
    description: 'When the next month is charged; null: no charge is due, or the plan ends.',
  }),
  cancel_at: nullable(Timestamp, {
    description: 'When the plan ends and `pay_per_call` begins; null: the plan continues.',
  }),
  next_plan: nullable(oneOf(PLANS), {
    description: 'The smaller plan that is effective from `renews_at`; null: no change.',
  }),
  payment_due_by: nullable(Timestamp, {
    description:
      'After a failed payment, the end of the grace period, at which the plan ends; null: no payment has failed.',
  }),
}

export const PORTAL_STATES = ['open', 'after_first_payment', 'unavailable'] as const

export const Plan = named(
  'Plan',
  closed({
    ...members,
    portal: oneOf(PORTAL_STATES, {
      description:
        'Whether `POST /v1/plan/portal` opens the billing portal. `after_first_payment`: choose a plan or top up the wallet first. `unavailable`: this deployment takes no payments.',
    }),
  }),
)
export type Plan = Static<typeof Plan>

export const ChosenPlan = named(
  'ChosenPlan',
  closed({
    ...members,
    checkout_url: nullable(Type.String(), {
      description:
        'The checkout of the plan; the plan is effective after payment. null: no payment is needed, and the shown plan is effective.',
    }),
  }),
)
export type ChosenPlan = Static<typeof ChosenPlan>
/** What both show of a plan. */
export type ShownPlan = Omit<ChosenPlan, 'checkout_url'>

export const PlanChoice = named('PlanChoice', closed({ plan: oneOf(PLANS) }))

export const OpenedPortal = named('OpenedPortal', closed({ portal_url: Type.String() }))
