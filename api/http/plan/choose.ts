import { defineRoute } from '../../route/route.ts'
import { ChosenPlan, PlanChoice } from '../../schemas/plan.ts'
import { apply } from './apply.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'

/** Spec 4.13; decisions, "plan". */
export const choosePlan = (deps: CheckoutDeps) =>
  defineRoute({
    operationId: 'choosePlan',
    method: 'POST',
    path: '/v1/plan',
    summary: 'Choose a plan',
    description:
      'For the first paid plan, the response contains a `checkout_url`; the plan is effective after payment. A larger plan is effective at once, and the rest of the month is charged. A smaller plan, or `pay_per_call`, is effective at the end of the paid month; choosing the current plan again withdraws the change. Prices, limits and discounts follow the plan. Runs with a hold keep their price.',
    tags: ['Plan'],
    spec: '4.13',
    access: 'session',
    idempotent: { store: deps },
    body: PlanChoice,
    bodyExamples: { plus: { summary: 'Plus', value: { plan: 'plus' } } },
    responses: {
      200: {
        description: 'The current plan, and the checkout of the chosen one.',
        schema: ChosenPlan,
      },
    },
    errors: ['conflict', 'unavailable'],
    async handler({ body, principal, log, saveResponse, reply }) {
      const applied = await apply(deps, {
        workspaceId: principal.workspaceId,
        wanted: body.plan,
        saveResponse,
      })
      log.info({ chosen: body.plan, plan: applied.plan, user_id: principal.userId }, 'subscription_chosen')
      return reply(200, applied)
    },
  })
