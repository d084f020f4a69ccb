import type { KeyLimits } from '../../../domain/access/key-limits.ts'
import { encodeId, ID_RANDOM_BYTES } from '../../../domain/ids/ids.ts'
import type { Environment } from '../../../domain/runs/states.ts'
import { BUDGET_AS_JSON, type StoredBudget } from '../../money/budgets/read.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** A key as its owner sees it (Spec 2.5). */
export interface StoredApiKey {
  readonly id: string
  readonly name: string
  readonly environment: Environment
  readonly display: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
  readonly expiresAt: Date | null
  readonly allow: KeyLimits | null
  /** It may decide about runs that wait for an approval. */
  readonly approver: boolean
  readonly budget: StoredBudget | null
}

export interface KeyUsage {
  readonly runs: bigint
  /** Microdollars. */
  readonly charged: bigint
}

const COLUMNS = `k.id, k.name, k.environment, k.display, k.created_at as "createdAt", k.last_used_at as "lastUsedAt",
  k.revoked_at as "revokedAt", k.expires_at as "expiresAt", k.allow, k.approver, ${BUDGET_AS_JSON('k.id')} as budget`
/** The number of active keys is limited; of the revoked keys, only the latest are listed. */
const REVOKED_SHOWN_MAX = 100

/** Ids sort by time, so a range of ids is a span of time. */
export const LIST_API_KEYS = statement<{ workspaceId: string; earliestRunId: string }, StoredApiKey & KeyUsage>({
  name: 'list_api_keys',
  effect: false,
  text: `with shown as (
      (select id from api_key where workspace_id = :workspaceId and revoked_at is null)
      union all
      (select id from api_key where workspace_id = :workspaceId and revoked_at is not null order by revoked_at desc
        limit ${REVOKED_SHOWN_MAX})
    )
    select ${COLUMNS}, u.runs, u.charged from api_key k
    cross join lateral (select count(*) as runs, coalesce(sum(r.charged), 0)::bigint as charged from run r
      where r.api_key_id = k.id and r.id >= :earliestRunId) u
    where k.id in (select id from shown) order by k.id desc`,
})

export const READ_NO_KEY_USAGE = statement<
  { workspaceId: string; environment: Environment; earliestRunId: string },
  KeyUsage
>({
  name: 'read_no_key_usage',
  effect: false,
  text: `select count(*) as runs, coalesce(sum(charged), 0)::bigint as charged from run
    where workspace_id = :workspaceId and environment = :environment and api_key_id is null and id >= :earliestRunId`,
})

export interface ListedApiKeys {
  readonly keys: readonly (StoredApiKey & KeyUsage)[]
  /** The usage of sessions and connected apps in one environment: simulated money never adds to real money. */
  readonly noKey: KeyUsage
}

/**
 * The workspace's keys of both environments, newest first, with their runs since that time; and the runs without a key
 * in the caller's environment.
 */
export async function listApiKeys(
  db: Database,
  { workspaceId, environment }: { readonly workspaceId: string; readonly environment: Environment },
  since: Date,
): Promise<ListedApiKeys> {
  const earliest = encodeId('run', since.getTime(), new Uint8Array(ID_RANDOM_BYTES))
  const [keys, [noKey]] = await Promise.all([
    db.query(LIST_API_KEYS, { workspaceId, earliestRunId: earliest }),
    db.query(READ_NO_KEY_USAGE, { workspaceId, environment, earliestRunId: earliest }),
  ])
  if (noKey === undefined) throw new Error('a count without a row')
  return { keys, noKey }
}

export const REVOKE_API_KEY = statement<{ id: string; workspaceId: string }, StoredApiKey & { revokedAt: Date }>({
  name: 'revoke_api_key',
  effect: true,
  text: `update api_key k set revoked_at = coalesce(k.revoked_at, clock_timestamp()) where k.id = :id
    and k.workspace_id = :workspaceId returning ${COLUMNS}`,
})

/** Revokes a key: it is refused from now on. Returns the key; null: the workspace has no such key. */
export async function revokeApiKey(db: Database, workspaceId: string, id: string): Promise<StoredApiKey | null> {
  const [key] = await db.query(REVOKE_API_KEY, { id, workspaceId })
  return key ?? null
}

export const SET_KEY_TERMS = statement<{
  id: string
  workspaceId: string
  name: string | null
  setsAllow: boolean
  allow: string | null
  setsExpiry: boolean
  expiresAt: Date | null
  approver: boolean | null
}>({
  name: 'set_key_terms',
  effect: 'within',
  text: `update api_key set name = coalesce(:name, name),
      allow = case when :setsAllow::boolean then :allow::jsonb else allow end,
      expires_at = case when :setsExpiry::boolean then :expiresAt::timestamptz else expires_at end,
      approver = coalesce(:approver::boolean, approver)
    where id = :id and workspace_id = :workspaceId and revoked_at is null returning id`,
})

export const READ_KEY = statement<{ id: string }, StoredApiKey>({
  name: 'read_changed_key',
  effect: false,
  text: `select ${COLUMNS} from api_key k where k.id = :id`,
})
