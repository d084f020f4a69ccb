import { createCipher, type SecretCipher } from '../../db/cipher.ts'
import { storeCredential } from '../../usecases/outreach/store-credential.ts'
import { findConnectionId } from '../../db/access/connections/queries.ts'
import type { Database } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { parseEncryptionKeys } from '../../domain/settings/encryption-keys.ts'

/** 32 bytes that are all the version's number: as good as any for a test, and readable in a failure. */
const keyOf = (version: number): string => `${version}:${Buffer.alloc(32, version).toString('base64')}`

/** As an operator writes them. */
export const encryptionKeys = (...versions: number[]): string => versions.map(keyOf).join(',')

export const TEST_ENCRYPTION_KEYS = encryptionKeys(1)

/** A cipher with these versions; the highest encrypts. */
export const testCipher = (...versions: number[]): SecretCipher =>
  createCipher(parseEncryptionKeys(versions.length === 0 ? TEST_ENCRYPTION_KEYS : encryptionKeys(...versions), 'test'))

/** A connection stored without a call of its provider; returns its id. */
export async function buildConnection(
  { db, cipher }: { readonly db: Database; readonly cipher: SecretCipher },
  {
    workspaceId,
    provider,
    credential,
  }: { readonly workspaceId: string; readonly provider: string; readonly credential: string },
): Promise<string> {
  const connectionId = (await findConnectionId(db, workspaceId, provider)) ?? newId('conn')
  await storeCredential({ db, cipher }, { owner: { workspaceId, provider, connectionId }, credential, verified: true })
  return connectionId
}
