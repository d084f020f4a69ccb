import type { SecretContext } from '../../../domain/connections/credential.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import type { SecretCipher } from '../../cipher.ts'

export type OpenedConnection =
  | {
      readonly kind: 'open'
      readonly apiKey: string
      /** The host of the account, where each account of the provider has its own. */
      readonly account: string | null
      readonly provider: string
      /** A different number means a different credential. */
      readonly generation: number
      /** The provider has rejected it before. */
      readonly rejected: boolean
    }
  /** Revoked, or of another workspace. */
  | { readonly kind: 'revoked' }
  /** Sealed under a key that this process does not hold, or altered: the operator must repair it. */
  | { readonly kind: 'unreadable'; readonly keyVersion: number }

interface Row {
  readonly provider: string
  readonly account: string | null
  readonly ciphertext: Buffer
  readonly wrappedKey: Buffer
  readonly keyVersion: number
  readonly generation: number
  readonly rejected: boolean
}

export const READ_CREDENTIAL = statement<{ connectionId: string; workspaceId: string }, Row>({
  name: 'read_credential',
  effect: false,
  neverNull: { 'an active connection has a sealed key (check)': ['ciphertext', 'wrappedKey', 'keyVersion'] },
  text: `select provider, account, ciphertext, wrapped_key as "wrappedKey", key_version as "keyVersion", generation,
      rejected_at is not null as rejected
    from connection where id = :connectionId and workspace_id = :workspaceId and status = 'active'`,
})

/**
 * The credential as it is at this moment, for one call. A revocation stops runs that were planned before it, and a
 * replaced credential is used from the next call on (decisions, "A run", step 4). Never keep the result.
 */
export async function openConnection(
  { db, cipher }: { readonly db: Database; readonly cipher: SecretCipher },
  { connectionId, workspaceId }: Pick<SecretContext, 'connectionId' | 'workspaceId'>,
): Promise<OpenedConnection> {
  const [row] = await db.query(READ_CREDENTIAL, { connectionId, workspaceId })
  if (row === undefined) return { kind: 'revoked' }
  const { provider, account, generation, keyVersion, rejected } = row
  const sealed = {
    keyVersion,
    wrappedKey: row.wrappedKey.toString('base64'),
    ciphertext: row.ciphertext.toString('base64'),
  }
  const opened = cipher.open({ workspaceId, provider, connectionId }, sealed)
  return opened.kind === 'opened'
    ? { kind: 'open', apiKey: opened.credential, account, provider, generation, rejected }
    : { kind: 'unreadable', keyVersion }
}
