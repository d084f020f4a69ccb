import { revokeApiKey as revoke } from '../../../db/access/api-keys/list.ts'
import type { Database } from '../../../db/database.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { ApiKey, ApiKeyParams } from '../../schemas/api-key.ts'
import { presentApiKey } from './present.ts'

/** Spec 4.11: immediate and permanent. */
export const revokeApiKey = ({ db }: { db: Database }) =>
  defineRoute({
    operationId: 'revokeApiKey',
    method: 'DELETE',
    path: '/v1/api-keys/{key_id}',
    summary: 'Revoke an API key',
    description:
      'Revocation takes effect on the next request, on every server. Runs in progress continue. Revocation is permanent. A repeated revocation has the same response.',
    tags: ['API keys'],
    spec: '4.11',
    access: 'owner',
    params: ApiKeyParams,
    responses: { 200: { description: 'The revoked key.', schema: ApiKey } },
    errors: ['not_found'],
    async handler({ params, principal, log, reply }) {
      const key = await revoke(db, principal.workspaceId, params.key_id)
      if (key === null) throw new Problem('not_found', 'There is no such API key.', { param: '/key_id' })
      log.info({ api_key_id: key.id }, 'api_key_revoked')
      return reply(200, presentApiKey(key))
    },
  })
