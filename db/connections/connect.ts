import type { CredentialOwner } from '../../domain/connections/credential.ts'
import type { Database } from '../database.ts'
import type { CredentialCipher } from './cipher.ts'
import { type ConnectionState, findConnectionId, storeConnection } from './queries.ts'

/** Encrypts a credential and stores it as the workspace's one connection with the provider. */
export async function storeCredential(
  { db, cipher }: { readonly db: Database; readonly cipher: CredentialCipher },
  { owner, credential, verified }: { readonly owner: CredentialOwner; readonly credential: string; readonly verified: boolean },
): Promise<ConnectionState> {
  const stored = await storeConnection(db, { owner, sealed: cipher.seal(owner, credential), verified })
  if (stored !== null) return stored
  // Another request has made the connection meanwhile, under an id that stays: sealed for that one, it fits.
  const connectionId = await findConnectionId(db, owner.workspaceId, owner.provider)
  if (connectionId === null) throw new Error('a connection that exists was not found')
  const theirs = { ...owner, connectionId }
  const replaced = await storeConnection(db, { owner: theirs, sealed: cipher.seal(theirs, credential), verified })
  if (replaced === null) throw new Error('a connection has changed its id')
  return replaced
}
