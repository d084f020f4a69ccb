/**
 * What a sealed secret is bound to (decisions, "Secrets"): sealed for one context, it opens in no other. `provider` and
 * `connectionId` name the object that it belongs to; where that is no connection, they are a purpose and the id of the
 * object.
 */
export interface SecretContext {
  readonly workspaceId: string
  readonly provider: string
  readonly connectionId: string
}

/**
 * A secret in the database and in payloads: encrypted under its own data key, which a versioned key wraps. Both
 * parts are nonce (12 bytes), ciphertext and tag (16 bytes), in base64.
 */
export interface SealedSecret {
  readonly keyVersion: number
  readonly wrappedKey: string
  readonly ciphertext: string
}

/** The text of a context. An array as JSON, so that no two contexts have the same text. */
export const secretContextText = ({ workspaceId, provider, connectionId }: SecretContext): string =>
  JSON.stringify(['credential', workspaceId, provider, connectionId])

/** What a wrapped data key is bound to: the same context, and the version that wraps it. */
export const dataKeyContextText = (
  { workspaceId, provider, connectionId }: SecretContext,
  keyVersion: number,
): string => JSON.stringify(['data key', workspaceId, provider, connectionId, keyVersion])

/** Longer than any known token, signed ones included, and small enough for a workflow's argument. */
export const CREDENTIAL_LENGTH_MAX = 4_096
/**
 * Printable ASCII without blanks around it: text that fits into a header, a query or a login, without characters that
 * could end one.
 */
export const CREDENTIAL_PATTERN = '^[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?$'

/** `login:password` in its two parts (decisions, "credential of two parts"), or null. A password may hold colons. */
export function twoParts(credential: string): { readonly login: string; readonly password: string } | null {
  const colon = credential.indexOf(':')
  if (colon <= 0 || colon === credential.length - 1) return null
  return { login: credential.slice(0, colon), password: credential.slice(colon + 1) }
}
