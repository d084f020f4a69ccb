import type { SecretCipher } from '../../../db/cipher.ts'
import { readAgentState } from '../../../db/access/agents/live-key.ts'
import { takeLiveKey } from '../../../usecases/access/take-live-key.ts'
import type { MintedKey } from '../../../db/access/api-keys/queries.ts'
import type { Database } from '../../../db/database.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { AgentSignUpState } from '../../schemas/agent-sign-up.ts'
import { ApiKeyCreated } from '../../schemas/api-key.ts'

const noSignUp = (): Problem =>
  new Problem('not_found', 'No sign-up of an agent made this credential. Use the sandbox key of the sign-up.')

/** Decisions, "Agents that arrive by themselves". */
export const getAgentSignUp = ({ db }: { db: Database }) =>
  defineRoute({
    operationId: 'getAgentSignUp',
    method: 'GET',
    path: '/v1/agents/me',
    summary: 'Read your sign-up as an agent',
    description:
      'Whether a person has claimed the workspace, and whether the live key is ready. Only the sandbox key of the sign-up can read it.',
    tags: ['Agents'],
    spec: '5.8',
    access: 'read',
    responses: { 200: { description: 'The workspace and its state.', schema: AgentSignUpState } },
    errors: ['not_found'],
    async handler({ principal: { apiKeyId, workspaceId }, reply }) {
      const state = await readAgentState(db, apiKeyId)
      if (state === null) throw noSignUp()
      const untaken = state.isClaimed ? 'ready' : 'none'
      return reply(200, {
        workspace: { id: workspaceId, name: state.workspace },
        status: state.isClaimed ? 'claimed' : 'quarantined',
        claim_expires_at: state.isClaimed ? null : state.expiresAt.toISOString(),
        live_key: state.isLiveKeyTaken ? 'taken' : untaken,
      })
    },
  })

const NOTE = 'Store this key now. It is shown only once.'
const present = ({ id, key }: MintedKey) => ({ id, api_key: key, note: NOTE })

/** The key goes from the service to the agent: no person copies it. */
export const takeAgentLiveKey = (deps: { readonly db: Database; readonly cipher: SecretCipher }) =>
  defineRoute({
    operationId: 'takeAgentLiveKey',
    method: 'POST',
    path: '/v1/agents/live-key',
    summary: 'Take the live key of an agent',
    description:
      'Once, after a person has claimed the workspace: the live key, with the budget that the person gave. It decides over nothing of the workspace. Only the sandbox key of the sign-up can take it. Send an `Idempotency-Key`: a lost answer is then repeated for 24 hours; later, a person makes another key on the page "API keys".',
    tags: ['Agents'],
    spec: '5.8',
    access: 'write',
    idempotent: { store: deps, sealed: true },
    responses: { 200: { description: 'The live key. It is shown only once.', schema: ApiKeyCreated } },
    errors: ['not_found', 'conflict'],
    async handler({ principal: { apiKeyId }, log, saveResponse, reply }) {
      const state = await readAgentState(deps.db, apiKeyId)
      if (state === null || apiKeyId === null) throw noSignUp()
      if (!state.isClaimed)
        throw new Problem('conflict', 'No person has claimed this workspace yet. Give `claim_url` to your person.')
      const key = await takeLiveKey(deps.db, apiKeyId, (tx, made) => saveResponse(tx, present(made)))
      if (key === null) throw new Problem('conflict', 'The live key was taken before. A person can make another one.')
      log.info({ api_key_id: key.id }, 'agent_live_key_taken')
      return reply(200, present(key))
    },
  })
