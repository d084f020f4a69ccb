import {
  readUnsubscription,
  type Unsubscription,
  UNSUBSCRIBE_TOKEN,
  writeUnsubscription,
} from '../../../domain/outbound/unsubscribe.ts'
import type { SecretCipher } from '../../cipher.ts'
import { signedText, textOfSigned } from './signed-text.ts'

const KIND = { mark: 'unsubscribe ', prefix: 'unsub_' }
const SHAPE = new RegExp(`^${UNSUBSCRIBE_TOKEN}$`)

/** The token of an unsubscribe link: what it identifies, signed. */
export const unsubscribeToken = (cipher: SecretCipher, unsubscription: Unsubscription): string =>
  signedText(cipher, KIND, writeUnsubscription(unsubscription))

/** null when this service did not make the token, or no longer holds the encryption key of that time. */
export function readUnsubscribeToken(cipher: SecretCipher, token: string): Unsubscription | null {
  const text = SHAPE.test(token) ? textOfSigned(cipher, KIND, token) : null
  return text === null ? null : readUnsubscription(text)
}
