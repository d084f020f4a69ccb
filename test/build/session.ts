import type { Database } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { openSession } from '../../db/sessions/queries.ts'

const BUILD_SESSION = { name: 'build_session', effect: true } as const

export interface TestSession {
  readonly token: string
  readonly userId: string
}

/** A person of a workspace with a session, as a sign-in leaves it; the person has no password. */
export async function buildSession(db: Database, workspaceId: string): Promise<TestSession> {
  const userId = newId('usr')
  await db.pool.query(
    `insert into app_user (id, email, password_hash, workspace_id) values ($1, $2, '$argon2id$none', $3)`,
    [userId, `${userId}@example.com`, workspaceId],
  )
  const { token } = await db.transaction(BUILD_SESSION, (tx) => openSession(tx, { userId, workspaceId }))
  return { token, userId }
}
