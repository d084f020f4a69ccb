import type { Database, Transaction } from '../../db/database.ts'
import { END_SWITCHED_SESSION, ENTER_OWN_WORKSPACE } from '../../db/access/members/switch.ts'
import { type NewSession, openSession, type SessionToOpen } from './sign-in.ts'

export const SWITCH_WORKSPACE: Transaction = { name: 'switch_workspace', effect: true }

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
