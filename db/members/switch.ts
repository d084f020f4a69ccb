import type { Database, Transaction } from '../database.ts'
import { type NewSession, openSession, type SessionToOpen } from '../sessions/queries.ts'
import { statement } from '../statement.ts'

export const SWITCH_WORKSPACE: Transaction = { name: 'switch_workspace', effect: true }

/** The next sign-in leads there too. */
export const ENTER_OWN_WORKSPACE = statement<{ userId: string; workspaceId: string }, { name: string }>({
  name: 'enter_own_workspace',
  effect: 'within',
  text: `update app_user u set workspace_id = :workspaceId
    from member m join workspace w on w.id = m.workspace_id
    where u.id = :userId and m.user_id = u.id and m.workspace_id = :workspaceId returning w.name`,
})

export const END_SWITCHED_SESSION = statement<{ id: string }>({
  name: 'end_switched_session',
  effect: 'within',
  text: 'update session set revoked_at = clock_timestamp() where id = :id and revoked_at is null',
})

/** Replaces a session by one in another workspace of the person; null: they do not belong to it. */
export const switchWorkspace = (
  db: Database,
  { sessionId, ...to }: SessionToOpen & { readonly sessionId: string },
): Promise<{ readonly session: NewSession; readonly workspace: string } | null> =>
  db.transaction(SWITCH_WORKSPACE, async (tx) => {
    const [workspace] = await tx.query(ENTER_OWN_WORKSPACE, { userId: to.userId, workspaceId: to.workspaceId })
    if (workspace === undefined) return null
    await tx.query(END_SWITCHED_SESSION, { id: sessionId })
    return { session: await openSession(tx, to), workspace: workspace.name }
  })
