import { statement } from '../../statement.ts'

export const INSERT_AGENT_SIGN_UP = statement<{
  workspaceId: string
  apiKeyId: string
  tokenHash: Buffer
  ownerEmail: string | null
  expiresAt: Date
}>({
  name: 'insert_agent_sign_up',
  effect: 'within',
  text: `insert into agent_sign_up (workspace_id, api_key_id, token_hash, owner_email, expires_at)
    values (:workspaceId, :apiKeyId, :tokenHash, :ownerEmail, :expiresAt)`,
})
