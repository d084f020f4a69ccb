import { type Access, refusalOfAccess } from '../../domain/access/access.ts'
import { OAUTH_SCOPES } from '../../domain/access/scopes.ts'
import type { Principal } from '../../domain/access/principal.ts'
import { Problem } from '../errors/problem.ts'
import type { Challenge } from './challenge.ts'

/**
 * Throws `forbidden` for a caller that this access refuses (Spec 4.11, 5.3, 5.5, 5.6): before anything of a request is
 * read, and where a request to a route of one scope also needs another scope, such as a run that writes rows.
 * `challenge`: names the missing scope to a connected app.
 */
export function requireAccess(principal: Principal, access: Access, challenge?: Challenge): void {
  const refusal = refusalOfAccess(access, principal)
  if (refusal === null) return
  throw new Problem('forbidden', refusal, challenge === undefined ? {} : { headers: stepUp(access, challenge) })
}

/** The scope that a connected app may request. */
function stepUp(access: Access, challenge: Challenge): Record<string, string> {
  const scope = OAUTH_SCOPES.find((known) => known === access)
  return scope === undefined ? {} : { 'WWW-Authenticate': challenge({ error: 'insufficient_scope', scope }) }
}
