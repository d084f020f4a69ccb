import { createPasswords } from '../../api/auth/passwords.ts'
import type { Role } from '../../domain/access/roles.ts'
import type { Database } from '../../db/database.ts'
import { changeRole } from '../../usecases/access/change-member.ts'
import { newId } from '../../db/ids.ts'
import { openSession } from '../../usecases/access/sign-in.ts'
import { ensureUser } from '../../db/access/users/queries.ts'

const BUILD_SESSION = { name: 'build_session', effect: true } as const

export interface TestSession {
  readonly token: string
  readonly userId: string
}

/** The password of every built person. */
export const BUILT_PASSWORD = 'correct horse battery staple'
const passwords = createPasswords(() => undefined)
let made: Promise<string> | undefined
/** Computed once: it takes a while. */
const builtHash = (): Promise<string> => (made ??= passwords.hash(BUILT_PASSWORD))

/** A person that a command adds to a workspace, with a session as a sign-in leaves it. */
export async function buildSession(db: Database, workspaceId: string, role: Role = 'owner'): Promise<TestSession> {
  const email = `${newId('usr')}@example.com`
  const userId = await ensureUser(db, { email, passwordHash: await builtHash(), workspaceId })
  if (userId === null) throw new Error('the address belongs to another workspace')
  if (role !== 'owner') await changeRole(db, { workspaceId, userId }, role)
  const { token } = await db.transaction(BUILD_SESSION, (tx) =>
    openSession(tx, { userId, workspaceId, userAgent: null }),
  )
  return { token, userId }
}
