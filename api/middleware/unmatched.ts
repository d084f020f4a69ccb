import type { Router } from '@koa/router'
import { Problem } from '../errors/problem.ts'
import type { RequestState, MiddlewareStep } from './state.ts'

/** Reached when no route answered: the path is unknown, or known with other methods only. */
export const unmatched =
  (router: Router<RequestState>): MiddlewareStep =>
  async (ctx) => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))
    if (methods.size === 0) throw new Problem('not_found', 'There is no route with this path.')
    const allow = [...methods].toSorted().join(', ')
    throw new Problem('method_not_allowed', `This path answers ${allow}.`, { headers: { Allow: allow } })
  }
