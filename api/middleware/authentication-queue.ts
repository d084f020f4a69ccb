import type { Caller } from '../../domain/shares/caller.ts'
import type { KnownCallers } from '../auth/known-callers.ts'
import type { Route } from '../route/route.ts'
import { callerOf, type RequestQueues } from '../limits/request-queues.ts'
import { bearerToken } from './authenticate.ts'
import { clientGone } from './client-gone.ts'
import { type RateLimits } from '../limits/rate-limits.ts'
import { clientAddressOf } from './rate-limit.ts'
import type { MiddlewareStep, StepContext } from './state.ts'

export interface AuthenticationQueueOptions {
  readonly requestQueues: RequestQueues
  readonly knownCallers: KnownCallers
  readonly rateLimits: Pick<RateLimits, 'clientAddress'>
}

/**
 * Wraps the steps that authenticate the caller and count quotas: they query the database before the caller is known.
 */
export function authenticationQueue(
  { rateLimited }: Pick<Route, 'rateLimited'>,
  options: AuthenticationQueueOptions,
): MiddlewareStep {
  // Probes and providers' messages are neither counted nor limited.
  if (rateLimited === false) return (_ctx, next) => next()
  return async (ctx, next) => {
    const leave = await options.requestQueues.enter('entrance', {
      ...likelyCaller(ctx, options),
      signal: clientGone(ctx),
    })
    ctx.state.releaseAuthenticationPermit = leave
    try {
      await next()
    } finally {
      leave()
    }
  }
}

/** Gives the permit back, before anything waits for a body. */
export const leaveAuthenticationQueue = (ctx: StepContext): void => ctx.state.releaseAuthenticationPermit?.()

/**
 * Many customers may share an address, so a token that authenticated recently takes the permits of its workspace. Any
 * other token may be forged: its request takes the permits of its client address.
 */
function likelyCaller(ctx: StepContext, { knownCallers, rateLimits }: AuthenticationQueueOptions): Caller {
  const token = bearerToken(ctx.get('Authorization'))
  const known = token === undefined ? undefined : knownCallers.of(token)
  return known ?? callerOf(null, clientAddressOf(ctx, rateLimits))
}
