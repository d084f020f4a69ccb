import { type OpenMail, useMail } from '../../db/access/account-mails/use.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { ENTER_WORKSPACE, SET_MEMBER } from '../../db/access/members/join.ts'
import { INSERT_USER } from '../../db/access/users/sign-up.ts'
import { type NewSession, openSession } from './sign-in.ts'

export const JOIN_WORKSPACE: Transaction = { name: 'join_workspace', effect: true }

/** The person who accepts an invitation: a person with an account, or the hash of a new person's password. */
export type Joining = { readonly userId: string } | { readonly passwordHash: string }

export interface Joined {
  readonly userId: string
  readonly session: NewSession
}

/**
 * Accepts an invitation and signs the person in. null: the link was used by another request, or the address was taken
 * meanwhile.
 */
export const joinWorkspace = (
  db: Database,
  {
    mail,
    joining,
    userAgent,
  }: { readonly mail: OpenMail; readonly joining: Joining; readonly userAgent: string | null },
): Promise<Joined | null> =>
  db.transaction(JOIN_WORKSPACE, async (tx) => {
    const { workspaceId, email, role } = mail
    if (role === null || !(await useMail(tx, mail.id))) return null
    const userId = 'userId' in joining ? joining.userId : await insertPerson(tx, { email, workspaceId, ...joining })
    if (userId === null) return null
    await tx.query(SET_MEMBER, { workspaceId, userId, role })
    await tx.query(ENTER_WORKSPACE, { workspaceId, userId })
    return { userId, session: await openSession(tx, { userId, workspaceId, userAgent }) }
  })

async function insertPerson(
  tx: Queries,
  person: { readonly email: string; readonly workspaceId: string; readonly passwordHash: string },
): Promise<string | null> {
  const [user] = await tx.query(INSERT_USER, { id: newId('usr'), ...person })
  return user?.id ?? null
}
