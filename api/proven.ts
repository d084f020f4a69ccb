import { accountEmail } from '../domain/accounts/email.ts'
import type { Database } from '../db/database.ts'
import { findUser, type SigningIn } from '../db/users/queries.ts'
import type { Meter } from '../telemetry/meter.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createSignInLimits, type SignInLimits } from './sign-in-limits.ts'

export interface Proving {
  readonly db: Database
  readonly passwords: Passwords
  readonly limits: SignInLimits
}

/** What a process proves people with; one for each process, because it bounds how many passwords are worked on at once. */
export const createProving = (db: Database, metrics: Pick<Meter, 'add'>): Proving =>
  ({ db, passwords: createPasswords(() => metrics.add('password_hashes_total', {})), limits: createSignInLimits(db.pool) })

export interface Proof {
  readonly email: string
  readonly password: string
  readonly clientAddress: string
}

/**
 * Whose address and password these are, or null: nobody's (decisions, "sign-in"). One verification, whether anybody has the address or
 * not; failures are counted for the client address and the account. Throws `rate_limited` and `unavailable`.
 */
export async function provePerson({ db, passwords, limits }: Proving, { email: typed, password, clientAddress }: Proof): Promise<SigningIn | null> {
  const email = accountEmail(typed)
  const counted = await limits.countSignIn(clientAddress, email)
  let failed = false
  try {
    const user = await findUser(db, email)
    const right = await passwords.verify(user?.passwordHash ?? null, password)
    failed = !right
    return right ? user : null
  } finally {
    if (!failed) await counted.giveBack()
  }
}
