import type { Router } from '@koa/router'
import { closestPath } from '../../domain/words/closest-path.ts'
import { didYouMean } from '../errors/did-you-mean.ts'
import { Problem } from '../errors/problem.ts'
import type { RequestState, MiddlewareStep } from './state.ts'

/**
 * Reached when no route answered: the path is unknown, or known with other methods only. `paths`: those of the routes,
 * of which a similar one is suggested.
 */
export const unmatched =
  (router: Router<RequestState>, paths: readonly string[]): MiddlewareStep =>
  async (ctx) => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap((layer) => layer.methods))
    if (methods.size === 0) {
      const meant = closestPath(ctx.path, paths)
      throw new Problem(
        'not_found',
        `There is no route with this path.${meant === null ? '' : ` Did you mean ${meant}?`}`,
        didYouMean(meant === null ? [] : [meant]),
      )
    }
    const allow = [...methods].toSorted().join(', ')
    throw new Problem('method_not_allowed', `This path answers ${allow}.`, { headers: { Allow: allow } })
  }
