import { refusalOfAccess } from '../../domain/access/access.ts'
import { Problem } from '../problem.ts'
import type { Route } from '../route.ts'
import type { Step } from './state.ts'

/** Refuses credentials of the wrong kind (Spec 5), before anything of the request is read. Runs after authentication. */
export const authorize = (route: Route): Step => async (ctx, next) => {
  const { principal } = ctx.state
  const refusal = principal === null ? null : refusalOfAccess(route.access, principal)
  if (refusal !== null) throw new Problem('forbidden', refusal)
  await next()
}
