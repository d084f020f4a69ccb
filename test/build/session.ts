import type { Database } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { openSession } from '../../db/sessions/queries.ts'
import { ensureUser } from '../../db/users/queries.ts'

const BUILD_SESSION = { name: 'build_session', effect: true } as const

export interface TestSession {
  readonly token: string
  readonly userId: string
}

/** A person that a command adds to a workspace, with a session as a sign-in leaves it, and without a password. */
export async function buildSession(db: Database, workspaceId: string): Promise<TestSession> {
  const email = `${newId('usr')}@example.com`
  const userId = await ensureUser(db, { email, passwordHash: '$argon2id$none', workspaceId })
  if (userId === null) throw new Error('the address belongs to another workspace')
  const { token } = await db.transaction(BUILD_SESSION, (tx) => openSession(tx, { userId, workspaceId }))
  return { token, userId }
}
