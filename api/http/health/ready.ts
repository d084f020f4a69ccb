import type { Logger } from 'pino'
import Type from 'typebox'
import { describeError } from '../../errors/logged-error.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { AnyQuery, closed, oneOf } from '../../schemas/common.ts'
import { within } from './within.ts'

/** A dependency that takes longer to answer is not ready; probes time out soon after. */
export const CHECK_MS_MAX = 2_000

export interface ReadinessDeps {
  /** Name -> rejects when the dependency cannot be used: without it nothing can be served. */
  readonly checks: Readonly<Record<string, () => Promise<void>>>
  /**
   * Shown and never decisive: all replicas share one Temporal, and a replica without it accepts runs, reads and takes
   * messages. Taking all replicas out of service would turn an outage of Temporal into a complete outage.
   */
  readonly temporal: () => Promise<boolean>
  /** True once shutdown has begun: load balancers must look elsewhere before connections close. */
  readonly draining: () => boolean
  /** Milliseconds of a monotonic clock; that of the process by default. */
  readonly now?: () => number
}

/** Any client may probe, at any rate: the dependencies are checked once for all probes within this time. */
const KEPT_MS = 1_000

/** Readiness: database and migrations, as the routes wire them. */
export function getReadiness(deps: ReadinessDeps) {
  return readinessRoute(
    deps,
    keptFor(deps.now ?? (() => performance.now()), (log: Logger) => check(deps, log)),
  )
}

interface Checked {
  readonly failed: readonly string[]
  readonly temporal: boolean
}

async function check({ checks, temporal }: ReadinessDeps, log: Logger): Promise<Checked> {
  const names = Object.keys(checks)
  const [reachable, results] = await Promise.all([
    temporal(),
    Promise.allSettled(Object.values(checks).map((one) => within(CHECK_MS_MAX, one))),
  ])
  for (const [index, result] of results.entries()) {
    if (result.status === 'rejected')
      log.warn({ check: names[index], error: describeError(result.reason) }, 'readiness_check_failed')
  }
  return { failed: names.filter((_, index) => results[index]?.status === 'rejected'), temporal: reachable }
}

/** One check at a time, and its result for a second after it. */
function keptFor<Found>(now: () => number, work: (log: Logger) => Promise<Found>): (log: Logger) => Promise<Found> {
  let last: Promise<Found> | null = null
  let keptUntil = Infinity
  return (log) => {
    if (last !== null && now() < keptUntil) return last
    keptUntil = Infinity
    last = work(log).finally(() => {
      keptUntil = now() + KEPT_MS
    })
    return last
  }
}

const readinessRoute = (deps: ReadinessDeps, recentCheck: (log: Logger) => Promise<Checked>) =>
  defineRoute({
    operationId: 'getReadiness',
    method: 'GET',
    path: '/readyz',
    summary: 'Readiness probe',
    description:
      'For a load balancer. Succeeds if the database answers, no migration is pending and the process is not shutting down. `checks.temporal` is updated every ten seconds and does not affect the result. While Temporal is `unreachable`, the API serves all requests and accepts runs; the runs are answered with 202 after their wait, and start when Temporal is back.',
    tags: ['Service'],
    spec: 'decisions, "Operators"',
    access: 'public',
    rateLimited: false,
    query: AnyQuery,
    responses: {
      200: {
        description: 'It can.',
        schema: closed({ status: oneOf(['ready']), checks: Type.Record(Type.String(), oneOf(['ok', 'unreachable'])) }),
      },
    },
    errors: ['unavailable'],
    async handler({ reply, log }) {
      if (deps.draining())
        throw new Problem('unavailable', 'The process is shutting down.', { headers: { Connection: 'close' } })
      const { failed, temporal } = await recentCheck(log)
      if (failed.length === 0) {
        const checks = Object.fromEntries(Object.keys(deps.checks).map((name) => [name, 'ok' as const]))
        return reply(200, { status: 'ready', checks: { ...checks, temporal: temporal ? 'ok' : 'unreachable' } })
      }
      throw new Problem('unavailable', `Not ready: ${failed.join(', ')}.`, {
        details: [...failed, ...(temporal ? [] : ['temporal'])].map((name) => ({
          path: `/checks/${name}`,
          message: 'does not answer correctly',
        })),
      })
    },
  })
