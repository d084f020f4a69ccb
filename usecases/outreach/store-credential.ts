import type { SecretCipher } from '../../db/cipher.ts'
import { type ConnectionState, findConnectionId, storeConnection } from '../../db/access/connections/queries.ts'
import { type BeforeCommit, type Database, noop, type Queries, type Transaction } from '../../db/database.ts'
import type { SecretContext } from '../../domain/connections/credential.ts'

export const STORE_CONNECTION: Transaction = { name: 'store_connection', effect: true }

export interface CredentialToSeal {
  readonly owner: SecretContext
  readonly credential: string
  /** The host of the account, where each account of the provider has its own. */
  readonly account?: string | null
  /** The provider has just accepted the credential. */
  readonly verified: boolean
}

/** Encrypts a credential and stores it as the workspace's one connection with the provider. */
export const storeCredential = (
  { db, cipher }: { readonly db: Database; readonly cipher: SecretCipher },
  { owner, credential, account = null, verified }: CredentialToSeal,
  beforeCommit: BeforeCommit<ConnectionState> = noop,
): Promise<ConnectionState> =>
  db.transaction(STORE_CONNECTION, async (tx) => {
    const store = (of: SecretContext) =>
      storeConnection(tx, { owner: of, sealed: cipher.seal(of, credential), account, verified })
    // Another request may have created the connection in the meantime. Its id stays, so the credential is sealed again
    // for that id.
    const stored = (await store(owner)) ?? (await store({ ...owner, connectionId: await mustFindId(tx, owner) }))
    if (stored === null) throw new Error('a connection has changed its id')
    await beforeCommit(tx, stored)
    return stored
  })

async function mustFindId(tx: Queries, { workspaceId, provider }: SecretContext): Promise<string> {
  const connectionId = await findConnectionId(tx, workspaceId, provider)
  if (connectionId === null) throw new Error('a connection that exists was not found')
  return connectionId
}
