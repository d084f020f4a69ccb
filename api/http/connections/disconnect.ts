import { revokeConnection } from '../../../db/access/connections/queries.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { Connection, ConnectionParams } from '../../schemas/connection.ts'
import { type OwnWebhookDeps, prepareRemoval } from './own-webhook.ts'
import { presentConnection } from './present.ts'

/** Spec 3.2, 4.11: routing stops using it at once, also for runs that are queued with it, and the key is erased. */
export const disconnectProvider = (deps: OwnWebhookDeps) =>
  defineRoute({
    operationId: 'disconnectProvider',
    method: 'DELETE',
    path: '/v1/connections/{provider}',
    summary: 'Disconnect a provider',
    description:
      'Deletes the key. Later runs cannot use it. The webhooks that the service has registered in the account are removed; if the provider does not answer, their reports are refused from now on.',
    tags: ['Connections'],
    spec: '4.11',
    access: 'owner',
    params: ConnectionParams,
    responses: { 200: { description: 'The revoked connection.', schema: Connection } },
    errors: ['not_found'],
    async handler({ params, principal, requestId, log, reply }) {
      const { workspaceId, environment } = principal
      const account = { workspaceId, environment, provider: params.provider, requestId }
      const removeWebhook = await prepareRemoval(deps, account, log)
      const revoked = await revokeConnection(deps.db, workspaceId, params.provider)
      if (revoked === null)
        throw new Problem('not_found', 'The workspace has no connection with this provider.', { param: '/provider' })
      log.info({ provider: params.provider }, 'connection_revoked')
      await removeWebhook()
      return reply(200, presentConnection(revoked, null))
    },
  })
