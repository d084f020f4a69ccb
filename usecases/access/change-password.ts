import { voidResetMails } from '../../db/access/account-mails/use.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { END_SESSIONS_OF_OLD_PASSWORD } from '../../db/access/sessions/own.ts'
import { SET_PASSWORD_HASH } from '../../db/access/users/password.ts'

export const CHANGE_PASSWORD: Transaction = { name: 'change_password', effect: true }

export interface PasswordChange {
  readonly userId: string
  /** The session that makes the change: the only one that continues. */
  readonly sessionId: string
  /** The hash that the current password was verified with. */
  readonly from: string
  readonly to: string
}

/**
 * Changes a person's password. It ends their other sessions, because one of them may be the reason for the change, and
 * the links that would set another one. Returns how many sessions it ended; null: the password has changed since it was
 * verified.
 */
export const changePassword = (db: Database, { userId, sessionId, from, to }: PasswordChange): Promise<number | null> =>
  db.transaction(CHANGE_PASSWORD, async (tx) => {
    const [person] = await tx.query(SET_PASSWORD_HASH, { userId, fromHash: from, toHash: to })
    if (person === undefined) return null
    await voidResetMails(tx, { userId, email: person.email })
    return (await tx.query(END_SESSIONS_OF_OLD_PASSWORD, { userId, exceptId: sessionId })).length
  })
