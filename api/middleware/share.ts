import type { Route } from '../route.ts'
import { callerOf, type RequestShares } from '../shares.ts'
import { addressOf, type RateLimits } from './rate-limit.ts'
import type { Step } from './state.ts'

/**
 * Around the steps that find out who asks and what is left of the quotas: they ask the database before a caller is known, so
 * the client's address has the turn. `settled` gives it back, before anything waits for a body.
 */
export const entrance = ({ rateLimited }: Pick<Route, 'rateLimited'>, shares: RequestShares, limits: RateLimits): { readonly enter: Step; readonly settled: Step } => {
  // Probes and providers' messages are counted by nobody, and refused by nobody.
  if (rateLimited === false) return { enter: (_ctx, next) => next(), settled: (_ctx, next) => next() }
  return {
    async enter(ctx, next) {
      const leave = await shares.enter('entrance', callerOf(null, addressOf(ctx, limits)))
      ctx.state.settled = leave
      try {
        await next()
      } finally {
        leave()
      }
    },
    async settled(ctx, next) {
      ctx.state.settled?.()
      await next()
    },
  }
}
