import Type from 'typebox'
import type { Static } from 'typebox'
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
        description: 'Off list prices, where nothing was negotiated.',
      }),
    },
    { description: 'Both environments count together.' },
  ),
  usage: closed(
    { tables: Count, rows: Count },
    {
      description:
        'Above a limit after a smaller plan was chosen, everything stays readable, and nothing more is taken.',
    },
  ),
  renews_at: nullable(Timestamp, {
    description: 'When the next month is charged; null: nothing is, or the plan ends then.',
  }),
  cancel_at: nullable(Timestamp, {
    description: 'When the plan ends and calls are paid one by one again; null: it goes on.',
  }),
  next_plan: nullable(oneOf(PLANS), { description: 'The smaller plan that counts from `renews_at`; null: the same.' }),
  payment_due_by: nullable(Timestamp, {
    description: 'A payment has failed: until then the plan stays, and then it is lost. null: nothing is due.',
  }),
}

export const Plan = named('Plan', closed(members))
export type Plan = Static<typeof Plan>

export const ChosenPlan = named(
  'ChosenPlan',
  closed({
    ...members,
    checkout_url: nullable(Type.String(), {
      description:
        'Where the plan is paid; it counts once it is. null: nothing is to be paid on a page, and what is shown counts.',
    }),
  }),
)
export type ChosenPlan = Static<typeof ChosenPlan>

export const PlanChoice = named('PlanChoice', closed({ plan: oneOf(PLANS) }))

export const PlanPortal = named('PlanPortal', closed({ portal_url: Type.String() }))
