import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from 'pg'
import { describeError } from '../logged-error.ts'
import { clientAddress } from '../client-address.ts'
import type { ClientAddress } from '../client-address.ts'
import { Problem } from '../problem.ts'
import type { Route } from '../route.ts'
import type { Step, StepContext } from './state.ts'

const WINDOW_SECONDS = 60

/** One quota: how many of something a key or an address may do within a minute. */
export interface Limiter {
  /** As it is called in the `RateLimit` headers. */
  readonly name: string
  readonly perMinute: number
  /** Resolves with the state after this request, rejects with it when the quota is used up. */
  consume(key: string): Promise<RateLimiterRes>
}

/** A null limiter is off (decisions, "rate limits": 0 is off). */
export interface RateLimits {
  readonly requests: Limiter | null
  readonly runs: Limiter | null
  readonly clientAddress: ClientAddress
}

export const NO_RATE_LIMITS: RateLimits = { requests: null, runs: null, clientAddress: clientAddress([]) }

/** One of them, stored under its name. */
export function createLimiter(pool: Pool, name: string, perMinute: number): Limiter {
  const store = new RateLimiterPostgres({
    storeClient: pool, storeType: 'pool', tableName: 'rate_limit', tableCreated: true,
    keyPrefix: name, points: perMinute, duration: WINDOW_SECONDS,
    // Whoever is over the limit is refused from memory: a flood must not become a flood of statements.
    inMemoryBlockOnConsumed: perMinute + 1,
  })
  return { name, perMinute, consume: (key) => store.consume(key) }
}

/** Limits shared by all replicas through the table `rate_limit`, which the migration creates. */
export function createRateLimits(options: {
  readonly pool: Pool
  readonly requestsPerMinute: number
  readonly runsPerMinute: number
  /** CIDR list (TRUSTED_PROXIES). */
  readonly trustedProxies: readonly string[]
}): RateLimits {
  const limiter = (name: string, perMinute: number): Limiter | null => (perMinute === 0 ? null : createLimiter(options.pool, name, perMinute))
  return {
    requests: limiter('requests', options.requestsPerMinute),
    runs: limiter('runs', options.runsPerMinute),
    clientAddress: clientAddress(options.trustedProxies),
  }
}

/** Counts the request and refuses it with `rate_limited` when a quota is used up. Runs after authentication. */
export const rateLimit = (route: Route, limits: RateLimits): Step => {
  const limiters = route.rateLimited === false ? []
    : [limits.requests, route.countsAsRun === true ? limits.runs : null].filter((limiter) => limiter !== null)
  return async (ctx, next) => {
    const key = keyOf(ctx, limits)
    const counted = await Promise.all(limiters.map(async (limiter) => ({ limiter, ...await count(limiter, key, ctx) })))
    const known = counted.flatMap(({ limiter, state, refused }) => (state === null ? [] : [{ limiter, state, refused }]))
    if (known.length > 0) {
      // draft-ietf-httpapi-ratelimit-headers-11: lists of quota policies and of what is left of them.
      ctx.set('RateLimit-Policy', known.map(({ limiter }) => `"${limiter.name}";q=${limiter.perMinute};w=${WINDOW_SECONDS}`).join(', '))
      ctx.set('RateLimit', known.map(({ limiter, state }) => `"${limiter.name}";r=${state.remainingPoints};t=${secondsLeft(state)}`).join(', '))
    }
    const refusals = known.filter(({ refused }) => refused)
    if (refusals.length > 0) {
      const names = refusals.map(({ limiter }) => `${limiter.perMinute} ${limiter.name} a minute`).join(' and ')
      throw new Problem('rate_limited', `The limit of ${names} is reached.`, {
        retry_after: Math.max(1, ...refusals.map(({ state }) => secondsLeft(state))),
      })
    }
    await next()
  }
}

/** Until the quota is there again. */
export const secondsLeft = (state: RateLimiterRes): number => Math.ceil(Math.max(0, state.msBeforeNext) / 1000)

/** Who is asking, whatever credential it shows. */
export const addressOf = (ctx: StepContext, { clientAddress: of }: Pick<RateLimits, 'clientAddress'>): string =>
  of(ctx.req.socket.remoteAddress, ctx.get('X-Forwarded-For') || undefined)

function keyOf(ctx: StepContext, limits: RateLimits): string {
  const principal = ctx.state.principal
  if (principal === null) return `address:${addressOf(ctx, limits)}`
  switch (principal.kind) {
    case 'key': return principal.apiKeyId
    case 'session': return `session:${principal.workspaceId}`
    case 'app': return principal.appId
  }
}

/**
 * A limit keeps use fair; it guards neither money nor data. So when its storage fails the request passes:
 * refusing everybody would turn a small trouble into an outage, and a database that is really gone refuses the
 * request in the next step anyway.
 */
export async function count(limiter: Limiter, key: string, ctx: StepContext): Promise<{ state: RateLimiterRes | null; refused: boolean }> {
  try {
    return { state: await limiter.consume(key), refused: false }
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return { state: thrown, refused: true }
    ctx.state.log.error({ limiter: limiter.name, error: describeError(thrown) }, 'rate limit storage failed; the request passes')
    return { state: null, refused: false }
  }
}
