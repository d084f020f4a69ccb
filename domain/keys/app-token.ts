import { readToken } from './token.ts'

/** The kind of connected apps' access tokens, `svc_app_…` (see domain/keys/token.ts). */
export const APP_TOKEN_KIND = 'app'

/** Whether a text has the shape of an app's access token. */
export const isAppToken = (text: string): boolean => readToken(text) === APP_TOKEN_KIND
