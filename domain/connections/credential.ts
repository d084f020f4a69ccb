/** The owner of a credential: one sealed for an owner opens for no other (decisions, "Security"). */
export interface CredentialOwner {
  readonly workspaceId: string
  readonly provider: string
  readonly connectionId: string
}

/**
 * A credential in the database and in payloads: encrypted under its own data key, which a versioned key wraps. Both
 * parts are nonce (12 bytes), ciphertext and tag (16 bytes), in base64.
 */
export interface SealedCredential {
  readonly keyVersion: number
  readonly wrappedKey: string
  readonly ciphertext: string
}

/** The context that a credential is bound to. An array as JSON, so that no two owners have the same text. */
export const credentialContext = ({ workspaceId, provider, connectionId }: CredentialOwner): string =>
  JSON.stringify(['credential', workspaceId, provider, connectionId])

/** The context that a wrapped data key is bound to: also its owner, and the version that wraps it. */
export const dataKeyContext = ({ workspaceId, provider, connectionId }: CredentialOwner, keyVersion: number): string =>
  JSON.stringify(['data key', workspaceId, provider, connectionId, keyVersion])

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
