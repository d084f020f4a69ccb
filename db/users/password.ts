import { type OpenMail, useMail, voidResetMails } from '../account-mails/use.ts'
import type { Database, Transaction } from '../database.ts'
import { END_SESSIONS_OF_OLD_PASSWORD } from '../sessions/own.ts'
import { type NewSession, openSession } from '../sessions/queries.ts'
import { statement } from '../statement.ts'

export const CHANGE_PASSWORD: Transaction = { name: 'change_password', effect: true }

const SET_PASSWORD_HASH = statement<{ userId: string; fromHash: string; toHash: string }, { email: string }>({
  name: 'set_password_hash',
  effect: 'within',
  text: 'update app_user set password_hash = :toHash where id = :userId and password_hash = :fromHash returning email',
})

export interface PasswordChange {
  readonly userId: string
  /** The session that makes the change: the only one that goes on. */
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

export const RESET_PASSWORD: Transaction = { name: 'reset_password', effect: true }

/** Who reads the mail has the address. */
const REPLACE_FORGOTTEN_HASH = statement<{ userId: string; hash: string }, { workspaceId: string; workspace: string }>({
  name: 'replace_forgotten_hash',
  effect: 'within',
  text: `update app_user u set password_hash = :hash, email_verified_at = coalesce(email_verified_at, clock_timestamp())
    from workspace w where u.id = :userId and w.id = u.workspace_id
    returning u.workspace_id as "workspaceId", w.name as workspace`,
})

export interface ResetSession {
  readonly session: NewSession
  readonly workspace: { readonly id: string; readonly name: string }
}

/**
 * Sets the password of a person by the link of a mail, ends all their sessions, and opens one. null: the link was used
 * by another request.
 */
export const resetPassword = (
  db: Database,
  { mail, hash, userAgent }: { readonly mail: OpenMail; readonly hash: string; readonly userAgent: string | null },
): Promise<ResetSession | null> =>
  db.transaction(RESET_PASSWORD, async (tx) => {
    const { userId } = mail
    if (userId === null || !(await useMail(tx, mail.id))) return null
    const [person] = await tx.query(REPLACE_FORGOTTEN_HASH, { userId, hash })
    if (person === undefined) throw new Error('the mail is to a person who is gone')
    await voidResetMails(tx, { userId, email: mail.email })
    await tx.query(END_SESSIONS_OF_OLD_PASSWORD, { userId, exceptId: null })
    const session = await openSession(tx, { userId, workspaceId: person.workspaceId, userAgent })
    return { session, workspace: { id: person.workspaceId, name: person.workspace } }
  })
