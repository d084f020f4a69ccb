import { join } from 'node:path'
import type { WorkflowBundle } from '@temporalio/worker'
import { destination, type Logger, pino } from 'pino'
import { loadKnownProviders, type KnownProviders } from '../../activities/providers/known-providers.ts'
import { readProviderSettings } from '../../activities/providers/settings.ts'
import { type RunningApi, startApi } from '../../api/compose.ts'
import { answersOf } from '../../api/http/health/temporal-check.ts'
import { type ApiSettings, readApiSettings } from '../../api/settings.ts'
import { createCipher, type SecretCipher } from '../../db/cipher.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { requestReconciliation } from '../../db/tables/watches/reconciliation.ts'
import { type TemporalSettings, temporalSettings } from '../../domain/settings/connections.ts'
import { readConnectionsWatched } from '../../domain/settings/database.ts'
import { readDnsServers } from '../../domain/settings/dns-servers.ts'
import { readAllowedNetworks } from '../../domain/settings/networks.ts'
import { readDurationMs } from '../../domain/settings/numbers.ts'
import { readTracingSettings } from '../../domain/settings/tracing.ts'
import { readWatchesThreads } from '../../domain/settings/worker-threads.ts'
import { readWorkerVersion, type WorkerVersion } from '../../domain/settings/worker-version.ts'
import { readMailSettings } from '../../domain/settings/mail.ts'
import { reportConnections } from '../../telemetry/connection-reports.ts'
import { createMetering, type Metering } from '../../telemetry/metering.ts'
import { startTracing, type Tracing } from '../../telemetry/tracing.ts'
import { composeActivities, FINAL_BILL_DELAY_DEFAULT } from '../../worker/compose.ts'
import { activityLog } from '../../worker/log.ts'
import { installTemporal } from '../../worker/temporal-metrics.ts'
import { bundleWorkflows } from '../../worker/workflow-bundle.ts'
import { startWorkers, type Workers } from '../../worker/workers.ts'
import { createApiStarters } from '../../workflows/starters/api-starters.ts'
import { PACKED } from './client-packages.ts'
import { step } from './console.ts'
import { encryptionKeys } from './encryption-keys.ts'
import { freePort } from './ports.ts'

const POOL_MAX = 30
const SWEEP_EVERY_MS = 5_000

export type Stop = () => Promise<void>

/** What api and worker share in one process, before there are servers. */
export interface ServiceSettings {
  readonly env: NodeJS.ProcessEnv
  readonly wanted: ApiSettings
  readonly cipher: SecretCipher
  readonly known: KnownProviders
  readonly metering: Metering
  readonly log: Logger
}

/** The same, connected to its servers. */
export interface ConnectedService extends ServiceSettings {
  readonly temporal: TemporalSettings
  readonly db: Database
  /** null: no tracing. */
  readonly tracing: Tracing | null
  /** Stops what was started, the last first. Each part adds itself. */
  readonly stops: Stop[]
}

export function readServiceSettings(env: NodeJS.ProcessEnv, dataDir: string): ServiceSettings {
  const read = readApiSettings(env)
  const wanted = { ...read, clientPackages: read.clientPackages ?? PACKED }
  const cipher = createCipher(encryptionKeys(env, { dataDir, deployment: wanted.deployment }))
  const known = loadKnownProviders(env)
  const metering = createMetering({ process: 'api and worker', providers: known.manifests })
  const log = pino(
    { base: null, hooks: metering.logHooks },
    destination({ dest: join(dataDir, 'service.log'), sync: false }),
  )
  return { env, wanted, cipher, known, metering, log }
}

export async function connectService(
  settings: ServiceSettings,
  servers: { readonly databaseUrl: string; readonly temporal: TemporalSettings },
  stops: Stop[],
): Promise<ConnectedService> {
  const { env, metering, log } = settings
  const tracing = await startTracing(readTracingSettings(env), { process: 'service', log })
  if (tracing !== null) stops.push(tracing.stop)
  const db = await openDatabase({
    url: servers.databaseUrl,
    applicationName: 'service',
    poolMax: POOL_MAX,
    onMetricEvent: metering.onMetricEvent,
    traced: tracing?.traced,
    watched: readConnectionsWatched(env),
    whileHanging: 'refuse',
    onConnectionReport: reportConnections(metering.meter, log),
  })
  metering.watchPool(db.pool)
  stops.push(() => db.close())
  return { ...settings, temporal: servers.temporal, tracing, db, stops }
}

/** The bundle takes two seconds of a second process, in which the servers start. */
export function startBundling(env: NodeJS.ProcessEnv): Promise<WorkflowBundle> {
  const version = readWorkerVersion(env, temporalSettings(env, '').taskQueue)
  const bundle = bundleWorkflows({ version, traced: readTracingSettings(env) !== null })
  // Reported where the worker needs the bundle.
  bundle.catch(() => undefined)
  return bundle
}

/** `api`: what the worker learns of the api, which starts later. */
export async function startServiceWorker(
  { env, db, cipher, known, log, metering, tracing, temporal, wanted, stops }: ConnectedService,
  bundling: Promise<WorkflowBundle>,
  api: { readonly notifyEnded: (runId: string) => void; readonly publicUrl: () => string },
): Promise<{ readonly worker: Workers; readonly version: WorkerVersion | null }> {
  await installTemporal(log, metering)
  const { deps, close } = await composeActivities({
    db,
    cipher,
    known,
    log: activityLog(log),
    providers: readProviderSettings(env, known.manifests),
    ...api,
    finalBillDelayMs: readDurationMs(env, 'FINAL_BILL_DELAY', FINAL_BILL_DELAY_DEFAULT),
    stripe: wanted.stripe,
    mail: readMailSettings(env),
    webhookNetworks: readAllowedNetworks(env),
    dnsServers: readDnsServers(env),
    traced: tracing?.traced,
  })
  stops.push(close)
  const version = readWorkerVersion(env, temporal.taskQueue)
  const bundle = await step('workflow bundle', () => bundling)
  const worker = await step('worker', () =>
    startWorkers({
      temporal,
      version,
      bundle,
      activities: deps,
      sweepEveryMs: SWEEP_EVERY_MS,
      schedules: true,
      metrics: metering.meter,
      tracing,
      watchesThreads: readWatchesThreads(env),
    }),
  )
  stops.push(worker.drain)
  return { worker, version }
}

/** Its client is the worker's, so a run's first workflow task is handed over without a poll. */
export async function startServiceApi(service: ConnectedService, { client, eager }: Workers): Promise<RunningApi> {
  const { db, cipher, known, log, metering, tracing, temporal, wanted, stops } = service
  const settings = { ...wanted, port: await freePort(wanted.port), metricsPort: await freePort(wanted.metricsPort) }
  const api = await step('api', () =>
    startApi({
      db,
      known,
      log,
      cipher,
      settings,
      metering,
      tracing,
      ...createApiStarters({
        client,
        taskQueue: temporal.taskQueue,
        eager,
        onDeliveryLost: (deliveryId, error) =>
          activityLog(log).error({ delivery_id: deliveryId, error }, 'delivery_start_failed'),
        onWatchLost: (watchId, error) => {
          activityLog(log).error({ watch_id: watchId, error }, 'watch_schedule_update_failed')
          requestReconciliation(db, temporal.taskQueue)
        },
      }),
      checkTemporal: () => answersOf(client.connection),
      validateResponses: settings.deployment === 'local',
      // There is no other process to notify; a second one on the same database finds out by its poll.
      notifyOthers: () => undefined,
    }),
  )
  stops.push(api.drain)
  return api
}
