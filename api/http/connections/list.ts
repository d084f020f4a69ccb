import { listConnections } from '../../../db/access/connections/queries.ts'
import { defineRoute } from '../../route/route.ts'
import { ConnectionList } from '../../schemas/connection.ts'
import { type OwnWebhookDeps, receivingOf } from './own-webhook.ts'
import { presentConnection } from './present.ts'

/** Spec 4.11: the workspace's connections, including revoked ones. */
export const listProviderConnections = (deps: Pick<OwnWebhookDeps, 'db' | 'publicUrl'>) =>
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
      const receiving = await receivingOf(deps, principal.workspaceId)
      const publicUrl = deps.publicUrl()
      const items = connections.map((connection) =>
        presentConnection(
          connection,
          connection.status === 'active' ? { receiving: receiving(connection.provider), publicUrl } : null,
        ),
      )
      return reply(200, { items })
    },
  })
