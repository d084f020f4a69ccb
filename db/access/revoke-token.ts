import { statement } from '../statement.ts'

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
