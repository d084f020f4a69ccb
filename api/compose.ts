import type { Logger } from 'pino'
import { readEndedRuns } from '../db/runs/read.ts'
import { readDoneRefreshes } from '../db/tables/watches/refreshes.ts'
import { findFitting } from '../db/delivery/events/read.ts'
import { type AppOptions, createApp } from './app.ts'
import { createClientPackages } from './clients/packages.ts'
import { withFrameRoutes } from './http/frame-routes.ts'
import { createAuthentication } from './auth/authentication.ts'
import { recordMisses } from '../db/catalog/discover/misses.ts'
import { createMissCounter, type MissCounter } from './discover/miss-counter.ts'
import { createEventWaiters } from './waiters/event-waiters.ts'
import { createKnownCallers } from './auth/known-callers.ts'
import { errorType } from './errors/logged-error.ts'
import { createDashboard } from './dashboard/mount.ts'
import { createSemanticIndex, NO_SEMANTIC_INDEX } from './discover/embeddings/semantic-index.ts'
import { createMcp, MCP_PATH } from './mcp/mount.ts'
import type { Meter } from '../telemetry/meter.ts'
import { createMetering, type Metering } from '../telemetry/metering.ts'
import { startPrivateServer } from '../telemetry/private-server.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { challengeWith } from './auth/challenge.ts'
import { createRateLimits } from './limits/rate-limits.ts'
import { resourceMetadataUrl } from './oauth/metadata.ts'
import { createOAuth } from './oauth/mount.ts'
import { createProving } from './auth/verify-password.ts'
import { startServer } from './server.ts'
import { createRequestQueues, type RequestQueues } from './limits/request-queues.ts'
import { createInboundStarts, createStarts } from './starts.ts'
import { watchTemporal } from './http/health/temporal-check.ts'
import { waitsAway } from './waiters/away.ts'
import { createRunWaiters, type RunWaiters } from './waiters/run-waiters.ts'
import type { SweepPostponement } from '../workflows/starters/start-gate.ts'
import type { InboundStarter } from '../workflows/starters/inbound.ts'
import type { Route } from './route/route.ts'
import type { RouteParts } from './http/route-parts.ts'
import { createRoutes } from './http/routes.ts'

export interface ApiParts extends RouteParts {
  readonly log: Logger
  readonly inboundStarter: InboundStarter
  readonly validateResponses: boolean
  /** Rejects when Temporal cannot be reached. */
  readonly checkTemporal: () => Promise<void>
  /** null or absent: no tracing. */
  readonly tracing?: Tracing | null
  /** The metrics of this process, which its main file makes; without them, the api counts what it does alone. */
  readonly metering?: Metering
  /** How the sweeper is kept off the runs that wait for their start; by default as the start gate does it. */
  readonly startPostponement?: SweepPostponement
}

export interface RunningApi {
  /** The URL that clients use: PUBLIC_URL, where it is set. */
  readonly url: string
  /** The address on which this process listens. */
  readonly ownUrl: string
  readonly metricsUrl: string
  readonly waiters: RunWaiters
  /** Every route that the api serves. */
  readonly routes: readonly Route[]
  /** Readiness off, waiters answered, HTTP drained (decisions, "Operators"). */
  drain(): Promise<void>
}

/** A lost notification delays its waiter by this long at most. */
const POLL_EVERY_MS = 1_000
/** Prometheus scrapes at most this often. */
const CHECK_TEMPORAL_EVERY_MS = 10_000

export async function startApi(parts: ApiParts): Promise<RunningApi> {
  const { settings } = parts
  const { meter: metrics, page } = parts.metering ?? createMetering({ process: 'api', processMetrics: false })
  const state: ProcessState = { draining: false, publicUrl: '' }
  const own = createProcessParts(parts, metrics, state)
  const { waiters, starts } = own
  const metricsServer = await startPrivateServer({ port: settings.metricsPort, host: settings.host, metrics: page })
  const routes = createAllRoutes(parts, own, state)
  const app = createApp(appOptions(parts, own, { routes, publicUrl: () => state.publicUrl }))
  const server = await startServer({ app, host: settings.host, port: settings.port })
  state.publicUrl = settings.publicUrl ?? server.url
  return {
    url: state.publicUrl,
    ownUrl: server.url,
    metricsUrl: metricsServer.url,
    // The start gate is notified of each end as well: it frees a permit, or ends the wait of a queued run.
    waiters: {
      ...waiters,
      ended(runIds) {
        starts.ended(runIds)
        waiters.ended(runIds)
      },
    },
    routes,
    async drain() {
      state.draining = true
      await releaseWaiting(own, parts.log)
      await server.drain()
      waiters.stop()
      own.eventWaiters.stop()
      own.temporal.stop()
      await own.semanticIndex.stop()
      await own.credentials.stop()
      await own.missCounter.stop()
      await metricsServer.close()
    },
  }
}

/** What changes while the process lives. */
interface ProcessState {
  draining: boolean
  /** Known once the server listens. */
  publicUrl: string
}

type ProcessParts = ReturnType<typeof createProcessParts>

/** What the requests of this process share: queues, waiters, and what they know of callers and of Temporal. */
function createProcessParts(parts: ApiParts, metrics: Meter, state: ProcessState) {
  const { db, log, settings } = parts
  const { embeddings } = settings
  return {
    metrics,
    missCounter: missCounterOf(parts),
    requestQueues: createRequestQueues(metrics),
    knownCallers: createKnownCallers(),
    starts: createStarts({
      db,
      log,
      metrics,
      permits: settings.runStartsAtOnce,
      postponement: parts.startPostponement,
    }),
    inbound: createInboundStarts({ db, log, starter: parts.inboundStarter }),
    waiters: createRunWaiters({
      readEnded: (ids) => readEnded(db, ids),
      pollEveryMs: POLL_EVERY_MS,
      onPollFailed: (error) => log.warn({ error_type: errorType(error) }, 'run_end_poll_failed'),
      onHeard: (by) => metrics.add('run_ends_heard_total', { by }),
    }),
    eventWaiters: createEventWaiters({
      findFitting: (waits) => findFitting(db, waits),
      pollEveryMs: POLL_EVERY_MS,
      onPollFailed: (error) => log.warn({ error_type: errorType(error) }, 'event_poll_failed'),
    }),
    credentials: createAuthentication(
      db,
      () => state.publicUrl,
      () => log.warn({}, 'last_used_times_lost'),
    ),
    temporal: watchTemporal({ check: parts.checkTemporal, metrics, log, everyMs: CHECK_TEMPORAL_EVERY_MS }),
    clients: createClientPackages(settings.clientPackages, () => state.publicUrl),
    proving: createProving(db, { cipher: parts.cipher, metrics }),
    semanticIndex:
      embeddings === null
        ? NO_SEMANTIC_INDEX
        : createSemanticIndex({ settings: embeddings, db, log, metrics, traced: parts.tracing?.traced }),
  }
}

/** Misses of discover, under the newest key: after a rotation the counts begin again. */
function missCounterOf({ db, cipher, log }: ApiParts): MissCounter {
  const [key] = cipher.keysFor('discover misses')
  if (key === undefined) throw new Error('an encryption key is needed')
  return createMissCounter({
    key,
    write: (day, missed) => recordMisses(db, day, missed),
    now: Date.now,
    onLost: (error) => log.warn({ error_type: errorType(error) }, 'discover_misses_lost'),
  })
}

/** The product's routes and those of the frame. */
function createAllRoutes(parts: ApiParts, own: ProcessParts, state: ProcessState): Route[] {
  const { requestQueues, starts, inbound, metrics, temporal, proving, missCounter, semanticIndex } = own
  const publicUrl = (): string => state.publicUrl
  return withFrameRoutes(
    createRoutes(waitingAway(parts, requestQueues), {
      ...waitsAway(own, requestQueues),
      starts,
      inboundQueue: inbound.queue,
      metrics,
      missCounter,
      draining: () => state.draining,
      isTemporalReachable: temporal.isReachable,
      proving,
      semanticIndex,
      clients: own.clients,
      publicUrl,
    }),
    publicUrl,
    parts.settings.documents.pages.terms,
  )
}

/** The frame around the routes: the authorization server, the tools and the pages work on the same routes. */
function appOptions(
  parts: ApiParts,
  own: ProcessParts,
  { routes, publicUrl }: { readonly routes: readonly Route[]; readonly publicUrl: () => string },
): AppOptions {
  const { db, known, log, settings, cipher, tracing, validateResponses } = parts
  const { metrics, requestQueues, knownCallers, proving } = own
  const { authenticate } = own.credentials
  const rateLimits = createRateLimits({ pool: db.pool, traced: tracing?.traced, ...settings })
  const onRoutes = { routes, db, metrics, rateLimits, requestQueues, validateResponses, publicUrl }
  return {
    routes,
    log,
    authenticate,
    challenge: challengeWith(() => resourceMetadataUrl(publicUrl())),
    oauth: createOAuth({ db, cipher, proving, settings, publicUrl, providerCaller: parts.providerCaller }),
    mcp: {
      // The service's own address: strict clients compare it with the one that they have called.
      challenge: challengeWith(() => resourceMetadataUrl(publicUrl(), MCP_PATH)),
      answer: createMcp({ ...onRoutes, log }),
    },
    dashboard: createDashboard({
      ...onRoutes,
      authenticate,
      operators: settings.operators,
      mails: settings.accountMails,
      manifests: known.manifests,
      clients: own.clients,
    }),
    rateLimits,
    requestQueues,
    knownCallers,
    metrics,
    ...(tracing == null ? {} : { trace: { tracing, trustedProxies: settings.trustedProxies } }),
    validateResponses,
  }
}

/** Answers the requests that wait, and leaves queued starts to the sweeper. */
async function releaseWaiting({ waiters, eventWaiters, starts, inbound }: ProcessParts, log: Logger): Promise<void> {
  waiters.releaseAll()
  eventWaiters.releaseAll()
  await starts
    .releaseToSweeper()
    .catch((error: unknown) => log.warn({ error_type: errorType(error) }, 'queued_runs_left_to_sweeper'))
  await inbound
    .releaseToSweeper()
    .catch((error: unknown) => log.warn({ error_type: errorType(error) }, 'queued_inbound_left_to_sweeper'))
}

/** Of the waited-for runs and refreshes of watches, those that have ended. */
async function readEnded(db: RouteParts['db'], ids: readonly string[]): Promise<string[]> {
  const { refresh = [], run = [] } = Object.groupBy(ids, (id) => (id.startsWith('refresh_') ? 'refresh' : 'run'))
  const [runs, refreshes] = await Promise.all([
    run.length === 0 ? [] : readEndedRuns(db, run),
    refresh.length === 0 ? [] : readDoneRefreshes(db, refresh),
  ])
  return [...runs, ...refreshes]
}

/** A request that waits for the worker releases its permit meanwhile. */
const waitingAway = (parts: ApiParts, requestQueues: RequestQueues): ApiParts => ({
  ...parts,
  providerCaller: { call: (id, call) => requestQueues.away(() => parts.providerCaller.call(id, call)) },
  deliveries: {
    ...parts.deliveries,
    deliver: (delivery) => requestQueues.away(() => parts.deliveries.deliver(delivery)),
  },
})
