import { OAUTH_SCOPES, type OAuthScope } from './access.ts'

/** The parts of the API that have names of their own for OAuth clients: the API itself, and where its MCP endpoint belongs. */
export const RESOURCE_PATHS = ['/v1', '/mcp'] as const

/** What a token is bound to (RFC 8707): the whole API, by the address at which it is reached, without a slash at the end. */
export const audienceOf = (publicUrl: string): string => publicUrl

/** Whether a client means this API by `resource`: its address, or that of one of its parts; one slash at the end is no difference. */
export function isOurResource(publicUrl: string, resource: string): boolean {
  const asked = resource.endsWith('/') ? resource.slice(0, -1) : resource
  return asked === publicUrl || RESOURCE_PATHS.some((path) => asked === `${publicUrl}${path}`)
}

/** Those words of a scope parameter that are scopes of this API, each once and in their order of weight. */
export function knownScopes(scope: string): OAuthScope[] {
  const asked = scope.split(' ')
  return OAUTH_SCOPES.filter((known) => asked.includes(known))
}
