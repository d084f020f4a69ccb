import { encodeToken, readToken } from './token.ts'

const KIND = 'sess'

/** A dashboard session's token (Spec 5.3): `svc_sess_<random><checksum>`. */
export const encodeSessionToken = (random: Uint8Array): string => encodeToken(KIND, random)

/** Whether the text is a well-formed session token, whether or not the session exists. */
export const isSessionToken = (text: string): boolean => readToken(text) === KIND
