import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { type Traced, untraced } from '../../telemetry/spans.ts'
import { describeError } from '../errors/logged-error.ts'
import { clientAddress, type ClientAddress } from './client-address.ts'
import { leased } from './leased.ts'
import type { Principal } from '../../domain/access/principal.ts'
import { Problem } from '../errors/problem.ts'
import type { Limiter } from './limiter.ts'
import type { Quota } from './quota.ts'

const WINDOW_SECONDS = 60

/** A null limiter is off (decisions, "rate limits": 0 is off). */
export interface RateLimits {
  readonly requests: Limiter | null
  readonly runs: Limiter | null
  /** Of the bodies that this process reads; without it the limit is off. */
  readonly bytes?: Limiter | null
  /** The same for a day, of workspaces in quarantine. */
  readonly bytesInQuarantine?: Limiter | null
  /** For the quotas that a route declares itself. */
  readonly own: (quota: Quota) => Limiter | null
  readonly clientAddress: ClientAddress
}

/** Counts a quota for all replicas, under its name. */
export function createLimiter(pool: Pool, quota: Quota, traced: Traced = untraced): Limiter {
  const store = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    keyPrefix: quota.name,
    points: quota.limit,
    duration: quota.windowSeconds,
    // A caller over the limit is refused from memory: a flood must not become a flood of statements.
    inMemoryBlockOnConsumed: quota.limit + 1,
  })
  return { ...quota, consume: (key, points) => traced(ROUND_TRIP, () => store.consume(key, points)) }
}

/**
 * Counts a quota in this process alone, without a statement: for resources of this process, its memory and its time.
 */
export function createOwnLimiter(quota: Quota): Limiter {
  const store = new RateLimiterMemory({ keyPrefix: quota.name, points: quota.limit, duration: quota.windowSeconds })
  return { ...quota, consume: (key, points) => store.consume(key, points) }
}

/** The span has the same form as those of the database's own statements (db/database.ts). */
const ROUND_TRIP = {
  name: 'rate_limit',
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql', 'db.operation.name': 'INSERT', 'db.query.summary': 'rate_limit' },
} as const

/** A quota of a minute, named after what it counts. */
export const aMinute = (name: string, limit: number): Quota => ({
  name,
  of: name,
  limit,
  windowSeconds: WINDOW_SECONDS,
})

/** A workspace has many keys, but a process has only one memory. */
export const bytesAMinute = (limit: number): Quota => ({ ...aMinute('bytes', limit), per: 'workspace' })

const DAY_SECONDS = 86_400
/**
 * Twice what such a workspace may keep of jobs or in uploads: a day of trying everything. Runs and stored answers have
 * no quota, and are kept for up to a month.
 */
const BYTES_IN_QUARANTINE = 10_485_760

const bytesInQuarantine: Quota = {
  name: 'bytes_in_quarantine',
  of: 'bytes of a workspace in quarantine',
  limit: BYTES_IN_QUARANTINE,
  windowSeconds: DAY_SECONDS,
  per: 'workspace',
}

/** What a run keeps besides its input, about: its row, attempts, transfers and subjects, and its workflow's history. */
export const RUN_BYTES = 4_096

/** The limiters of bytes that a caller sends and makes the service keep. */
export const byteLimitersOf = (
  { bytes, bytesInQuarantine: few }: Pick<RateLimits, 'bytes' | 'bytesInQuarantine'>,
  principal: Principal | null,
): Limiter[] => [bytes, principal?.inQuarantine === true ? few : null].filter((limiter) => limiter != null)

/** Limits shared by all replicas through the table `rate_limit`, which the migration creates. */
export function createRateLimits(options: {
  readonly pool: Pool
  readonly requestsPerMinute: number
  readonly runsPerMinute: number
  /** Of bodies, for each process; off at 0 or without it. */
  readonly bytesPerMinute?: number
  /** CIDR list (TRUSTED_PROXIES). */
  readonly trustedProxies: readonly string[]
  readonly traced?: Traced
}): RateLimits {
  const { bytesPerMinute = 0 } = options
  const perMinute = (of: string, limit: number): Limiter | null =>
    limit === 0 ? null : leased(createLimiter(options.pool, aMinute(of, limit), options.traced))
  return {
    requests: perMinute('requests', options.requestsPerMinute),
    runs: perMinute('runs', options.runsPerMinute),
    bytes: bytesPerMinute === 0 ? null : createOwnLimiter(bytesAMinute(bytesPerMinute)),
    bytesInQuarantine: bytesPerMinute === 0 ? null : createOwnLimiter(bytesInQuarantine),
    own: (quota) => createLimiter(options.pool, quota, options.traced),
    clientAddress: clientAddress(options.trustedProxies),
  }
}

/** The parts of a route's declaration that decide what is counted. */
export interface Counting {
  readonly quotas?: readonly Quota[]
  readonly countsAsRun?: boolean
  readonly rateLimited?: boolean
}

/** The caller of a route. */
export interface CountedCaller {
  readonly principal: Principal | null
  readonly clientAddress: string
  readonly log: Logger
}

/** The result of counting a call. */
export interface CountedCall {
  readonly headers: Readonly<Record<string, string>>
  readonly refusal: Problem | null
}

/**
 * Counts one call, or `points` of them, against each limiter; returns what is left, as headers, and the refusal when
 * one is used up.
 */
export async function countCall(limiters: readonly Limiter[], caller: CountedCaller, points = 1): Promise<CountedCall> {
  const counted = await Promise.all(
    limiters.map(async (limiter) => ({
      limiter,
      ...(await count(limiter, keyOf(caller, limiter), caller.log, points)),
    })),
  )
  const known = counted.flatMap(({ limiter, state, refused }) => (state === null ? [] : [{ limiter, state, refused }]))
  // draft-ietf-httpapi-ratelimit-headers-11: lists of quota policies and of what is left of them.
  const headers: Record<string, string> =
    known.length === 0
      ? {}
      : {
          'RateLimit-Policy': known
            .map(({ limiter }) => `"${limiter.name}";q=${limiter.limit};w=${limiter.windowSeconds}`)
            .join(', '),
          RateLimit: known
            .map(({ limiter, state }) => `"${limiter.name}";r=${state.remainingPoints};t=${secondsLeft(state)}`)
            .join(', '),
        }
  const refusals = known.filter(({ refused }) => refused)
  if (refusals.length === 0) return { headers, refusal: null }
  const names = refusals.map(({ limiter }) => `${limiter.limit} ${limiter.of} ${windowOf(limiter)}`).join(' and ')
  return {
    headers,
    refusal: new Problem('rate_limited', `The limit of ${names} is reached.`, {
      retry_after: Math.max(1, ...refusals.map(({ state }) => secondsLeft(state))),
    }),
  }
}

/** The limiters of a request over HTTP. */
export function requestLimitersOf(route: Counting, limits: RateLimits): Limiter[] {
  if (route.rateLimited === false) return []
  const requests = route.quotas === undefined && limits.requests !== null ? [limits.requests] : []
  return [...requests, ...callLimitersOf(route, limits)]
}

/** The limiters of a call besides that of its request: a tool's call is not a separate request. */
export function callLimitersOf({ quotas, countsAsRun }: Counting, { own, runs }: RateLimits): Limiter[] {
  const limiters = quotas?.map((quota) => own(quota)) ?? [countsAsRun === true ? runs : null]
  return limiters.filter((limiter) => limiter !== null)
}

const windowOf = ({ windowSeconds }: Quota): string => WINDOW_NAMES.get(windowSeconds) ?? `in ${windowSeconds} s`

const WINDOW_NAMES: ReadonlyMap<number, string> = new Map([
  [WINDOW_SECONDS, 'a minute'],
  [3_600, 'an hour'],
  [DAY_SECONDS, 'a day'],
])

/** Seconds until the quota is available again. */
export const secondsLeft = (state: RateLimiterRes): number => Math.ceil(Math.max(0, state.msBeforeNext) / 1000)

function keyOf({ principal, clientAddress: address }: CountedCaller, { per }: Quota): string {
  if (principal === null) return `address:${address}`
  if (per === 'workspace') return `${principal.environment}:${principal.workspaceId}`
  switch (principal.kind) {
    case 'key':
      return principal.apiKeyId
    case 'session':
      return `session:${principal.workspaceId}`
    case 'app':
      return principal.appId
  }
}

/**
 * A limit keeps use fair; it protects neither money nor data. So the request passes when the limit's storage fails:
 * refusing every request would turn a small failure into an outage, and a database that is really down refuses the
 * request in the next step anyway.
 */
export async function count(
  limiter: Limiter,
  key: string,
  log: Logger,
  points = 1,
): Promise<{ state: RateLimiterRes | null; refused: boolean }> {
  try {
    return { state: await limiter.consume(key, points), refused: false }
  } catch (thrown) {
    if (thrown instanceof RateLimiterRes) return { state: thrown, refused: true }
    log.error({ limiter: limiter.name, error: describeError(thrown) }, 'rate_limit_storage_failed')
    return { state: null, refused: false }
  }
}
