import { createPasswords } from '../../api/auth/passwords.ts'
import type { Database } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { ensureUser } from '../../db/access/users/queries.ts'
import type { Person } from '../support/oauth.ts'

const PASSWORD = 'correct horse battery staple'

/** Hashed once: a hash takes as long as a sign-in. */
let hashed: Promise<string> | undefined

/** A person that a command adds to a workspace, and who can sign in. */
export async function buildPerson(db: Database, workspaceId: string): Promise<Person> {
  const email = `${newId('usr')}@example.com`
  const passwordHash = await (hashed ??= createPasswords(() => undefined).hash(PASSWORD))
  if ((await ensureUser(db, { email, passwordHash, workspaceId })) === null)
    throw new Error('the address belongs to another workspace')
  return { email, password: PASSWORD }
}
