import { randomBytes } from 'node:crypto'
import type { SecretContext, SealedSecret } from '../../../domain/connections/credential.ts'
import type { SecretCipher } from '../../cipher.ts'
import { newId } from '../../ids.ts'

/** Their base64 has no padding, which not every reader of base64 accepts. */
const SECRET_BYTES = 33
/**
 * The provider name under which webhook secrets are sealed (see SecretContext); the connection id is the secret's own
 * id.
 */
export const WEBHOOK_SECRET_PROVIDER = 'webhook'

/** The owner of a sealed secret: it opens only for this row. */
export const webhookSecretContext = (workspaceId: string, secretId: string): SecretContext => ({
  workspaceId,
  provider: WEBHOOK_SECRET_PROVIDER,
  connectionId: secretId,
})

export interface NewSecret {
  readonly id: string
  /**
   * The text that is shown. `Service-Signature` is keyed with the entire string (decisions, "webhook secret"), the
   * header of Standard Webhooks with the bytes behind `whsec_`.
   */
  readonly text: string
  readonly sealed: SealedSecret
}

/** Makes a new secret for an endpoint of this workspace, with its sealed form. */
export function makeSecret(cipher: SecretCipher, workspaceId: string): NewSecret {
  const id = newId('whs')
  const text = `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`
  return { id, text, sealed: cipher.seal(webhookSecretContext(workspaceId, id), text) }
}

/** The values of the columns ciphertext, wrapped_key and key_version. */
export const sealedColumns = ({ ciphertext, wrappedKey, keyVersion }: SealedSecret) => ({
  ciphertext: Buffer.from(ciphertext, 'base64'),
  wrappedKey: Buffer.from(wrappedKey, 'base64'),
  keyVersion,
})
