import { createHash } from 'node:crypto'
import type { Route } from '../route/route.ts'
import type { MiddlewareStep } from './state.ts'

/** Defaults for every answer, errors included: nothing is stored and no browser guesses a type. */
export const safeDefaults = (): MiddlewareStep => async (ctx, next) => {
  ctx.set('X-Content-Type-Options', 'nosniff')
  ctx.set('Cache-Control', 'no-store')
  await next()
}

/**
 * Decisions, "every response": tenant data is `private, no-store`; catalog-like public documents carry an ETag
 * and are revalidated, so that a client downloads them once.
 */
export const cache =
  (route: Pick<Route, 'access' | 'etag'>): MiddlewareStep =>
  async (ctx, next) => {
    if (route.access !== 'public') ctx.set('Cache-Control', 'private, no-store')
    await next()
    if (route.etag !== true || ctx.status !== 200 || typeof ctx.body !== 'string') return
    ctx.set('Cache-Control', 'public, no-cache')
    const etag = `"${createHash('sha256').update(ctx.body).digest('base64url')}"`
    ctx.set('ETag', etag)
    if (isHeld(ctx.get('If-None-Match'), etag)) ctx.status = 304
  }

/**
 * Koa's own `ctx.fresh` treats a request's `Cache-Control: no-cache` as a request for the full body. It only requests
 * revalidation, which happens here, and fetch() sends it with every If-None-Match.
 */
export const isHeld = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch
    .split(',')
    .map((held) => held.trim().replace(/^W\//, ''))
    .some((held) => held === etag || held === '*')
