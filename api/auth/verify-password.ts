import { accountEmail } from '../../domain/accounts/email.ts'
import type { SecretCipher } from '../../db/cipher.ts'
import type { Database } from '../../db/database.ts'
import { findUser, type SigningIn } from '../../db/access/users/queries.ts'
import type { Meter } from '../../telemetry/meter.ts'
import { createKnownDevices, type KnownDevices } from './known-devices.ts'
import { createPasswords, type Passwords } from './passwords.ts'
import { createSignInLimits, type SignInLimits } from './sign-in-limits.ts'

export interface PasswordVerifier {
  readonly db: Database
  readonly passwords: Passwords
  readonly limits: SignInLimits
  readonly devices: KnownDevices
}

/** The parts that verify passwords; one for each process, because it limits concurrent computations. */
export const createProving = (
  db: Database,
  { cipher, metrics }: { readonly cipher: SecretCipher; readonly metrics: Pick<Meter, 'add'> },
): PasswordVerifier => ({
  db,
  passwords: createPasswords(() => metrics.add('password_hashes_total', {})),
  limits: createSignInLimits(db.pool),
  devices: createKnownDevices(cipher.keysFor('known devices'), Date.now),
})

export interface Proof {
  readonly email: string
  readonly password: string
  readonly clientAddress: string
  /** The token that the device presents; a token that is not for this account counts as none. */
  readonly deviceToken: string | undefined
}

/**
 * The user with this address and password, or null (decisions, "sign-in"). It computes one verification, whether or not
 * the address has an account; failures are counted for the client address, and for the account or a device that it
 * knows. Throws `rate_limited` and `unavailable`.
 */
export async function verifyPassword(
  { db, passwords, limits, devices }: PasswordVerifier,
  { email: typed, password, clientAddress, deviceToken }: Proof,
): Promise<SigningIn | null> {
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
