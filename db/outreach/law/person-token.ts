import { type PersonLink, readPersonLink, writePersonLink } from '../../../domain/law/person-link.ts'
import type { SecretCipher } from '../../cipher.ts'
import { signedText, textOfSigned } from '../outbound/signed-text.ts'

const KIND = { mark: 'person ', prefix: 'pers_' }
/** An identity has 500 characters at most. */
const SHAPE = /^pers_[A-Za-z0-9_-]{1,1400}\.\d{1,9}\.[A-Za-z0-9_-]{43}$/

/** The token of the link to a person's page: what it identifies, signed. */
export const personToken = (cipher: SecretCipher, link: PersonLink): string =>
  signedText(cipher, KIND, writePersonLink(link))

/** null when this service did not make the token, or no longer holds the encryption key of that time. */
export function readPersonToken(cipher: SecretCipher, token: string): PersonLink | null {
  const text = SHAPE.test(token) ? textOfSigned(cipher, KIND, token) : null
  return text === null ? null : readPersonLink(text)
}
