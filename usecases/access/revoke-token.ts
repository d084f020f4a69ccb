import { REVOKE, type RevokedToken } from '../../db/access/revoke-token.ts'
import { writeAudit } from '../../db/access/audit/entries.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { hashToken } from '../../db/hash-token.ts'

export const REVOKE_TOKEN: Transaction = { name: 'revoke_leaked_token', effect: true }

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
