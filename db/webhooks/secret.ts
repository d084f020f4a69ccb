import { randomBytes } from 'node:crypto'
import type { CredentialOwner, SealedCredential } from '../../domain/connections/credential.ts'
import type { CredentialCipher } from '../connections/cipher.ts'
import { newId } from '../ids.ts'

const SECRET_BYTES = 32
/** What stands for the provider's name where a webhook's secret is sealed (see CredentialOwner); its id is the secret's own. */
export const WEBHOOK_SECRET_PROVIDER = 'webhook'

/** Whose a sealed secret is: it opens for this row alone. */
export const secretOwner = (workspaceId: string, secretId: string): CredentialOwner => ({ workspaceId, provider: WEBHOOK_SECRET_PROVIDER, connectionId: secretId })

export interface NewSecret {
  readonly id: string
  /** As it is shown once; the key of the signatures is the whole string (decisions, "webhook secret"). */
  readonly text: string
  readonly sealed: SealedCredential
}

/** A new secret for an endpoint of this workspace, and how it is stored. */
export function makeSecret(cipher: CredentialCipher, workspaceId: string): NewSecret {
  const id = newId('whs')
  const text = `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`
  return { id, text, sealed: cipher.seal(secretOwner(workspaceId, id), text) }
}

/** As the columns ciphertext, wrapped_key and key_version hold it. */
export const sealedColumns = ({ ciphertext, wrappedKey, keyVersion }: SealedCredential): [Buffer, Buffer, number] =>
  [Buffer.from(ciphertext, 'base64'), Buffer.from(wrappedKey, 'base64'), keyVersion]
