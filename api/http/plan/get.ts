import { readPlanState } from '../../../db/money/plans/state.ts'
import { defineRoute } from '../../route/route.ts'
import { Plan } from '../../schemas/plan.ts'
import type { CheckoutDeps } from '../checkout/deps.ts'
import { portalState } from './portal.ts'
import { presentPlan } from './present.ts'

/** Spec 4.13; decisions, "plan". */
export const getPlan = (deps: Pick<CheckoutDeps, 'db' | 'settings'>) =>
  defineRoute({
    operationId: 'getPlan',
    method: 'GET',
    path: '/v1/plan',
    summary: 'Retrieve the plan',
    description: 'Returns the monthly price, the limits and the usage of both environments.',
    tags: ['Plan'],
    spec: '4.13',
    access: 'read',
    responses: { 200: { description: 'The plan.', schema: Plan } },
    errors: [],
    async handler({ principal, reply }) {
      const state = await readPlanState(deps.db, principal.workspaceId)
      return reply(200, { ...presentPlan(state), portal: await portalState(deps, principal.workspaceId, state) })
    },
  })
