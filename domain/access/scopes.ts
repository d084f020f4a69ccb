/** The scopes that a connected app may get (decisions, "connected apps"). */
export const OAUTH_SCOPES = ['read', 'run', 'write'] as const
export type OAuthScope = (typeof OAUTH_SCOPES)[number]
