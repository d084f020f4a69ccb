import { createHmac } from 'node:crypto'
import { encodeMailToken } from '../../../domain/keys/mail-token.ts'
import type { SecretCipher } from '../../cipher.ts'

/**
 * The tokens that the encryption keys make for a mail, newest key first. The database stores only the hash of the one
 * that was newest then, and no history has any: the worker that sends the mail makes its token again.
 */
export const tokensOfMail = (cipher: Pick<SecretCipher, 'keysFor'>, mailId: string): readonly string[] =>
  cipher.keysFor('mail links').map((key) => encodeMailToken(createHmac('sha512', key).update(mailId).digest()))
