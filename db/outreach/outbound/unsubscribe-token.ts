import {
  readUnsubscription,
  type Unsubscription,
  UNSUBSCRIBE_TOKEN,
  writeUnsubscription,
} from '../../../domain/outbound/unsubscribe.ts'
import type { SecretCipher } from '../../cipher.ts'

const MARK = 'unsubscribe '
const PREFIX = 'unsub_'
const SHAPE = new RegExp(`^${UNSUBSCRIBE_TOKEN}$`)

/**
 * The token of an unsubscribe link: what it identifies, and a code over it that only this service can make. Nothing of
 * it is stored, so it stays right without its run. The same values give the same token under one encryption key: a
 * repeated request to a provider has the same content.
 */
export function unsubscribeToken(cipher: SecretCipher, unsubscription: Unsubscription): string {
  const text = writeUnsubscription(unsubscription)
  const { keyVersion, mac } = cipher.mac(MARK + text)
  return `${PREFIX}${Buffer.from(text).toString('base64url')}.${keyVersion}.${mac.toString('base64url')}`
}

/** null when this service did not make the token, or no longer holds the encryption key of that time. */
export function readUnsubscribeToken(cipher: SecretCipher, token: string): Unsubscription | null {
  if (!SHAPE.test(token)) return null
  const [written = '', version = '', code = ''] = token.slice(PREFIX.length).split('.')
  const text = Buffer.from(written, 'base64url').toString('utf8')
  const genuine = cipher.isMac(MARK + text, { keyVersion: Number(version), mac: Buffer.from(code, 'base64url') })
  return genuine ? readUnsubscription(text) : null
}
