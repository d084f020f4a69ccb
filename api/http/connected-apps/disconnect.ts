import type { Database } from '../../../db/database.ts'
import { disconnectApp } from '../../../db/access/connected-apps/queries.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { ConnectedApp, ConnectedAppParams } from '../../schemas/connected-app.ts'
import { presentApp } from './present.ts'

/** Spec 4.13: disconnecting takes effect at once, on every replica. */
export const disconnectConnectedApp = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'disconnectApp',
    method: 'DELETE',
    path: '/v1/connected-apps/{app_id}',
    summary: 'Disconnect an app',
    description: 'The app loses access on its next request. If it connects again, it has a new id.',
    tags: ['Connected apps'],
    spec: '4.13',
    access: 'owner',
    params: ConnectedAppParams,
    responses: { 200: { description: 'The disconnected app.', schema: ConnectedApp } },
    errors: ['not_found'],
    async handler({ params, principal, log, reply }) {
      const app = await disconnectApp(deps.db, principal.workspaceId, params.app_id)
      if (app === null) throw new Problem('not_found', 'There is no such connected app.')
      log.info({ app_id: app.id }, 'app_disconnected')
      return reply(200, presentApp(app))
    },
  })
