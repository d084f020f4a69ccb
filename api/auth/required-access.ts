import { type Access, refusalOfAccess } from '../../domain/access/access.ts'
import type { Principal } from '../../domain/access/principal.ts'
import { Problem } from '../errors/problem.ts'

/**
 * Throws `forbidden` for a caller that this access refuses (Spec 4.11, 5.3, 5.5, 5.6): where a tool calls a route, and
 * where a request to a route of one scope also needs another scope, such as a run that writes rows.
 */
export function requireAccess(principal: Principal, access: Access): void {
  const refusal = refusalOfAccess(access, principal)
  if (refusal !== null) throw new Problem('forbidden', refusal)
}
