import type { OAuthScope } from '../../domain/access/scopes.ts'

/** Why a credential is not enough (RFC 6750, section 3.1). */
export interface Insufficient {
  readonly error: 'invalid_token' | 'insufficient_scope'
  /** The missing scope. */
  readonly scope?: OAuthScope
}

/** The value of `WWW-Authenticate`. */
export type Challenge = (insufficient?: Insufficient) => string

/** Points a refused client to where it can request a person's consent (RFC 9728, section 5.1). */
export const challengeWith =
  (resourceMetadataUrl: () => string): Challenge =>
  (insufficient) => {
    const parameters = [
      ...(insufficient === undefined ? [] : [`error="${insufficient.error}"`]),
      ...(insufficient?.scope === undefined ? [] : [`scope="${insufficient.scope}"`]),
      `resource_metadata="${resourceMetadataUrl()}"`,
    ]
    return `Bearer ${parameters.join(', ')}`
  }
