import { defineRoute } from '../../route/route.ts'
import { ChosenPlan } from '../../schemas/plan.ts'
import { apply } from './apply.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'

/** Spec 4.13; decisions, "plan". */
export const cancelPlan = (deps: CheckoutDeps) =>
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
    idempotent: { store: deps },
    responses: { 200: { description: 'The updated plan.', schema: ChosenPlan } },
    errors: ['conflict', 'unavailable'],
    async handler({ principal, log, saveResponse, reply }) {
      const applied = await apply(deps, {
        workspaceId: principal.workspaceId,
        wanted: 'pay_per_call',
        saveResponse,
      })
      log.info({ plan: applied.plan, user_id: principal.userId }, 'subscription_cancelled')
      return reply(200, applied)
    },
  })
