import type { Database } from '../../../db/database.ts'
import { listApps } from '../../../db/connected-apps/queries.ts'
import { defineRoute } from '../../route/route.ts'
import { ConnectedAppList } from '../../schemas/connected-app.ts'
import { presentApp } from './present.ts'

/** Spec 4.13: the apps that people of the workspace have connected. */
export const listConnectedApps = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'listConnectedApps',
    method: 'GET',
    path: '/v1/connected-apps',
    summary: 'List connected apps',
    description: 'Both environments see the same apps.',
    tags: ['Connected apps'],
    spec: '4.13',
    access: 'owner',
    responses: {
      200: { description: 'Every app that is connected now; a workspace has 100 at most.', schema: ConnectedAppList },
    },
    errors: [],
    async handler({ principal, reply }) {
      const apps = await listApps(deps.db, principal.workspaceId)
      return reply(200, { items: apps.map(presentApp) })
    },
  })
