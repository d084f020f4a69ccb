import { withIdempotency } from '../../route/idempotency.ts'
import { defineRoute } from '../../route/route.ts'
import { ChosenPlan } from '../../schemas/plan.ts'
import { IdempotencyHeaders, REPLAY_HEADERS } from '../../schemas/idempotency.ts'
import { idempotencyKeyOf } from '../../route/idempotency-key.ts'
import { apply } from './apply.ts'
import type { PaymentDeps } from '../checkout/deps.ts'

/** Spec 4.13; decisions, "plan". */
export const cancelPlan = (deps: PaymentDeps) =>
  defineRoute({
    operationId: 'cancelPlan',
    method: 'POST',
    path: '/v1/plan/cancel',
    summary: 'Cancel the plan',
    description:
      'The plan remains until the end of the paid month (`cancel_at`). Choosing the same plan before then withdraws the cancellation.',
    tags: ['Plan'],
    spec: '4.13',
    access: 'session',
    headers: IdempotencyHeaders,
    responses: { 200: { description: 'The updated plan.', schema: ChosenPlan, headers: REPLAY_HEADERS } },
    errors: ['conflict', 'idempotency_mismatch', 'unavailable'],
    async handler({ headers, principal, log, reply }) {
      const answer = await withIdempotency(
        deps,
        {
          principal,
          key: idempotencyKeyOf(headers['Idempotency-Key'], undefined),
          request: ['cancelPlan'],
          schema: ChosenPlan,
        },
        (remember) => apply(deps, { workspaceId: principal.workspaceId, wanted: 'pay_per_call', remember }),
      )
      log.info({ plan: answer.body.plan, user_id: principal.userId }, 'subscription_cancelled')
      return reply(200, answer.body, answer.headers)
    },
  })
