import { OAUTH_SCOPES, type OAuthScope } from './scopes.ts'

/**
 * The parts of the API with their own names for OAuth clients: the API itself, and the resource of its MCP endpoint.
 */
export const RESOURCE_PATHS = ['/v1', '/mcp'] as const

/** The audience of a token (RFC 8707): the entire API, by its public address, without a slash at the end. */
export const audienceOf = (publicUrl: string): string => publicUrl

/**
 * Whether a client's `resource` names this API: its address, or that of one of its parts; one slash at the end makes no
 * difference.
 */
export function isOurResource(publicUrl: string, resource: string): boolean {
  const requested = resource.endsWith('/') ? resource.slice(0, -1) : resource
  return requested === publicUrl || RESOURCE_PATHS.some((path) => requested === `${publicUrl}${path}`)
}

/** The words of a scope parameter that are scopes of this API, each once and in their order of weight. */
export function knownScopes(scope: string): OAuthScope[] {
  const requested = scope.split(' ')
  return OAUTH_SCOPES.filter((known) => requested.includes(known))
}
