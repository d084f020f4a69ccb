import type { Principal } from '../../../domain/access/principal.ts'
import { refusalOfAccess } from '../../../domain/access/access.ts'
import { Problem } from '../../errors/problem.ts'

/** Who changes how senders send: people who may write, and keys without limits. Throws `forbidden` for all others. */
export function requireNoLimits(principal: Principal): void {
  const refusal = principal.kind === 'session' ? null : refusalOfAccess('owner', principal)
  if (refusal !== null) throw new Problem('forbidden', refusal)
}
