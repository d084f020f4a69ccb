import { writeAudit } from '../audit/entries.ts'
import type { Database, Transaction } from '../database.ts'
import { statement } from '../statement.ts'
import { hashToken } from '../hash-token.ts'

export const REVOKE_TOKEN: Transaction = { name: 'revoke_leaked_token', effect: true }

export const REVOKE = statement<{ tokenHash: Buffer }, RevokedToken & { revoked: bigint }>({
  name: 'revoke_token_by_hash',
  effect: 'within',
  text: `with found as materialized (
      select 'key' as kind, id, workspace_id, revoked_at from api_key where hash = :tokenHash
      union all
      select 'session', id, workspace_id, revoked_at from session where token_hash = :tokenHash
    ), key as (
      update api_key k set revoked_at = clock_timestamp() where k.hash = :tokenHash and k.revoked_at is null
        returning k.id
    ), ended as (
      update session s set revoked_at = clock_timestamp() where s.token_hash = :tokenHash and s.revoked_at is null
        returning s.id
    )
    select f.kind, f.id, f.workspace_id as "workspaceId", f.revoked_at as "revokedBefore",
      (select count(*) from key) + (select count(*) from ended) as revoked from found f`,
})

export interface RevokedToken {
  readonly kind: 'key' | 'session'
  readonly id: string
  readonly workspaceId: string
  /** When it had been revoked before; null: this call revoked it. */
  readonly revokedBefore: Date | null
}

/**
 * Revokes a leaked API key or session by its text and writes an audit entry; null: the text is neither. From the commit
 * on, the credential is refused.
 */
export const revokeToken = (
  db: Database,
  token: string,
  { actor, reason }: { readonly actor: string; readonly reason: string },
): Promise<RevokedToken | null> =>
  db.transaction(REVOKE_TOKEN, async (tx) => {
    const [found] = await tx.query(REVOKE, { tokenHash: hashToken(token) })
    if (found === undefined) return null
    const { kind, id, workspaceId, revokedBefore, revoked } = found
    if (revoked > 0n)
      await writeAudit(tx, { actor, reason, workspaceId, action: `${kind}.revoked`, before: null, after: { id } })
    return { kind, id, workspaceId, revokedBefore }
  })
