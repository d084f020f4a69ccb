import { pino } from 'pino'
import { readConnectionSettings } from '../domain/settings/connections.ts'
import { loadKnownProviders } from '../activities/providers/known-providers.ts'
import { readProviderSettings } from '../activities/providers/settings.ts'
import { readEncryptionKeys } from '../domain/settings/encryption-keys.ts'
import { createCipher } from '../db/cipher.ts'
import { openDatabase } from '../db/database.ts'
import { createEndNotices } from '../db/runs/end-notices.ts'
import { readDnsServers } from '../domain/settings/dns-servers.ts'
import { readAllowedNetworks } from '../domain/settings/networks.ts'
import { readTracingSettings } from '../domain/settings/tracing.ts'
import { startTracing } from '../telemetry/tracing.ts'
import { readStripeSettings } from '../domain/settings/payments.ts'
import { readMailSettings } from '../domain/settings/mail.ts'
import { readPublicUrl } from '../domain/settings/public-url.ts'
import { readCount, readDurationMs } from '../domain/settings/numbers.ts'
import { readWorkerSize } from '../domain/settings/worker-size.ts'
import { readWatchesThreads } from '../domain/settings/worker-threads.ts'
import { readWorkerVersion } from '../domain/settings/worker-version.ts'
import { composeActivities, FINAL_BILL_DELAY_DEFAULT } from './compose.ts'
import { reportConnections } from '../telemetry/connection-reports.ts'
import { createMetering } from '../telemetry/metering.ts'
import { startPrivateServer } from '../telemetry/private-server.ts'
import { activityLog } from './log.ts'
import { installTemporal } from './temporal-metrics.ts'
import { startWorkers } from './workers.ts'
import { workerBundle } from './workflow-bundle.ts'

/** The worker process: the only one that calls providers. It scales by replicas. */
const SWEEP_EVERY_MS = 5_000

const known = loadKnownProviders(process.env)
const settings = readConnectionSettings(process.env)
const { slots, poolMax } = readWorkerSize(process.env)
const version = readWorkerVersion(process.env, settings.temporal.taskQueue)
const cipher = createCipher(readEncryptionKeys(process.env))
const metering = createMetering({ process: 'worker', providers: known.manifests })
const logger = pino({ base: { process: 'worker' }, hooks: metering.logHooks })
await installTemporal(logger, metering)
const log = activityLog(logger)
const tracing = await startTracing(readTracingSettings(process.env), { process: 'worker', log: logger })
const db = await openDatabase({
  ...settings.database,
  applicationName: 'worker',
  poolMax,
  onMetricEvent: metering.onMetricEvent,
  traced: tracing?.traced,
  onConnectionReport: reportConnections(metering.meter, logger),
})
metering.watchPool(db.pool)
const notices = createEndNotices(db, (error) => log.error({ error }, 'end_notices_lost'))
// As the api's: without the setting, the URL of a local start.
const publicUrl = readPublicUrl(process.env) ?? `http://127.0.0.1:${readCount(process.env, 'PORT', 8080)}`
const { deps, close } = await composeActivities({
  db,
  known,
  log,
  cipher,
  providers: readProviderSettings(process.env, known.manifests),
  notifyEnded: notices.notify,
  finalBillDelayMs: readDurationMs(process.env, 'FINAL_BILL_DELAY', FINAL_BILL_DELAY_DEFAULT),
  stripe: readStripeSettings(process.env),
  mail: readMailSettings(process.env),
  webhookNetworks: readAllowedNetworks(process.env),
  dnsServers: readDnsServers(process.env),
  traced: tracing?.traced,
  publicUrl: () => publicUrl,
})
const worker = await startWorkers({
  temporal: settings.temporal,
  version,
  bundle: await workerBundle(process.env['WORKFLOW_BUNDLES']?.trim() || null, { version, traced: tracing !== null }),
  activities: deps,
  slots,
  sweepEveryMs: SWEEP_EVERY_MS,
  schedules: true,
  metrics: metering.meter,
  tracing,
  watchesThreads: readWatchesThreads(process.env),
})
const health = await startPrivateServer({
  port: readCount(process.env, 'WORKER_HEALTH_PORT', 9465),
  host: '0.0.0.0',
  metrics: metering.page,
  healthy: () => worker.state() === 'RUNNING',
  version,
})
logger.info(
  { metrics_url: health.url, deployment: version?.deploymentName ?? null, build_id: version?.buildId ?? null },
  'ready',
)

let draining: Promise<void> | null = null
const drain = (): void => {
  draining ??= (async () => {
    await worker.drain()
    await health.close()
    await notices.flushed()
    await close()
    await db.close()
    await tracing?.stop()
  })()
}
process.on('SIGTERM', drain)
process.on('SIGINT', drain)
await worker.finished
await draining
