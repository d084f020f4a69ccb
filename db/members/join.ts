import type { Role } from '../../domain/access/roles.ts'
import { type OpenMail, useMail } from '../account-mails/use.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { newId } from '../ids.ts'
import { type NewSession, openSession } from '../sessions/queries.ts'
import { statement } from '../statement.ts'
import { INSERT_USER } from '../users/sign-up.ts'

export const JOIN_WORKSPACE: Transaction = { name: 'join_workspace', effect: true }

/** A new person owns the workspace that they are inserted with, until this gives them the role of the invitation. */
export const SET_MEMBER = statement<{ workspaceId: string; userId: string; role: Role }>({
  name: 'set_member',
  effect: 'within',
  text: `insert into member (workspace_id, user_id, role) values (:workspaceId, :userId, :role)
    on conflict (workspace_id, user_id) do update set role = excluded.role`,
})

/** The next sign-in leads there. Who reads the mail has the address. */
export const ENTER_WORKSPACE = statement<{ userId: string; workspaceId: string }>({
  name: 'enter_joined_workspace',
  effect: 'within',
  text: `update app_user set workspace_id = :workspaceId,
      email_verified_at = coalesce(email_verified_at, clock_timestamp()) where id = :userId`,
})

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
