import type { JsonObject } from '../../../domain/json/json.ts'
import { revokeApp } from '../connected-apps/grants.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { hashToken } from '../../hash-token.ts'

/** The artifacts that are stored, by the names that the authorization server's library has for them. */
export const ARTIFACT_KINDS = ['Interaction', 'AuthorizationCode', 'AccessToken', 'RefreshToken'] as const
export type ArtifactKind = (typeof ARTIFACT_KINDS)[number]

export interface ArtifactRef {
  readonly kind: ArtifactKind
  /** The text that the client or the browser holds. */
  readonly id: string
}

export interface ArtifactToStore {
  /** The grant that it belongs to; null while the consent is still pending. */
  readonly appId: string | null
  /** Without the id. */
  readonly payload: JsonObject
  readonly secondsToLive: number
}

/**
 * A client with several processes may refresh in each of them at once, or repeat a request whose answer was lost.
 * Within these seconds a second use of a refresh token is refused and ends nothing; later it counts as theft (RFC 9700,
 * 4.14.2).
 */
const REFRESH_GRACE_SECONDS = 10
const JUST_CONSUMED = `coalesce(consumed_at > clock_timestamp() - interval '${REFRESH_GRACE_SECONDS} seconds', false)`

/** Each insert deletes more expired rows than it adds. */
const PURGED_AT_ONCE = 20

export const STORE_ARTIFACT = statement<{
  kind: ArtifactKind
  idHash: Buffer
  appId: string | null
  payload: string
  secondsToLive: number
}>({
  name: 'store_oauth_artifact',
  effect: true,
  text: `with purged as (
      delete from oauth_artifact where (kind, id_hash) in (
        select kind, id_hash from oauth_artifact where expires_at < now() order by expires_at limit ${PURGED_AT_ONCE}
          for update skip locked)
    )
    insert into oauth_artifact (kind, id_hash, app_id, payload, expires_at)
    select :kind, :idHash, :appId::text, :payload::jsonb,
      clock_timestamp() + make_interval(secs => :secondsToLive::integer)
    where :appId::text is null or exists (select from connected_app where id = :appId and revoked_at is null)
    on conflict (kind, id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at
    returning kind`,
})

/** Stores it, or replaces the row with this id. false: its grant was revoked in the meantime, and nothing is stored. */
export async function storeArtifact(
  db: Database,
  { kind, id }: ArtifactRef,
  { appId, payload, secondsToLive }: ArtifactToStore,
): Promise<boolean> {
  const stored = await db.query(STORE_ARTIFACT, {
    kind,
    idHash: hashToken(id),
    appId,
    payload: JSON.stringify(payload),
    secondsToLive,
  })
  return stored.length === 1
}

export interface StoredArtifact {
  readonly payload: JsonObject
  readonly consumedAt: Date | null
  /** Consumed so recently that the client may be repeating the request by mistake. */
  readonly justConsumed: boolean
}

export const FIND_ARTIFACT = statement<{ kind: ArtifactKind; idHash: Buffer }, StoredArtifact>({
  name: 'find_oauth_artifact',
  effect: false,
  text: `select payload, consumed_at as "consumedAt", ${JUST_CONSUMED} as "justConsumed" from oauth_artifact
    where kind = :kind and id_hash = :idHash`,
})

/**
 * Also returns an artifact that is consumed or expired, as long as its row exists: the library distinguishes these
 * cases.
 */
export async function findArtifact(db: Database, { kind, id }: ArtifactRef): Promise<StoredArtifact | null> {
  const [found] = await db.query(FIND_ARTIFACT, { kind, idHash: hashToken(id) })
  return found ?? null
}

export const CONSUME_ARTIFACT = statement<{ kind: ArtifactKind; idHash: Buffer }>({
  name: 'consume_oauth_artifact',
  effect: true,
  text: `update oauth_artifact set consumed_at = clock_timestamp() where kind = :kind and id_hash = :idHash
    and consumed_at is null returning kind`,
})

export const READ_GRANT_OF_ARTIFACT = statement<
  { kind: ArtifactKind; idHash: Buffer },
  { appId: string | null; forgiven: boolean }
>({
  name: 'read_grant_of_oauth_artifact',
  effect: false,
  text: `select app_id as "appId", kind = 'RefreshToken' and ${JUST_CONSUMED} as forgiven from oauth_artifact
    where kind = :kind and id_hash = :idHash`,
})

/**
 * Consumes it. Of two requests with the same code or refresh token, one gets true. The other one is a reuse and ends
 * the entire grant (OAuth 2.1, 4.1.3 and 4.3.1), unless the refresh token was consumed a moment ago.
 */
export async function consumeArtifact(db: Database, { kind, id }: ArtifactRef): Promise<boolean> {
  const consumed = await db.query(CONSUME_ARTIFACT, { kind, idHash: hashToken(id) })
  if (consumed.length === 1) return true
  const [reused] = await db.query(READ_GRANT_OF_ARTIFACT, { kind, idHash: hashToken(id) })
  if (reused?.appId != null && !reused.forgiven) await revokeApp(db, reused.appId)
  return false
}

export const DESTROY_ARTIFACT = statement<{ kind: ArtifactKind; idHash: Buffer }>({
  name: 'destroy_oauth_artifact',
  effect: true,
  text: 'delete from oauth_artifact where kind = :kind and id_hash = :idHash',
})

export async function destroyArtifact(db: Database, { kind, id }: ArtifactRef): Promise<void> {
  await db.query(DESTROY_ARTIFACT, { kind, idHash: hashToken(id) })
}
