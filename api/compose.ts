import type { Logger } from 'pino'
import { readEndedRuns } from '../db/runs/read.ts'
import { findFitting } from '../db/events/read.ts'
import { createApp } from './app.ts'
import { createAuthentication } from './authentication.ts'
import { createEventWaiters } from './event-waiters.ts'
import { errorType } from './logged-error.ts'
import { createMetrics, startMetricsServer } from './metrics.ts'
import { createRateLimits } from './middleware/rate-limit.ts'
import { startServer } from './server.ts'
import { createRunWaiters, type RunWaiters } from './waiters.ts'
import { createRoutes, type RouteParts } from './routes.ts'

export interface ApiParts extends RouteParts {
  readonly log: Logger
  readonly validateResponses: boolean
}

export interface RunningApi {
  readonly url: string
  readonly metricsUrl: string
  readonly waiters: RunWaiters
  /** Readiness off, waiters answered, HTTP drained (design, "Operators"). */
  drain(): Promise<void>
}

/** A lost notification delays its waiter by this long at most. */
const POLL_EVERY_MS = 1_000

export async function startApi(parts: ApiParts): Promise<RunningApi> {
  const { db, log, settings } = parts
  let draining = false
  let publicUrl = ''
  const waiters = createRunWaiters({
    readEnded: (runIds) => readEndedRuns(db, runIds),
    pollEveryMs: POLL_EVERY_MS,
    onPollFailed: (error) => log.warn({ error_type: errorType(error) }, 'the poll of ended runs failed'),
  })
  const eventWaiters = createEventWaiters({
    findFitting: (waits) => findFitting(db, waits),
    pollEveryMs: POLL_EVERY_MS,
    onPollFailed: (error) => log.warn({ error_type: errorType(error) }, 'the poll of events failed'),
  })
  const authentication = createAuthentication(db, () => log.warn('times of last use of keys were lost'))
  const metrics = createMetrics()
  const metricsServer = await startMetricsServer({ port: settings.metricsPort, host: settings.host, registry: metrics.registry })
  const app = createApp({
    routes: createRoutes(parts, { waiters, eventWaiters, metrics, draining: () => draining, publicUrl: () => publicUrl }),
    log,
    authenticate: (token) => authentication.authenticate(token),
    rateLimits: createRateLimits({ pool: db.pool, ...settings }),
    metrics,
    validateResponses: parts.validateResponses,
    publicUrl: () => publicUrl,
  })
  const server = await startServer({ app, host: settings.host, port: settings.port })
  publicUrl = settings.publicUrl ?? server.url
  return {
    url: publicUrl,
    metricsUrl: metricsServer.url,
    waiters,
    async drain() {
      draining = true
      waiters.releaseAll()
      eventWaiters.releaseAll()
      await server.drain()
      waiters.stop()
      eventWaiters.stop()
      await authentication.stop()
      await metricsServer.close()
    },
  }
}
