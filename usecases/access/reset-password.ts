import { type OpenMail, useMail, voidResetMails } from '../../db/access/account-mails/use.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { REPLACE_FORGOTTEN_HASH } from '../../db/access/members/reset-password.ts'
import { END_SESSIONS_OF_OLD_PASSWORD } from '../../db/access/sessions/own.ts'
import { lockWorkspace } from '../../db/access/workspaces/lock.ts'
import type { WelcomeCredit } from './create-workspace.ts'
import { endEarlier } from './end-earlier.ts'
import { type NewSession, openSession } from './sign-in.ts'

export const RESET_PASSWORD: Transaction = { name: 'reset_password', effect: true }

export interface ResetSession {
  readonly session: NewSession
  readonly workspace: { readonly id: string; readonly name: string }
  /** The address was not confirmed before: what others may have prepared in the workspace has ended. */
  readonly confirmsFirst: boolean
}

interface Reset {
  readonly mail: OpenMail
  readonly hash: string
  readonly userAgent: string | null
  /** Of the workspace that a member gets who belongs to no other one. */
  readonly credit: WelcomeCredit
}

/**
 * Sets the password of a person by the link of a mail, ends all their sessions, and opens one. Another person
 * may have signed up with an address that was never confirmed: what can act in the workspace ends. null: the link was
 * used by another request.
 */
export const resetPassword = (db: Database, { mail, hash, userAgent, credit }: Reset): Promise<ResetSession | null> =>
  db.transaction(RESET_PASSWORD, async (tx) => {
    const { userId } = mail
    if (userId === null || !(await useMail(tx, mail.id))) return null
    // As changes of members lock: the workspace before the person.
    await lockWorkspace(tx, mail.workspaceId)
    const [person] = await tx.query(REPLACE_FORGOTTEN_HASH, { userId, hash })
    if (person === undefined) throw new Error('the mail is to a person who is gone')
    const { workspaceId, confirmsFirst } = person
    if (confirmsFirst) await endEarlier(tx, userId, credit)
    await voidResetMails(tx, { userId, email: mail.email })
    await tx.query(END_SESSIONS_OF_OLD_PASSWORD, { userId, exceptId: null })
    const session = await openSession(tx, { userId, workspaceId, userAgent })
    return { session, workspace: { id: workspaceId, name: person.workspace }, confirmsFirst }
  })
