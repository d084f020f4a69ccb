import { createHash } from 'node:crypto'
import type { Route } from '../route.ts'
import type { Step } from './state.ts'

/** Defaults for every answer, errors included: nothing is stored and no browser guesses a type. */
export const safeDefaults = (): Step => async (ctx, next) => {
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Cache-Control', 'no-store')
  await next()
}

/**
 * Decisions, "every response": tenant data is `private, no-store`; catalog-like public documents carry an ETag
 * and are revalidated, so that a client downloads them once.
 */
export const cache = (route: Route): Step => async (ctx, next) => {
  if (route.auth === 'key') ctx.set('Cache-Control', 'private, no-store')
  await next()
  if (route.etag !== true || ctx.status !== 200 || typeof ctx.body !== 'string') return
  ctx.set('Cache-Control', 'public, no-cache')
  ctx.set('ETag', `"${createHash('sha256').update(ctx.body).digest('base64url')}"`)
  if (ctx.fresh) ctx.status = 304
}
