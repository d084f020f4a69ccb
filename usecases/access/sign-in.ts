import { randomBytes } from 'node:crypto'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { hashToken } from '../../db/hash-token.ts'
import { newId } from '../../db/ids.ts'
import {
  INSERT_SESSION,
  LOCK_USER,
  REPLACE_PASSWORD_HASH,
  REVOKE_OLDEST,
  REVOKE_PRESENTED,
} from '../../db/access/sessions/queries.ts'
import { toStorableText } from '../../db/storable-text.ts'
import { encodeSessionToken } from '../../domain/keys/session-token.ts'
import { TOKEN_RANDOM_BYTES } from '../../domain/keys/token.ts'

/** Browsers send up to about 200 characters. */
const USER_AGENT_LENGTH_MAX = 300

export interface NewSession {
  /** Shown once. */
  readonly token: string
  readonly expiresAt: Date
}

export interface SessionToOpen {
  readonly userId: string
  readonly workspaceId: string
  /** The client's own name for itself, by which a person recognizes the session; null: it sent none. */
  readonly userAgent: string | null
}

/** Opens a new session in the transaction of the sign-up or sign-in. */
export async function openSession(tx: Queries, { userId, workspaceId, userAgent }: SessionToOpen): Promise<NewSession> {
  const token = encodeSessionToken(randomBytes(TOKEN_RANDOM_BYTES))
  const [row] = await tx.query(INSERT_SESSION, {
    id: newId('sess'),
    userId,
    workspaceId,
    tokenHash: hashToken(token),
    userAgent: userAgent === null ? null : toStorableText(userAgent).slice(0, USER_AGENT_LENGTH_MAX),
  })
  if (row === undefined) throw new Error('a session was not written')
  return { token, expiresAt: row.expiresAt }
}

export const SIGN_IN: Transaction = { name: 'sign_in', effect: true }

export interface SignIn extends SessionToOpen {
  /**
   * The session token that the request carried, which the new one replaces when it belongs to this user; null: none.
   */
  readonly presented: string | null
  /** null: the hash is up to date. */
  readonly rehashed: { readonly from: string; readonly to: string } | null
}

/** Opens a new session for a user whose password was verified (decisions, "sign-in"). */
export const signIn = (db: Database, { presented, rehashed, ...opened }: SignIn): Promise<NewSession> =>
  db.transaction(SIGN_IN, async (tx) => {
    const { userId } = opened
    await tx.query(LOCK_USER, { userId })
    if (rehashed !== null)
      await tx.query(REPLACE_PASSWORD_HASH, { userId, fromHash: rehashed.from, toHash: rehashed.to })
    if (presented !== null) await tx.query(REVOKE_PRESENTED, { tokenHash: hashToken(presented), userId })
    const session = await openSession(tx, opened)
    await tx.query(REVOKE_OLDEST, { userId })
    return session
  })
