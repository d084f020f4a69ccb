import { randomBytes } from 'node:crypto'
import type { KeyLimits } from '../../../domain/access/key-limits.ts'
import { displayApiKey, encodeApiKey } from '../../../domain/keys/api-key.ts'
import { TOKEN_RANDOM_BYTES } from '../../../domain/keys/token.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import type { Database, Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { newId } from '../../ids.ts'
import type { BudgetLimit } from '../../../domain/budgets/budget.ts'
import { setBudget } from '../../money/budgets/write.ts'
import { QUOTA_CLASS_SQL } from '../workspaces/quota-class.ts'
import { hashToken } from '../../hash-token.ts'

export interface KeyOwner {
  readonly apiKeyId: string
  readonly workspaceId: string
  readonly environment: Environment
  /** null: neither limits nor a budget. */
  readonly limits: KeyLimits | null
  readonly approver: boolean
  readonly inQuarantine: boolean
}

/**
 * In a workspace in quarantine every key counts as one with limits, and no live key is accepted, whatever their rows
 * state.
 */
export const FIND_KEY = statement<{ keyHash: Buffer }, KeyOwner>({
  name: 'find_api_key',
  effect: false,
  text: `select k.id as "apiKeyId", k.workspace_id as "workspaceId", k.environment,
      k.approver and q.workspace_id is null as approver,
      case when k.allow is not null or q.workspace_id is not null
          or exists (select from budget b where b.holder_id = k.id)
        then coalesce(k.allow, '{}') end as limits, ${QUOTA_CLASS_SQL('w')} = 'quarantine' as "inQuarantine"
    from api_key k join workspace w on w.id = k.workspace_id
      left join agent_sign_up q on q.workspace_id = k.workspace_id and q.claimed_at is null
    where k.hash = :keyHash and k.revoked_at is null and (k.expires_at is null or k.expires_at > clock_timestamp())
      and (q.workspace_id is null or k.environment = 'test')`,
})

/** The owner of a key, or null when the key is unknown, expired or revoked (Spec 5). */
export async function findApiKey(db: Database, key: string): Promise<KeyOwner | null> {
  const [owner] = await db.query(FIND_KEY, { keyHash: hashToken(key) })
  return owner ?? null
}

export const MARK_USED = statement<{ ids: readonly string[]; times: readonly Date[] }>({
  name: 'mark_api_keys_used',
  effect: false,
  text: `update api_key k set last_used_at = greatest(k.last_used_at, u.at)
    from unnest(:ids::text[], :times::timestamptz[]) as u (id, at) where k.id = u.id`,
})

/** Writes when keys were last used, many at once. */
export const markApiKeysUsed = (db: Database, used: ReadonlyMap<string, Date>): Promise<object[]> =>
  db.query(MARK_USED, { ids: [...used.keys()], times: [...used.values()] })

export interface NewApiKey {
  readonly workspaceId: string
  readonly environment: Environment
  readonly name: string
  /** Without them the key may do all that keys may, for as long as it is not revoked. */
  readonly terms?: KeyTerms
}

/** What a key may spend, what it may do and until when. */
export interface KeyTerms {
  readonly budget: BudgetLimit | null
  readonly allow: KeyLimits | null
  readonly expiresAt: Date | null
  /** It may decide about runs that wait for an approval. */
  readonly approver: boolean
}

export interface MintedKey {
  readonly id: string
  /** The full key is only in this answer and can never be read again. */
  readonly key: string
}

export const INSERT_API_KEY = statement<{
  id: string
  workspaceId: string
  environment: Environment
  name: string
  hash: Buffer
  display: string
  allow: string | null
  expiresAt: Date | null
  approver: boolean
}>({
  name: 'insert_api_key',
  effect: 'within',
  text: `insert into api_key (id, workspace_id, environment, name, hash, display, allow, expires_at,
      approver, created_at)
    values (:id, :workspaceId, :environment, :name, :hash, :display, :allow::jsonb, :expiresAt,
      :approver, clock_timestamp())`,
})

/** Creates a key in the caller's transaction. */
export async function insertApiKey(tx: Queries, made: NewApiKey): Promise<MintedKey> {
  const { workspaceId, environment, name, terms } = made
  const id = newId('key')
  const key = encodeApiKey(environment, randomBytes(TOKEN_RANDOM_BYTES))
  await tx.query(INSERT_API_KEY, {
    id,
    workspaceId,
    environment,
    name,
    hash: hashToken(key),
    display: displayApiKey(key),
    allow: terms?.allow == null ? null : JSON.stringify(terms.allow),
    expiresAt: terms?.expiresAt ?? null,
    approver: terms?.approver ?? false,
  })
  if (terms?.budget != null) await setBudget(tx, { workspaceId, holderId: id }, terms.budget)
  return { id, key }
}

/** A separate statement: it must see what other transactions committed while the lock before it waited. */
export const COUNT_API_KEYS = statement<{ workspaceId: string }, { n: number }>({
  name: 'count_api_keys',
  effect: false,
  text: 'select count(*)::integer as n from api_key where workspace_id = :workspaceId and revoked_at is null',
})
