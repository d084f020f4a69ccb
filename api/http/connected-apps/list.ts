import type { Database } from '../../../db/database.ts'
import { listApps } from '../../../db/access/connected-apps/queries.ts'
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
    description: 'The list is the same in both environments.',
    tags: ['Connected apps'],
    spec: '4.13',
    access: 'owner',
    responses: {
      200: { description: 'The connected apps. A workspace has at most 100.', schema: ConnectedAppList },
    },
    errors: [],
    async handler({ principal, reply }) {
      const apps = await listApps(deps.db, principal.workspaceId)
      return reply(200, { items: apps.map(presentApp) })
    },
  })
