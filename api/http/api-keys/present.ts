import type { Static } from 'typebox'
import type { StoredApiKey } from '../../../db/access/api-keys/list.ts'
import { presentBudget } from '../budgets/present.ts'
import type { KeyLimits } from '../../../domain/access/key-limits.ts'
import type { ApiKey, KeyAllow } from '../../schemas/api-key.ts'

/** Spec 2.5. */
export const presentApiKey = (key: StoredApiKey): Static<typeof ApiKey> => ({
  id: key.id,
  name: key.name,
  environment: key.environment,
  display: key.display,
  last_used_at: key.lastUsedAt?.toISOString() ?? null,
  created_at: key.createdAt.toISOString(),
  revoked: key.revokedAt !== null,
  expires_at: key.expiresAt?.toISOString() ?? null,
  budget: presentBudget(key.budget),
  allow: key.allow === null ? null : presentAllow(key.allow),
  approver: key.approver,
})

/** What a key may do. */
export const presentAllow = ({ capabilities, providers, ...allow }: KeyLimits): KeyAllow => ({
  ...allow,
  ...(capabilities === undefined ? {} : { capabilities: [...capabilities] }),
  ...(providers === undefined ? {} : { providers: [...providers] }),
})
