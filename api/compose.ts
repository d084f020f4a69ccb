import type { Logger } from 'pino'
import { readEndedRuns } from '../db/runs/read.ts'
import { readDoneRefreshes } from '../db/watches/refreshes.ts'
import { findFitting } from '../db/events/read.ts'
import { createApp, withFrameRoutes } from './app.ts'
import { authenticateBy, createAppReader, createKeyReader, sessionReader } from './authentication.ts'
import { createEventWaiters } from './event-waiters.ts'
import { errorType } from './logged-error.ts'
import { createMetrics, startMetricsServer } from './metrics.ts'
import { challengeWith } from './middleware/challenge.ts'
import { createRateLimits } from './middleware/rate-limit.ts'
import { createOAuthLimits } from './oauth/limits.ts'
import { resourceMetadataUrl } from './oauth/metadata.ts'
import { createOAuth } from './oauth/mount.ts'
import { peopleOf } from './oauth/people.ts'
import { createPasswords } from './passwords.ts'
import { startServer } from './server.ts'
import { createSignInLimits } from './sign-in-limits.ts'
import { createRunWaiters, type RunWaiters } from './waiters.ts'
import type { Route } from './route.ts'
import type { RouteParts } from './route-parts.ts'
import { createRoutes } from './routes.ts'

export interface ApiParts extends RouteParts {
  readonly log: Logger
  readonly validateResponses: boolean
}

export interface RunningApi {
  /** Where clients reach it: PUBLIC_URL, where there is one. */
  readonly url: string
  /** Where this process listens. */
  readonly ownUrl: string
  readonly metricsUrl: string
  readonly waiters: RunWaiters
  /** Every route that it serves. */
  readonly routes: readonly Route[]
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
    readEnded: (ids) => readEnded(db, ids),
    pollEveryMs: POLL_EVERY_MS,
    onPollFailed: (error) => log.warn({ error_type: errorType(error) }, 'the poll of ended runs failed'),
  })
  const eventWaiters = createEventWaiters({
    findFitting: (waits) => findFitting(db, waits),
    pollEveryMs: POLL_EVERY_MS,
    onPollFailed: (error) => log.warn({ error_type: errorType(error) }, 'the poll of events failed'),
  })
  const keys = createKeyReader(db, () => log.warn('times of last use of keys were lost'))
  const apps = createAppReader(db, () => publicUrl, () => log.warn('times of last use of connected apps were lost'))
  const metrics = createMetrics()
  const proving = { db, passwords: createPasswords(() => metrics.passwordHashes.inc()), limits: createSignInLimits(db.pool) }
  const rateLimits = createRateLimits({ pool: db.pool, ...settings })
  const metricsServer = await startMetricsServer({ port: settings.metricsPort, host: settings.host, registry: metrics.registry })
  const routes = withFrameRoutes(createRoutes(parts, { waiters, eventWaiters, metrics, draining: () => draining, proving, publicUrl: () => publicUrl }), () => publicUrl)
  const app = createApp({
    routes,
    log,
    authenticate: authenticateBy([keys, sessionReader(db), apps]),
    challenge: challengeWith(() => resourceMetadataUrl(publicUrl)),
    oauth: createOAuth({
      db, cipher: parts.cipher, people: peopleOf(proving), limits: createOAuthLimits({ pool: db.pool, ...settings }), clientAddress: rateLimits.clientAddress,
      publicUrl: () => publicUrl,
    }),
    rateLimits,
    metrics,
    validateResponses: parts.validateResponses,
  })
  const server = await startServer({ app, host: settings.host, port: settings.port })
  publicUrl = settings.publicUrl ?? server.url
  return {
    url: publicUrl,
    ownUrl: server.url,
    metricsUrl: metricsServer.url,
    waiters,
    routes,
    async drain() {
      draining = true
      waiters.releaseAll()
      eventWaiters.releaseAll()
      await server.drain()
      waiters.stop()
      eventWaiters.stop()
      await keys.stop()
      await apps.stop()
      await metricsServer.close()
    },
  }
}

/** Whoever waits waits for a run, or for a refresh of a watch. */
async function readEnded(db: RouteParts['db'], ids: readonly string[]): Promise<string[]> {
  const { refresh = [], run = [] } = Object.groupBy(ids, (id) => (id.startsWith('refresh_') ? 'refresh' : 'run'))
  const [runs, refreshes] = await Promise.all([
    run.length === 0 ? [] : readEndedRuns(db, run), refresh.length === 0 ? [] : readDoneRefreshes(db, refresh),
  ])
  return [...runs, ...refreshes]
}
