// The api process. It is stateless: it answers HTTP, starts and signals workflows, and scales by replicas.
import { Client, Connection } from '@temporalio/client'
import { pino } from 'pino'
import { loadKnownProviders } from '../activities/providers/known-providers.ts'
import { readConnectionSettings } from '../domain/settings/connections.ts'
import { readPoolMax } from '../domain/settings/database.ts'
import { readEncryptionKeys } from '../domain/settings/encryption-keys.ts'
import { unpublished } from '../domain/settings/operator-pages.ts'
import { readTracingSettings } from '../domain/settings/tracing.ts'
import { createCipher } from '../db/cipher.ts'
import { openDatabase } from '../db/database.ts'
import { createEndNotices, listenForEnds } from '../db/runs/end-notices.ts'
import { requestReconciliation } from '../db/tables/watches/reconciliation.ts'
import { tracedClient } from '../telemetry/temporal.ts'
import { startTracing } from '../telemetry/tracing.ts'
import { createApiStarters } from '../workflows/starters/api-starters.ts'
import { connectionOptions } from '../workflows/starters/connection-options.ts'
import { reportConnections } from '../telemetry/connection-reports.ts'
import { createMetering } from '../telemetry/metering.ts'
import { startApi } from './compose.ts'
import { errorType } from './errors/logged-error.ts'
import { readApiSettings } from './settings.ts'
import { answersOf } from './http/health/temporal-check.ts'

const POOL_MAX_DEFAULT = 20
/** gRPC itself waits up to two minutes before it reconnects: all runs of that time would wait for the sweeper. */
const RECONNECT_MS_MAX = 2_000
/**
 * A dead connection to Temporal is noticed within twenty seconds, not within the SDK's 45. Temporal closes connections
 * that ping more often than every ten seconds.
 */
const KEEPALIVE = { 'grpc.keepalive_time_ms': 15_000, 'grpc.keepalive_timeout_ms': 5_000 }

const settings = readApiSettings(process.env)
const { database, temporal } = readConnectionSettings(process.env)
const cipher = createCipher(readEncryptionKeys(process.env))
const known = loadKnownProviders(process.env)
const metering = createMetering({ process: 'api', providers: known.manifests })
const log = pino({ base: { process: 'api' }, hooks: metering.logHooks })
const tracing = await startTracing(readTracingSettings(process.env), { process: 'api', log })
const db = await openDatabase({
  ...database,
  applicationName: 'api',
  poolMax: readPoolMax(process.env, POOL_MAX_DEFAULT),
  onMetricEvent: metering.onMetricEvent,
  traced: tracing?.traced,
  whileHanging: 'refuse',
  onConnectionReport: reportConnections(metering.meter, log),
})
metering.watchPool(db.pool)
const notices = createEndNotices(db, (error) => log.warn({ error_type: errorType(error) }, 'end_notices_lost'))
// Lazy: the api answers 202 and `unavailable` while Temporal is unavailable, also when it starts without it.
const connection = Connection.lazy({
  ...connectionOptions(temporal),
  channelArgs: { 'grpc.max_reconnect_backoff_ms': RECONNECT_MS_MAX, ...KEEPALIVE },
})
const client = new Client({
  connection,
  namespace: temporal.namespace,
  interceptors: { workflow: tracing === null ? [] : [tracedClient(tracing)] },
})
const api = await startApi({
  db,
  known,
  log,
  settings,
  metering,
  tracing,
  ...createApiStarters({
    client,
    taskQueue: temporal.taskQueue,
    eager: false,
    onDeliveryLost: (deliveryId, error) =>
      log.warn({ delivery_id: deliveryId, error_type: errorType(error) }, 'delivery_start_failed'),
    onWatchLost: (watchId, error) => {
      log.warn({ watch_id: watchId, error_type: errorType(error) }, 'watch_schedule_update_failed')
      requestReconciliation(db, temporal.taskQueue)
    },
  }),
  cipher,
  checkTemporal: () => answersOf(connection),
  validateResponses: settings.deployment === 'local',
  notifyOthers: notices.notify,
})
const listener = listenForEnds({
  url: database.sessionUrl,
  onEnded: (runIds) => api.waiters.ended(runIds),
  onListening() {
    metering.meter.set('end_notices_listening', {}, 1)
    log.info({}, 'end_notices_listening')
    api.waiters.catchUp()
  },
  onLost(error) {
    metering.meter.set('end_notices_listening', {}, 0)
    metering.meter.add('end_notices_lost_total', {})
    log.warn({ error_type: errorType(error) }, 'end_notices_connection_lost')
  },
})
log.info({ url: api.url, metrics_url: api.metricsUrl }, 'ready')
const missing = settings.deployment === 'production' ? unpublished(settings.documents, Date.now()) : []
if (missing.length > 0) log.warn({ settings: missing }, 'operator_pages_unpublished')

let draining: Promise<void> | null = null
const drain = (): void => {
  draining ??= (async () => {
    await api.drain()
    await listener.stop()
    await notices.flushed()
    await connection.close()
    await db.close()
    await tracing?.stop()
  })()
}
process.on('SIGTERM', drain)
process.on('SIGINT', drain)
