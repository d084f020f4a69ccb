import { accountEmail } from '../domain/accounts/email.ts'
import type { CredentialCipher } from '../db/connections/cipher.ts'
import type { Database } from '../db/database.ts'
import { findUser, type SigningIn } from '../db/users/queries.ts'
import type { Meter } from '../telemetry/meter.ts'
import { createKnownDevices, type KnownDevices } from './known-devices.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createSignInLimits, type SignInLimits } from './sign-in-limits.ts'

export interface PasswordVerifier {
  readonly db: Database
  readonly passwords: Passwords
  readonly limits: SignInLimits
  readonly devices: KnownDevices
}

/** What a process proves people with; one for each process, because it bounds how many passwords are worked on at once. */
export const createProving = (db: Database, { cipher, metrics }: { readonly cipher: CredentialCipher; readonly metrics: Pick<Meter, 'add'> }): PasswordVerifier => ({
  db, passwords: createPasswords(() => metrics.add('password_hashes_total', {})), limits: createSignInLimits(db.pool),
  devices: createKnownDevices(cipher.keysFor('known devices'), Date.now),
})

export interface Proof {
  readonly email: string
  readonly password: string
  readonly clientAddress: string
  /** As the device presents it; anything else than a token for this account is as good as none. */
  readonly deviceToken: string | undefined
}

/**
 * Whose address and password these are, or null: nobody's (decisions, "sign-in"). One verification, whether anybody has the address or
 * not; failures are counted for the client address, and for the account or a device that it knows. Throws `rate_limited` and `unavailable`.
 */
export async function verifyPassword({ db, passwords, limits, devices }: PasswordVerifier, { email: typed, password, clientAddress, deviceToken }: Proof): Promise<SigningIn | null> {
  const email = accountEmail(typed)
  const counted = await limits.countSignIn({ clientAddress, email, deviceId: devices.idOf(email, deviceToken) })
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
