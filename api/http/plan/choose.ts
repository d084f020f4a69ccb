import { withIdempotency } from '../../route/idempotency.ts'
import { defineRoute } from '../../route/route.ts'
import { ChosenPlan, PlanChoice } from '../../schemas/plan.ts'
import { IdempotencyHeaders, REPLAY_HEADERS } from '../../schemas/run-request.ts'
import { idempotencyKeyOf } from '../runs/request.ts'
import { apply } from './apply.ts'
import type { PaymentDeps } from '../checkout/deps.ts'

/** Spec 4.13; decisions, "plan". */
export const choosePlan = (deps: PaymentDeps) =>
  defineRoute({
    operationId: 'choosePlan',
    method: 'POST',
    path: '/v1/plan',
    summary: 'Choose a plan',
    description:
      'The first paid plan answers `checkout_url`, on which it is paid, and counts once it is. A larger one counts at once, and what is left of the month is charged. A smaller one, and `pay_per_call`, count from the end of the month that is paid; choosing the current plan again takes that back. Prices, limits and discounts follow the plan; runs whose money is reserved keep their price.',
    tags: ['Plan'],
    spec: '4.13',
    access: 'session',
    headers: IdempotencyHeaders,
    body: PlanChoice,
    bodyExamples: { plus: { summary: 'Plus', value: { plan: 'plus' } } },
    responses: {
      200: {
        description: 'The plan as it stands, and where the chosen one is paid.',
        schema: ChosenPlan,
        headers: REPLAY_HEADERS,
      },
    },
    errors: ['conflict', 'idempotency_mismatch', 'unavailable'],
    async handler({ body, headers, principal, log, reply }) {
      const answer = await withIdempotency(
        deps,
        {
          principal,
          key: idempotencyKeyOf(headers['Idempotency-Key'], undefined),
          request: ['choosePlan', body.plan],
          schema: ChosenPlan,
        },
        (remember) => apply(deps, { workspaceId: principal.workspaceId, wanted: body.plan, remember }),
      )
      log.info({ chosen: body.plan, plan: answer.body.plan, user_id: principal.userId }, 'subscription_chosen')
      return reply(200, answer.body, answer.headers)
    },
  })
