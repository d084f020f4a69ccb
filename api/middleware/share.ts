import type { Caller } from '../../domain/shares/fair-queue.ts'
import type { Route } from '../route.ts'
import { callerOf, type RequestShares } from '../shares.ts'
import { bearerToken } from './authenticate.ts'
import { addressOf, type RateLimits } from './rate-limit.ts'
import type { Step, StepContext } from './state.ts'

/** What keys of the sandbox begin with. */
const SANDBOX_KEY = /^svc_test_/

/**
 * Around the steps that find out who asks and what is left of the quotas: they ask the database before a caller is known, so
 * the credential has the turn as it was sent, or the client's address without one. `settled` gives it back, before anything waits for a body.
 */
export const entrance = ({ rateLimited }: Pick<Route, 'rateLimited'>, shares: RequestShares, limits: RateLimits): { readonly enter: Step; readonly settled: Step } => {
  // Probes and providers' messages are counted by nobody, and refused by nobody.
  if (rateLimited === false) return { enter: (_ctx, next) => next(), settled: (_ctx, next) => next() }
  return {
    async enter(ctx, next) {
      const leave = await shares.enter('entrance', claimedCaller(ctx, limits))
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

/** Many customers may share an address, so whoever shows a credential is told apart by it, though nobody has verified it yet. */
function claimedCaller(ctx: StepContext, limits: RateLimits): Caller {
  const token = bearerToken(ctx.get('Authorization'))
  return token === undefined ? callerOf(null, addressOf(ctx, limits)) : { key: token, environment: SANDBOX_KEY.test(token) ? 'test' : 'live' }
}
