import type { Static } from 'typebox'
import type { StoredApiKey } from '../../../db/api-keys/list.ts'
import type { ApiKey } from '../../schemas/api-key.ts'

/** Spec 2.5. */
export const presentApiKey = (key: StoredApiKey): Static<typeof ApiKey> => ({
  id: key.id,
  name: key.name,
  environment: key.environment,
  display: key.display,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  created_at: key.createdAt.toISOString(),
  revoked: key.revokedAt !== null,
})
