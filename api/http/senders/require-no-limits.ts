import type { Principal } from '../../../domain/access/principal.ts'
import { refusalOfAccess } from '../../../domain/access/access.ts'
import { Problem } from '../../errors/problem.ts'

/** Who changes how senders send: people who may write, and keys without limits. */
export async function requireNoLimits(principal: Principal): Promise<void> {
  const refusal = principal.kind === 'session' ? null : refusalOfAccess('owner', principal)
  if (refusal !== null) throw new Problem('forbidden', refusal)
}
