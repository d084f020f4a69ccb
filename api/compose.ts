import type { Logger } from 'pino'
import { CAPABILITIES, findCapability } from '../domain/capabilities/catalog.ts'
import { wrappersOf } from '../domain/providers/offering.ts'
import type { CredentialCipher } from '../db/connections/cipher.ts'
import type { ProviderFacts } from '../activities/providers/facts.ts'
import type { Database } from '../db/database.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { createHealthBook } from '../db/health/book.ts'
import { createOfferBook } from '../db/offers/book.ts'
import { createAvailability } from '../db/provider-accounts/availability.ts'
import { connectedProviders } from '../db/connections/queries.ts'
import { readEndedRuns } from '../db/runs/read.ts'
import { findFitting } from '../db/events/read.ts'
import type { ProviderCaller, RunStarter } from '../workflows/start.ts'
import type { DeliveryStarter } from '../workflows/start-webhooks.ts'
import type { InboundStarter } from '../workflows/start-inbound.ts'
import { createApp } from './app.ts'
import { createAuthentication } from './authentication.ts'
import { connectProvider } from './http/connections/connect.ts'
import { disconnectProvider } from './http/connections/disconnect.ts'
import { listProviderConnections } from './http/connections/list.ts'
import { createDiscovery, type Discovery } from './discover/discovery.ts'
import { listCapabilities } from './http/catalog/capabilities.ts'
import { listEndpoints } from './http/catalog/endpoints.ts'
import { NOBODY, type Listing } from './http/catalog/listing.ts'
import { getProvider } from './http/catalog/provider.ts'
import { listProviders } from './http/catalog/providers.ts'
import { discover } from './http/discover/discover.ts'
import { createEventWaiters, type EventWaiters } from './event-waiters.ts'
import { listEvents } from './http/events/list.ts'
import { getFeatures } from './http/features/get.ts'
import { updateFeatures } from './http/features/update.ts'
import { inboundRoutes } from './http/inbound/routes.ts'
import { getHealth } from './http/health/get.ts'
import { getReadiness } from './http/health/ready.ts'
import { createActorSchemas } from './http/inspect/actor-schemas.ts'
import { readHistory } from './http/history/read.ts'
import { readHistoryOfMany } from './http/history/read-many.ts'
import { inspect } from './http/inspect/inspect.ts'
import { getOutboundGuard } from './http/outbound-guard/get.ts'
import { updateOutboundGuard } from './http/outbound-guard/update.ts'
import { cancelRun } from './http/runs/cancel.ts'
import { createRun } from './http/runs/create.ts'
import { getRun } from './http/runs/get.ts'
import { listRuns } from './http/runs/list.ts'
import { getSpendGuard } from './http/spend-guard/get.ts'
import { updateSpendGuard } from './http/spend-guard/update.ts'
import { addSuppressions } from './http/suppressions/add.ts'
import { listSuppressions } from './http/suppressions/list.ts'
import { removeSuppressions } from './http/suppressions/remove.ts'
import { createTable } from './http/tables/create.ts'
import { deleteTable } from './http/tables/delete.ts'
import { editTable } from './http/tables/edit.ts'
import { exportRows } from './http/rows/export.ts'
import { getTable } from './http/tables/get.ts'
import { importRows } from './http/rows/import.ts'
import { listWorkspaceTables } from './http/tables/list.ts'
import { deleteRows } from './http/rows/delete.ts'
import { deleteRow } from './http/rows/delete-one.ts'
import { listRows } from './http/rows/list.ts'
import { queryRows } from './http/rows/query.ts'
import { updateRows } from './http/rows/update.ts'
import { writeRows } from './http/rows/write.ts'
import { webhookRoutes } from './http/webhooks/routes.ts'
import { createMetrics, type Metrics, startMetricsServer } from './metrics.ts'
import { createRateLimits } from './middleware/rate-limit.ts'
import type { Route } from './route.ts'
import { startServer } from './server.ts'
import type { ApiSettings } from './settings.ts'
import { createRunWaiters, type RunWaiters } from './waiters.ts'

export interface ApiParts {
  readonly db: Database
  readonly facts: ProviderFacts
  readonly log: Logger
  readonly settings: ApiSettings
  readonly starter: RunStarter
  readonly providerCaller: ProviderCaller
  readonly deliveries: DeliveryStarter
  readonly inboundStarter: InboundStarter
  readonly cipher: CredentialCipher
  /** Rejects when Temporal cannot be reached. */
  readonly checkTemporal: () => Promise<void>
  readonly validateResponses: boolean
  /** Tells other api processes that a run has ended here. */
  readonly notifyOthers: (runId: string) => void
  /** How old the accounts that the api judges by may be, 5 s unless said otherwise; the worker judges again. */
  readonly recordsAgeMsMax?: number
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
const RECORDS_AGE_MS_MAX = 5_000

export async function startApi(parts: ApiParts): Promise<RunningApi> {
  const { db, log, settings } = parts
  let draining = false
  let publicUrl = ''
  const waiters = createRunWaiters({
    readEnded: (runIds) => readEndedRuns(db, runIds),
    pollEveryMs: POLL_EVERY_MS,
    onPollFailed: (error) => log.warn({ error_type: error instanceof Error ? error.name : 'unknown' }, 'the poll of ended runs failed'),
  })
  const eventWaiters = createEventWaiters({
    findFitting: (waits) => findFitting(db, waits),
    pollEveryMs: POLL_EVERY_MS,
    onPollFailed: (error) => log.warn({ error_type: error instanceof Error ? error.name : 'unknown' }, 'the poll of events failed'),
  })
  const authentication = createAuthentication(db, () => log.warn('times of last use of keys were lost'))
  const metrics = createMetrics()
  const metricsServer = await startMetricsServer({ port: settings.metricsPort, host: settings.host, registry: metrics.registry })
  const app = createApp({
    routes: createRoutes(parts, { waiters, eventWaiters, metrics, draining: () => draining }),
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

interface OwnParts {
  readonly waiters: RunWaiters
  readonly eventWaiters: EventWaiters
  readonly metrics: Metrics
  readonly draining: () => boolean
}

function createRoutes(parts: ApiParts, own: OwnParts): Route[] {
  const { db, settings, starter, facts, providerCaller, cipher } = parts
  const { waiters, draining } = own
  const measured = { db, now: Date.now, maxAgeMs: parts.recordsAgeMsMax ?? RECORDS_AGE_MS_MAX }
  const health = createHealthBook(measured)
  const offers = createOfferBook({ ...measured, health, manifests: facts.manifests })
  const listing: Listing = {
    capabilities: CAPABILITIES, manifests: facts.manifests, catalog: facts.catalog, offers,
    readAvailability: createAvailability({ ...measured, health }),
    // In the sandbox no real key is used.
    connectedProviders: async (workspaceId, environment) => (environment === 'live' ? connectedProviders(db, workspaceId) : NOBODY),
    wrappers: wrappersOf(facts.manifests),
  }
  const discovery = discoveryOf(listing, settings)
  const notifyEnded = (runId: string): void => {
    waiters.ended([runId])
    parts.notifyOthers(runId)
  }
  return [
    getHealth(),
    getReadiness({ checks: { database: () => checkDatabase(db), temporal: parts.checkTemporal }, draining }),
    createRun({ db, starter, waiters, offers, findCapability, facts }),
    listRuns({ db }),
    getRun({ db, waiters }),
    cancelRun({ db, starter, notifyEnded }),
    readHistory({ db }),
    readHistoryOfMany({ db }),
    getSpendGuard({ db }),
    updateSpendGuard({ db }),
    listSuppressions({ db }),
    addSuppressions({ db }),
    removeSuppressions({ db }),
    getOutboundGuard({ db }),
    updateOutboundGuard({ db }),
    listProviderConnections({ db }),
    connectProvider({ db, facts, cipher, providerCaller }),
    disconnectProvider({ db }),
    ...tableRoutes(parts),
    listEvents({ db, eventWaiters: own.eventWaiters }),
    ...webhookRoutes(parts),
    ...inboundRoutes({ db, starter: parts.inboundStarter, metrics: own.metrics, nowMs: Date.now }, settings.inboundSecrets),
    discover(listing, discovery),
    inspect(listing, { discovery, actorSchemas: createActorSchemas({ db, providerCaller, now: Date.now }) }),
    listCapabilities(listing),
    listProviders(listing),
    getProvider(listing),
    listEndpoints(listing),
  ]
}

/** Features and tables (Spec 4.7). */
const tableRoutes = ({ db, cipher }: ApiParts): Route[] => [
  getFeatures({ db }),
  updateFeatures({ db }),
  listWorkspaceTables({ db }),
  createTable({ db, cipher }),
  getTable({ db }),
  editTable({ db }),
  deleteTable({ db }),
  writeRows({ db, cipher }),
  listRows({ db }),
  queryRows({ db }),
  updateRows({ db }),
  deleteRows({ db, cipher }),
  exportRows({ db }),
  importRows({ db, cipher }),
  deleteRow({ db }),
]

/** In production the index is made before the api listens; a local start comes up faster and makes it at the first question. */
function discoveryOf(listing: Listing, { deployment }: ApiSettings): Discovery {
  const discovery = createDiscovery(listing)
  if (deployment === 'production') discovery.prepare()
  return discovery
}

async function checkDatabase(db: Database): Promise<void> {
  const pending = await pendingMigrations(db.orm)
  if (pending.length > 0) throw new Error(`${pending.length} migrations are pending`)
}
