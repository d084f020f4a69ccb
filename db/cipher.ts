import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  type SecretContext,
  secretContextText,
  dataKeyContextText,
  type SealedSecret,
} from '../domain/connections/credential.ts'
import type { EncryptionKey } from '../domain/settings/encryption-keys.ts'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * `unknownKey`: this process does not hold that key version. `damaged`: sealed for another owner or by another key, or
 * altered.
 */
export type Unreadable = { readonly kind: 'unknownKey' | 'damaged'; readonly keyVersion: number }
export type Opened = { readonly kind: 'opened'; readonly credential: string } | Unreadable
export type Rewrapped = { readonly kind: 'rewrapped'; readonly sealed: SealedSecret } | Unreadable

/**
 * Envelope encryption of credentials (decisions, "Secrets"): AES-256-GCM, a data key per credential, wrapped by a
 * versioned key.
 */
export interface SecretCipher {
  /** The key version that wraps new data keys. */
  readonly newestVersion: number
  seal(context: SecretContext, credential: string): SealedSecret
  open(context: SecretContext, sealed: SealedSecret): Opened
  /**
   * Wraps the data key of a ciphertext with the newest version; the ciphertext stays the same and the credential is not
   * decrypted.
   */
  rewrap(context: SecretContext, sealed: SealedSecret): Rewrapped
  /**
   * Recognises equal texts without storing them: an attacker who has only the database cannot test guesses. A list
   * counts as the text that its pieces make.
   */
  mac(text: string | readonly string[]): KeyedMac
  /** Also false when this process no longer holds the key version. */
  isMac(text: string | readonly string[], earlier: KeyedMac): boolean
  /**
   * 32-byte keys for one purpose, derived from each encryption key, newest first: every process can check what any of
   * them made.
   */
  keysFor(purpose: string): readonly Buffer[]
}

export interface KeyedMac {
  readonly keyVersion: number
  readonly mac: Buffer
}

export function createCipher(keys: readonly EncryptionKey[]): SecretCipher {
  const byVersion = new Map(keys.map(({ version, base64 }) => [version, Buffer.from(base64, 'base64')]))
  const newestVersion = Math.max(...byVersion.keys())
  const newestKey = byVersion.get(newestVersion)
  if (newestKey === undefined) throw new Error('an encryption key is needed')

  const wrap = (context: SecretContext, dataKey: Buffer): string =>
    encrypt(newestKey, dataKey, dataKeyContextText(context, newestVersion))

  function unwrap(context: SecretContext, { keyVersion, wrappedKey }: SealedSecret): Buffer | Unreadable {
    const key = byVersion.get(keyVersion)
    if (key === undefined) return { kind: 'unknownKey', keyVersion }
    return decrypt(key, wrappedKey, dataKeyContextText(context, keyVersion)) ?? { kind: 'damaged', keyVersion }
  }

  const derive = (key: Buffer, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', purpose, KEY_BYTES))

  function macUnder(key: Buffer, text: string | readonly string[]): Buffer {
    const hmac = createHmac('sha256', derive(key, 'message authentication'))
    for (const piece of typeof text === 'string' ? [text] : text) hmac.update(piece)
    return hmac.digest()
  }

  return {
    newestVersion,
    keysFor: (purpose) =>
      [...byVersion].toSorted(([one], [other]) => other - one).map(([, key]) => derive(key, purpose)),
    mac: (text) => ({ keyVersion: newestVersion, mac: macUnder(newestKey, text) }),
    isMac(text, { keyVersion, mac }) {
      const key = byVersion.get(keyVersion)
      return key !== undefined && timingSafeEqual(macUnder(key, text), mac)
    },
    seal(context, credential) {
      const dataKey = randomBytes(KEY_BYTES)
      const ciphertext = encrypt(dataKey, Buffer.from(credential, 'utf8'), secretContextText(context))
      return { keyVersion: newestVersion, wrappedKey: wrap(context, dataKey), ciphertext }
    },
    open(context, sealed) {
      const dataKey = unwrap(context, sealed)
      if (!Buffer.isBuffer(dataKey)) return dataKey
      const credential = decrypt(dataKey, sealed.ciphertext, secretContextText(context))
      return credential === null
        ? { kind: 'damaged', keyVersion: sealed.keyVersion }
        : { kind: 'opened', credential: credential.toString('utf8') }
    },
    rewrap(context, sealed) {
      const dataKey = unwrap(context, sealed)
      if (!Buffer.isBuffer(dataKey)) return dataKey
      return {
        kind: 'rewrapped',
        sealed: { keyVersion: newestVersion, wrappedKey: wrap(context, dataKey), ciphertext: sealed.ciphertext },
      }
    },
  }
}

function encrypt(key: Buffer, plain: Buffer, context: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(context))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** null: the text was not encrypted under this key in this context, or it is truncated. */
function decrypt(key: Buffer, sealed: string, context: string): Buffer | null {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
  } catch {
    return null
  }
}
