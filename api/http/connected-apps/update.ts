import { changeApp } from '../../../usecases/access/change-app.ts'
import type { Database } from '../../../db/database.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { ConnectedApp, ConnectedAppParams, ConnectedAppUpdate } from '../../schemas/connected-app.ts'
import { budgetTermsOf } from '../budgets/present.ts'
import { presentApp } from './present.ts'

/** Decisions, "a key's limits": what an app may spend. */
export const updateConnectedApp = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'updateApp',
    method: 'PATCH',
    path: '/v1/connected-apps/{app_id}',
    summary: 'Change the budget of an app',
    description:
      'Sets or removes what the runs of the app may spend, from its next run on. With another period the budget starts to count at zero.',
    tags: ['Connected apps'],
    spec: '4.13',
    access: 'session',
    params: ConnectedAppParams,
    body: ConnectedAppUpdate,
    bodyExamples: {
      budget: { summary: 'Five dollars a week', value: { budget: { amount: '5.00', period: 'week' } } },
    },
    responses: { 200: { description: 'The changed app.', schema: ConnectedApp } },
    errors: ['not_found'],
    async handler({ params, body, principal, log, reply }) {
      const ref = { workspaceId: principal.workspaceId, id: params.app_id }
      const app = await changeApp(deps.db, ref, budgetTermsOf(body.budget))
      if (app === null) throw new Problem('not_found', 'There is no such connected app.')
      log.info({ app_id: app.id, user_id: principal.userId }, 'app_changed')
      return reply(200, presentApp(app))
    },
  })
