import { encodeToken, readToken } from './token.ts'

const KIND = 'mail'

/** The token of a mail's link: `svc_mail_<random><checksum>`. */
export const encodeMailToken = (random: Uint8Array): string => encodeToken(KIND, random)

/** Whether the text is a well-formed token of a mail's link, whether or not there is such a mail. */
export const isMailToken = (text: string): boolean => readToken(text) === KIND
