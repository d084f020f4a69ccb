import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import type { Principal } from '../principal.ts'
import { Problem } from '../problem.ts'
import { invalidRequest } from '../validation.ts'
import type { Challenge } from './challenge.ts'
import type { Step } from './state.ts'

export type Authenticate = (token: string) => Promise<Principal | null>

/** Longer than any token that the service makes; what is longer is not worth a look into the database. */
const TOKEN_LENGTH_MAX = 512
const BEARER = /^Bearer +([\x21-\x7e]+) *$/i

/** What stands in an Authorization header of the scheme Bearer, or undefined. */
export const bearerToken = (header: string): string | undefined => BEARER.exec(header)?.[1]

/** Spec 5.1: `Authorization: Bearer <API_KEY>`, a dashboard session's token or a connected app's. */
export const authenticate = (lookUp: Authenticate, challenge: Challenge): Step => async (ctx, next) => {
  const token = bearerToken(ctx.get('Authorization'))
  const principal = token === undefined || token.length > TOKEN_LENGTH_MAX ? null : await lookUp(token)
  if (principal === null) {
    if (token === undefined) throw new Problem('unauthorized', 'Send an API key as `Authorization: Bearer <API_KEY>`.', { headers: { 'WWW-Authenticate': challenge() } })
    throw new Problem('unauthorized', 'The API key or token is unknown, expired or revoked.', { headers: { 'WWW-Authenticate': challenge({ error: 'invalid_token' }) } })
  }
  ctx.state.principal = principal.kind !== 'key' ? inEnvironment(principal, ctx.get('Service-Environment')) : principal
  ctx.state.log = ctx.state.log.child({ workspace_id: principal.workspaceId })
  await next()
}

/** Sessions and connected apps have no prefix to choose their environment by (Spec 5.2), so they may name one (decisions, "session", "Small print"). */
function inEnvironment(principal: Principal, asked: string): Principal {
  if (asked === '') return principal
  const environment = ENVIRONMENTS.find((known) => known === asked)
  if (environment === undefined) {
    throw invalidRequest([{ path: '/Service-Environment', message: `must be one of: ${ENVIRONMENTS.join(', ')}` }])
  }
  return { ...principal, environment }
}
