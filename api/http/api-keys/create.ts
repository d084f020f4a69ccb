import type { Static } from 'typebox'
import type { MintedKey } from '../../../db/access/api-keys/queries.ts'
import { API_KEYS_MAX, mintApiKey } from '../../../usecases/access/create-api-key.ts'
import type { SecretCipher } from '../../../db/cipher.ts'
import type { Database } from '../../../db/database.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { ApiKeyCreate, ApiKeyCreated } from '../../schemas/api-key.ts'
import type { ApiSettings } from '../../settings.ts'
import { keyChangeOf, type TermsDeps } from './terms.ts'

export interface CreateApiKeyDeps extends TermsDeps {
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
    description: `The response is the only place that shows the key. A key with a budget or limits is for an agent: its runs stay within them, and it decides over nothing of the workspace. To rotate a key, create a new one, move the integration, and revoke the old one. A workspace has at most ${API_KEYS_MAX} keys; revoked keys do not count. A production deployment creates live keys only.`,
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
    bodyExamples: {
      live: { summary: 'A live key', value: { name: 'Production worker', environment: 'live' } },
      agent: {
        summary: 'A key for an agent, with a budget and limits',
        value: {
          name: 'Research agent',
          environment: 'test',
          budget: { amount: '5.00', period: 'day' },
          allow: { capabilities: ['contact.*', 'person.enrich'], raw: false, sends: false, max_run_cost: '0.50' },
        },
      },
    },
    responses: {
      200: { description: 'The key. It is shown only once.', schema: ApiKeyCreated },
    },
    errors: ['limit_reached'],
    async handler({ body, principal, log, saveResponse, reply }) {
      const { name, environment, ...terms } = body
      const { budget, allow, expiresAt, approver } = keyChangeOf(deps, terms)
      const minted = await mintApiKey(
        deps.db,
        {
          workspaceId: principal.workspaceId,
          name,
          environment,
          terms: {
            budget: budget ?? null,
            allow: allow ?? null,
            expiresAt: expiresAt ?? null,
            approver: approver ?? false,
          },
        },
        (tx, key) => saveResponse(tx, present(key)),
      )
      if (minted === null)
        throw new Problem('limit_reached', `A workspace has at most ${API_KEYS_MAX} API keys. Revoke one first.`)
      log.info({ api_key_id: minted.id, user_id: principal.userId }, 'api_key_created')
      return reply(200, present(minted))
    },
  })
