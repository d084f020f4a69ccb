import type { SecretCipher } from '../../cipher.ts'

/** Which links a code is for: one of another kind is not valid. */
interface SignedKind {
  readonly mark: string
  readonly prefix: string
}

/**
 * A token that carries a text, and a code over it that only this service can make. Nothing of it is stored, so it stays
 * right whatever is deleted. The same text gives the same token under one encryption key: a repeated request to a
 * provider has the same content.
 */
export function signedText(cipher: SecretCipher, { mark, prefix }: SignedKind, text: string): string {
  const { keyVersion, mac } = cipher.mac(mark + text)
  return `${prefix}${Buffer.from(text).toString('base64url')}.${keyVersion}.${mac.toString('base64url')}`
}

/** The text of a token, whose shape was checked; null: this service did not make it, or has that key no longer. */
export function textOfSigned(cipher: SecretCipher, { mark, prefix }: SignedKind, token: string): string | null {
  const [written = '', version = '', code = ''] = token.slice(prefix.length).split('.')
  const text = Buffer.from(written, 'base64url').toString('utf8')
  const mac = Buffer.from(code, 'base64url')
  return cipher.isMac(mark + text, { keyVersion: Number(version), mac }) ? text : null
}
