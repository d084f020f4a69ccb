import { OAUTH_SCOPES, refusalOfAccess } from '../../domain/access/access.ts'
import { Problem } from '../errors/problem.ts'
import type { Route } from '../route/route.ts'
import type { Challenge } from '../auth/challenge.ts'
import type { Step } from './state.ts'

/**
 * Refuses credentials of the wrong kind (Spec 5), before anything of the request is read. Runs after authentication.
 */
export const authorize =
  (route: Route, challenge: Challenge): Step =>
  async (ctx, next) => {
    const { principal } = ctx.state
    const refusal = principal === null ? null : refusalOfAccess(route.access, principal)
    if (refusal !== null) throw new Problem('forbidden', refusal, { headers: stepUp(route, challenge) })
    await next()
  }

/** The scope that a connected app may request. */
function stepUp({ access }: Route, challenge: Challenge): Record<string, string> {
  const scope = OAUTH_SCOPES.find((known) => known === access)
  return scope === undefined ? {} : { 'WWW-Authenticate': challenge({ error: 'insufficient_scope', scope }) }
}
