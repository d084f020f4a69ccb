import { createHash, randomBytes } from 'node:crypto'
import { displayApiKey, encodeApiKey } from '../../domain/keys/api-key.ts'
import { TOKEN_RANDOM_BYTES } from '../../domain/keys/token.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database, Statement } from '../database.ts'
import { newId } from '../ids.ts'
import { ApiKey } from './entity.ts'

/** Keys are random enough that a plain hash cannot be reversed, and equal hashes meet in a unique index. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest()

export interface KeyOwner {
  readonly apiKeyId: string
  readonly workspaceId: string
  readonly environment: Environment
}

const FIND_KEY: Statement = {
  name: 'find_api_key',
  effect: false,
  text: `select id as "apiKeyId", workspace_id as "workspaceId", environment from api_key where hash = $1 and revoked_at is null`,
}

/** Whose key this is, or null when it is unknown or revoked (Spec 5). */
export async function findApiKey(db: Database, key: string): Promise<KeyOwner | null> {
  const [owner] = await db.query<KeyOwner>(FIND_KEY, [hashApiKey(key)])
  return owner ?? null
}

const MARK_USED: Statement = {
  name: 'mark_api_keys_used',
  effect: false,
  text: `update api_key k set last_used_at = greatest(k.last_used_at, u.at)
    from unnest($1::text[], $2::timestamptz[]) as u (id, at) where k.id = u.id`,
}

/** Writes when keys were last used, many at once. */
export const markApiKeysUsed = (db: Database, used: ReadonlyMap<string, Date>): Promise<object[]> =>
  db.query(MARK_USED, [[...used.keys()], [...used.values()]])

/** Mints a key; the full text is in this answer only and never again readable. */
export async function createApiKey(db: Database, request: { workspaceId: string; environment: Environment; name: string }): Promise<{ id: string; key: string }> {
  const key = encodeApiKey(request.environment, randomBytes(TOKEN_RANDOM_BYTES))
  const em = db.em()
  const created = em.create(ApiKey, { id: newId('key'), ...request, hash: hashApiKey(key), display: displayApiKey(key), createdAt: new Date() })
  await em.flush()
  return { id: created.id, key }
}
