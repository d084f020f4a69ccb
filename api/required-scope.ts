import { type OAuthScope, refusalOfAccess } from '../domain/access/access.ts'
import type { Principal } from './principal.ts'
import { Problem } from './problem.ts'

/**
 * Throws `forbidden` for a connected app without this scope (Spec 5.6): where what is asked of a route of one scope does what
 * another one is for, as a run that writes rows. Keys and sessions have every scope.
 */
export function requireScope(principal: Principal, scope: OAuthScope): void {
  const refusal = refusalOfAccess(scope, principal)
  if (refusal !== null) throw new Problem('forbidden', refusal)
}
