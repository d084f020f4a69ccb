import { type Counting, countCall, type RateLimits, requestLimitersOf } from '../limits/rate-limits.ts'
import type { MiddlewareStep, StepContext } from './state.ts'

/** Counts the request and refuses it with `rate_limited` when a quota is used up. Runs after authentication. */
export const rateLimit = (route: Counting, limits: RateLimits): MiddlewareStep => {
  const limiters = requestLimitersOf(route, limits)
  return async (ctx, next) => {
    const { headers, refusal } = await countCall(limiters, {
      principal: ctx.state.principal,
      clientAddress: clientAddressOf(ctx, limits),
      log: ctx.state.log,
    })
    ctx.set(headers)
    if (refusal !== null) throw refusal
    await next()
  }
}

/** The client address of a request, whatever its credential. */
export const clientAddressOf = (ctx: StepContext, { clientAddress: of }: Pick<RateLimits, 'clientAddress'>): string =>
  of(ctx.req.socket.remoteAddress, ctx.get('X-Forwarded-For') || undefined)
