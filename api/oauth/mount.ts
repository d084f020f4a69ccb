import type { Middleware } from 'koa'
import mount from 'koa-mount'
import { clientAddress } from '../limits/client-address.ts'
import { lazily } from '../lazily.ts'
import { clientAddressOf } from '../middleware/rate-limit.ts'
import type { RequestState, MiddlewareStep } from '../middleware/state.ts'
import { Problem } from '../errors/problem.ts'
import { answerError } from './errors.ts'
import { createOAuthLimits, secondsToWait } from './limits.ts'
import { endpointOf, MOUNT_PATH } from './paths.ts'
import type { OAuthParts } from './serve.ts'

/** The authorization server (Spec 5.6), below `/oauth`. It passes unknown paths on to the rest of the stack. */
export function createOAuth(parts: OAuthParts): Middleware<RequestState> {
  const { db, settings } = parts
  const limits = createOAuthLimits({ pool: db.pool, ...settings })
  const from = { clientAddress: clientAddress(settings.trustedProxies) }
  // The issuer and the keys are available only once the service is up, and the library takes 20 MB.
  const served = lazily(async () => (await import('./serve.ts')).serve(parts, limits))
  const answer: MiddlewareStep = async (ctx, next) => {
    const endpoint = endpointOf(ctx.path)
    if (endpoint === null) return next()
    if (!endpoint.methods.includes(ctx.method)) {
      const allow = endpoint.methods.join(', ')
      throw new Problem('method_not_allowed', `This path answers ${allow}.`, { headers: { Allow: allow } })
    }
    ctx.state.route = { path: `${MOUNT_PATH}${endpoint.path}` }
    const wait = await secondsToWait(limits, endpoint.name, { ctx, clientAddress: clientAddressOf(ctx, from) })
    if (wait !== null) {
      ctx.set('Retry-After', String(wait))
      return answerError(ctx, {
        status: 429,
        error: 'temporarily_unavailable',
        description: `too many requests; wait ${wait} s`,
      })
    }
    await (
      await served()
    )(ctx, endpoint, clientAddressOf(ctx, from))
  }
  return mount<RequestState>(MOUNT_PATH, answer)
}
