import type { Static } from 'typebox'
import { API_KEYS_MAX, mintApiKey, type MintedKey } from '../../../db/api-keys/queries.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { ApiKeyCreate, ApiKeyCreated } from '../../schemas/api-key.ts'
import type { ApiSettings } from '../../settings.ts'

export interface CreateApiKeyDeps {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly settings: Pick<ApiSettings, 'deployment'>
}

const NOTE = 'Store this key now. It is shown only once.'

const present = ({ id, key }: MintedKey): Static<typeof ApiKeyCreated> => ({ id, api_key: key, note: NOTE })

/** Spec 4.11, 5.3: only people create keys. */
export const createApiKey = (deps: CreateApiKeyDeps) =>
  defineRoute({
    operationId: 'createApiKey',
    method: 'POST',
    path: '/v1/api-keys',
    summary: 'Create an API key',
    description: `The response is the only place that shows the key. To rotate a key, create a new one, move the integration, and revoke the old one. A workspace has at most ${API_KEYS_MAX} keys; revoked keys do not count. A production deployment creates live keys only.`,
    tags: ['API keys'],
    spec: '4.11, 5.3',
    access: 'session',
    idempotent: {
      store: deps,
      sealed: true,
      check({ body }) {
        if (body.environment !== 'test' || deps.settings.deployment !== 'production') return
        throw new Problem(
          'forbidden',
          'This deployment creates live keys only. Use the sandbox key from the sign-up for tests.',
          { param: '/environment' },
        )
      },
    },
    body: ApiKeyCreate,
    bodyExamples: { live: { summary: 'A live key', value: { name: 'Production worker', environment: 'live' } } },
    responses: {
      200: { description: 'The key. It is shown only once.', schema: ApiKeyCreated },
    },
    errors: ['limit_reached'],
    async handler({ body, principal, log, saveResponse, reply }) {
      const minted = await mintApiKey(deps.db, { workspaceId: principal.workspaceId, ...body }, (tx, key) =>
        saveResponse(tx, present(key)),
      )
      if (minted === null)
        throw new Problem('limit_reached', `A workspace has at most ${API_KEYS_MAX} API keys. Revoke one first.`)
      log.info({ api_key_id: minted.id, user_id: principal.userId }, 'api_key_created')
      return reply(200, present(minted))
    },
  })
