import { listConnections } from '../../../db/connections/queries.ts'
import type { Database } from '../../../db/database.ts'
import { defineRoute } from '../../route/route.ts'
import { ConnectionList } from '../../schemas/connection.ts'
import { presentConnection } from './present.ts'

/** Spec 4.11: the workspace's connections, including revoked ones. */
export const listProviderConnections = (deps: { db: Database }) =>
  defineRoute({
    operationId: 'listConnections',
    method: 'GET',
    path: '/v1/connections',
    summary: 'List connections',
    description: 'Lists the providers for which the workspace has stored its own key. The keys are not shown.',
    tags: ['Connections'],
    spec: '4.11',
    access: 'read',
    responses: { 200: { description: 'All connections, by provider.', schema: ConnectionList } },
    errors: [],
    async handler({ principal, reply }) {
      const connections = await listConnections(deps.db, principal.workspaceId)
      return reply(200, { items: connections.map(presentConnection) })
    },
  })
