import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Client } from '@temporalio/client'
import { destination, pino } from 'pino'
import { loadProviderFacts } from '../activities/providers/facts.ts'
import { readProviderSettings } from '../activities/providers/settings.ts'
import { startApi } from '../api/compose.ts'
import { readApiSettings } from '../api/settings.ts'
import { answersOf } from '../api/http/health/temporal-look.ts'
import { type TemporalSettings, temporalSettings } from '../domain/settings/connections.ts'
import { readAllowedNetworks } from '../domain/settings/networks.ts'
import { readTracingSettings } from '../domain/settings/tracing.ts'
import { readDurationMs } from '../domain/settings/numbers.ts'
import { deploymentName, readWorkerVersion, type WorkerVersion } from '../domain/settings/worker-version.ts'
import { createCipher } from '../db/cipher.ts'
import { openDatabase } from '../db/database.ts'
import { reportConnectionNews } from '../telemetry/connection-news.ts'
import { createMetering } from '../telemetry/metering.ts'
import { migrate } from '../db/migrate.ts'
import { askReconciliation } from '../db/watches/reconciliation.ts'
import { composeActivities, FINAL_BILL_DELAY_DEFAULT } from '../worker/compose.ts'
import { activityLog } from '../worker/log.ts'
import { installTemporal } from '../worker/temporal-metrics.ts'
import { startWorkers } from '../worker/workers.ts'
import { ensureSearchAttributes } from '../worker/search-attributes.ts'
import { bundleWorkflows } from '../worker/workflow-bundle.ts'
import { startTracing } from '../telemetry/tracing.ts'
import { createRunStarter } from '../workflows/starters/runs.ts'
import { createProviderCaller } from '../workflows/starters/provider-operations.ts'
import { createDeliveryStarter } from '../workflows/starters/deliveries.ts'
import { createInboundStarter } from '../workflows/starters/inbound.ts'
import { createWatchStarter } from '../workflows/starters/watches.ts'
import { ensureDemo, writeCredentials } from './demo.ts'
import { routedElsewhere } from './deployments/elsewhere.ts'
import { encryptionKeys } from './local/encryption-keys.ts'
import { freePort } from './local/ports.ts'
import { DATABASE, readServers, writeServers } from './local/running.ts'
import { startPostgres } from './local/postgres.ts'
import { startTemporal } from './local/temporal.ts'
import { firstRun } from './welcome.ts'

/**
 * `npm start`: PostgreSQL, Temporal with its Web UI, api and worker on one machine. Api and worker share this process,
 * so a run's first workflow task is handed over without a poll. `npm start -- temporal` starts only Temporal.
 */
const POOL_MAX = 30
const SWEEP_EVERY_MS = 5_000
const TEMPORAL_PORT = 7233
const TEMPORAL_UI_PORT = 8233
const POSTGRES_PORT = 5433

type Stop = () => Promise<void>

async function main(): Promise<void> {
  const stops: Stop[] = []
  let stopping: Promise<void> | null = null
  /** Last started, first stopped. A second Ctrl-C changes nothing: the set-up's parent can still kill. */
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      for (const one of stops.toReversed())
        await one().catch((error: unknown) => say(`while stopping: ${String(error)}`))
    })()
    return stopping
  }
  /** A failure of one part stops all others: half a service is useless. */
  const failed = (error: unknown): void => {
    say(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
    void stop()
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
  try {
    await (process.argv[2] === 'temporal' ? startTemporalAlone(stops) : start(stops, failed))
  } catch (error) {
    failed(error)
  }
}

const dataDirOf = (env: NodeJS.ProcessEnv): string => resolve(env['DATA_DIR']?.trim() || '.data')

/**
 * Starts only the server with the workflows, while no worker may continue them: for an operator who restores a database
 * (ops/RUNBOOK.md).
 */
async function startTemporalAlone(stops: Stop[]): Promise<void> {
  const dataDir = dataDirOf(process.env)
  const { address, namespace } = await temporalServer(process.env, dataDir, stops)
  writeServers(dataDir, { ...readServers(dataDir), temporal_address: address, temporal_namespace: namespace })
  say(`Temporal alone at ${address}. Ctrl-C stops it.`)
}

async function start(stops: Stop[], failed: (error: unknown) => void): Promise<void> {
  const env = process.env
  const dataDir = dataDirOf(env)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const wanted = readApiSettings(env)
  const cipher = createCipher(encryptionKeys(env, { dataDir, deployment: wanted.deployment }))
  const facts = loadProviderFacts(env)
  const metering = createMetering({ process: 'api and worker', providers: facts.manifests })
  const log = pino(
    { base: null, hooks: metering.logHooks },
    destination({ dest: join(dataDir, 'service.log'), sync: false }),
  )

  const databaseUrl = await step('PostgreSQL', () => database(env, dataDir, stops))
  await step('migrations', () => migrate(databaseUrl))
  const temporal = await step('Temporal', () => temporalServer(env, dataDir, stops))
  await ensureSearchAttributes(temporal)
  const tracing = startTracing(readTracingSettings(env), { process: 'service', log })
  if (tracing !== null) stops.push(tracing.stop)
  const db = await openDatabase({
    url: databaseUrl,
    applicationName: 'service',
    poolMax: POOL_MAX,
    onMetricEvent: metering.onMetricEvent,
    traced: tracing?.traced,
    whileHanging: 'refuse',
    onConnectionNews: reportConnectionNews(metering.meter, log),
  })
  metering.watchPool(db.pool)
  stops.push(() => db.close())

  await installTemporal(log, metering)
  const ended: { notify: (runId: string) => void } = { notify: () => undefined }
  const { deps, close } = await composeActivities({
    db,
    cipher,
    facts,
    log: activityLog(log),
    providers: readProviderSettings(env, facts.manifests),
    notifyEnded: (runId) => ended.notify(runId),
    finalBillDelayMs: readDurationMs(env, 'FINAL_BILL_DELAY', FINAL_BILL_DELAY_DEFAULT),
    stripe: wanted.stripe,
    webhookNetworks: readAllowedNetworks(env),
    traced: tracing?.traced,
  })
  stops.push(close)
  const version = readWorkerVersion(env, temporal.taskQueue)
  const bundle = await step('workflow bundle', () => bundleWorkflows({ version, traced: tracing !== null }))
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
    }),
  )
  stops.push(worker.drain)
  worker.finished.catch((error: unknown) => failed(error))

  const settings = { ...wanted, port: await freePort(wanted.port), metricsPort: await freePort(wanted.metricsPort) }
  const api = await step('api', () =>
    startApi({
      db,
      facts,
      log,
      cipher,
      settings,
      metering,
      tracing,
      starter: createRunStarter({
        client: worker.client,
        taskQueue: temporal.taskQueue,
        eager: worker.eager,
        reuse: 'failed only',
      }),
      providerCaller: createProviderCaller({
        client: worker.client,
        taskQueue: temporal.taskQueue,
        eager: worker.eager,
      }),
      deliveries: createDeliveryStarter({
        client: worker.client,
        taskQueue: temporal.taskQueue,
        eager: worker.eager,
        onLost: (deliveryId, error) =>
          activityLog(log).error({ delivery_id: deliveryId, error }, 'delivery_start_failed'),
      }),
      inboundStarter: createInboundStarter({
        client: worker.client,
        taskQueue: temporal.taskQueue,
        eager: worker.eager,
      }),
      watchStarter: createWatchStarter({
        client: worker.client,
        taskQueue: temporal.taskQueue,
        eager: worker.eager,
        onLost: (watchId, error) => {
          activityLog(log).error({ watch_id: watchId, error }, 'watch_schedule_update_failed')
          askReconciliation(db, temporal.taskQueue)
        },
      }),
      checkTemporal: () => answersOf(worker.client.connection),
      validateResponses: settings.deployment === 'local',
      // There is no other process to notify; a second one on the same database finds out by its poll.
      notifyOthers: () => undefined,
    }),
  )
  ended.notify = (runId) => api.waiters.ended([runId])
  stops.push(api.drain)

  const file = join(dataDir, 'credentials.json')
  const credentials = {
    base_url: api.url,
    ...(await ensureDemo(db, file)),
    temporal_address: temporal.address,
    temporal_ui: temporal.ui,
    metrics_url: api.metricsUrl,
  }
  writeCredentials(file, credentials)
  writeServers(dataDir, {
    database_url: databaseUrl,
    temporal_address: temporal.address,
    temporal_namespace: temporal.namespace,
  })
  say(firstRun(credentials, file))
  const warning = await elsewhere(worker.client, temporal, version)
  if (warning !== null) say(`${warning}\n`)
}

/** Temporal has already answered this start; a longer wait is not worth a message. */
const LOOK_MS_MAX = 5_000

/**
 * A warning, or null. Also null where Temporal does not answer in time: everything is up already, and a later command
 * reports the problem.
 */
function elsewhere(client: Client, temporal: TemporalSettings, version: WorkerVersion | null): Promise<string | null> {
  const place = {
    client,
    ...temporal,
    deploymentName: deploymentName(process.env, temporal.taskQueue),
    identity: 'npm start',
  }
  return client.connection
    .withDeadline(Date.now() + LOOK_MS_MAX, () => routedElsewhere(place, version?.buildId ?? null))
    .catch(() => null)
}

async function database(env: NodeJS.ProcessEnv, dataDir: string, stops: Stop[]): Promise<string> {
  if (env['DATABASE_URL']) return env['DATABASE_URL']
  const server = await startPostgres({
    dataDir: join(dataDir, 'postgres'),
    binaries: required(env, 'POSTGRES_BINARIES'),
    port: POSTGRES_PORT,
    database: DATABASE,
    log: say,
  })
  stops.push(() => server.stop())
  return server.url
}

async function temporalServer(
  env: NodeJS.ProcessEnv,
  dataDir: string,
  stops: Stop[],
): Promise<TemporalSettings & { ui: string | null }> {
  const given = env['TEMPORAL_ADDRESS']
  if (given) return { ...temporalSettings(env, given), ui: env['TEMPORAL_UI_URL'] ?? null }
  const { namespace } = temporalSettings(env, '')
  const server = await startTemporal({
    executable: required(env, 'TEMPORAL_EXECUTABLE'),
    dbFile: join(dataDir, 'temporal', 'temporal.db'),
    port: TEMPORAL_PORT,
    uiPort: TEMPORAL_UI_PORT,
    namespace,
    log: say,
  })
  stops.push(() => server.stop())
  return { ...temporalSettings(env, server.address), ui: server.uiUrl }
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`${name} is not set. Run this with "npm start", which prepares it.`)
  return value
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const result = await work()
  say(`  ${name.padEnd(20)} ${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`)
  return result
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

await main()
