import { readToken } from '../../domain/keys/token.ts'
import { revokeToken } from '../../db/access/revoke-token.ts'
import type { Database } from '../../db/database.ts'

export interface AccessRequest {
  readonly words: readonly string[]
  /** The leaked key or token. */
  readonly token: string
  readonly actor: string
  readonly reason: string
}

const refused = (line: string) => ({ line, done: false })

/** The command behind `npm run access`; its output never holds the token. */
export async function runAccess(
  db: Database,
  { words, token, actor, reason }: AccessRequest,
): Promise<{ readonly line: string; readonly done: boolean }> {
  if (words.length !== 1 || words[0] !== 'revoke')
    return refused('npm run access -- revoke --reason "…" < a file with the key or token')
  if (reason === '') return refused('Say why: --reason "…". It is kept in the audit.')
  if (readToken(token) === null)
    return refused('That is no key and no token of ours: it has another shape, or a character is wrong.')
  const found = await revokeToken(db, token, { actor, reason })
  if (found === null) return refused('No key and no session has this token.')
  const { kind, id, workspaceId, revokedBefore } = found
  return {
    line: `${kind} ${id} of ${workspaceId} ${revokedBefore === null ? 'is revoked' : `was revoked ${revokedBefore.toISOString()}`}`,
    done: true,
  }
}
