import { changeApiKey } from '../../../usecases/access/change-api-key.ts'
import type { Database } from '../../../db/database.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { ApiKey, ApiKeyParams, ApiKeyUpdate } from '../../schemas/api-key.ts'
import { presentApiKey } from './present.ts'
import { keyChangeOf, type TermsDeps } from './terms.ts'

/** Decisions, "a key's limits": only people change what a key may spend and do. */
export const updateApiKey = (deps: TermsDeps & { readonly db: Database }) =>
  defineRoute({
    operationId: 'updateApiKey',
    method: 'PATCH',
    path: '/v1/api-keys/{key_id}',
    summary: 'Change an API key',
    description:
      'Sets the name, budget, limits and expiry of a key. Omitted members stay unchanged; null removes. It takes effect on the next request. With another period a budget starts to count at zero.',
    tags: ['API keys'],
    spec: '4.11',
    access: 'session',
    params: ApiKeyParams,
    body: ApiKeyUpdate,
    bodyExamples: {
      budget: {
        summary: 'Five dollars a day',
        value: { budget: { amount: '5.00', period: 'day' } },
      },
      unlimited: { summary: 'Remove budget and limits', value: { budget: null, allow: null } },
    },
    responses: { 200: { description: 'The changed key.', schema: ApiKey } },
    errors: ['not_found'],
    async handler({ params, body, principal, log, reply }) {
      const { workspaceId } = principal
      const key = await changeApiKey(deps.db, { workspaceId, id: params.key_id }, keyChangeOf(deps, body))
      if (key === null) throw new Problem('not_found', 'There is no such API key.', { param: '/key_id' })
      log.info({ api_key_id: key.id, user_id: principal.userId }, 'api_key_changed')
      return reply(200, presentApiKey(key))
    },
  })
