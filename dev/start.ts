import { mkdirSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import type { Client } from '@temporalio/client'
import type { RunningApi } from '../api/compose.ts'
import type { TemporalSettings } from '../domain/settings/connections.ts'
import { operatorsAt, type OperatorSettings } from '../domain/settings/operators.ts'
import { deploymentName, type WorkerVersion } from '../domain/settings/worker-version.ts'
import { migrate } from '../ops/schema/migrate.ts'
import { ensureSearchAttributes } from '../worker/search-attributes.ts'
import { writeDownDemo } from './demo.ts'
import { routedElsewhere } from '../ops/deployments/elsewhere.ts'
import { packClientsInBackground, PACKED } from './local/client-packages.ts'
import { print, step } from './local/console.ts'
import { runUntilStopped } from './local/lifetime.ts'
import { dataDirOf } from './local/data-dir.ts'
import { readServers, writeServers } from './local/running.ts'
import { localPostgres, localTemporal, type ReachedTemporal } from './local/servers.ts'
import {
  connectService,
  readServiceSettings,
  startBundling,
  startServiceApi,
  startServiceWorker,
  type Stop,
} from './local/service.ts'
import { startLocalTwins } from './local/twins.ts'
import { firstRun } from './welcome.ts'

/**
 * `npm start`: PostgreSQL, Temporal with its Web UI, api and worker on one machine. Api and worker share this process,
 * so a run's first workflow task is handed over without a poll. `npm start -- temporal` starts only Temporal;
 * `npm start -- --twins` lets the service call the twins of all live providers (test/twins).
 */

/**
 * Starts only the server with the workflows, while no worker may continue them: for an operator who restores a database
 * (ops/RUNBOOK.md).
 */
async function startTemporalAlone(stops: Stop[]): Promise<void> {
  const dataDir = dataDirOf(process.env)
  const { address, namespace } = await localTemporal(process.env, dataDir, stops)
  writeServers(dataDir, { ...readServers(dataDir), temporal_address: address, temporal_namespace: namespace })
  print(`Temporal alone at ${address}. Ctrl-C stops it.`)
}

async function start(stops: Stop[], failed: (error: unknown) => void): Promise<void> {
  const twins = process.argv.includes('--twins') ? await step('twins', () => startLocalTwins(stops)) : null
  const env = { ...process.env, ...twins?.environment }
  const dataDir = dataDirOf(env)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const given = readServiceSettings(env, dataDir)
  const bundling = startBundling(env)
  const databaseUrl = await step('PostgreSQL', () => localPostgres(env, dataDir, stops))
  await step('migrations', () => migrate(databaseUrl))
  const temporal = await step('Temporal', () => localTemporal(env, dataDir, stops))
  await ensureSearchAttributes(temporal)
  const settings = { ...given, wanted: { ...given.wanted, operators: operatorsOf(temporal) } }
  const service = await connectService(settings, { databaseUrl, temporal }, stops)
  const running: { api: RunningApi | null } = { api: null }
  const { worker, version } = await startServiceWorker(service, bundling, {
    notifyEnded: (runId) => running.api?.waiters.ended([runId]),
    publicUrl: () => running.api?.url ?? settings.wanted.publicUrl ?? `http://127.0.0.1:${settings.wanted.port}`,
  })
  worker.finished.catch((error: unknown) => failed(error))
  const api = await startServiceApi(service, worker)
  running.api = api
  await twins?.reportTo(api.url)

  const { url: baseUrl, metricsUrl } = api
  const places = { dataDir, databaseUrl, temporal, baseUrl, metricsUrl, twinsUrl: twins?.url ?? null }
  const { credentials, file } = await writeDownDemo(service.db, places)
  print(firstRun(credentials, file))
  if (settings.wanted.clientPackages === PACKED) packClientsInBackground(stops)
  await dropWhatStartLeft()
  if (twins !== null) print(`Live providers are simulated by the twins at ${twins.url} (docs/live.md).\n`)
  const warning = await elsewhere(worker.client, temporal, version)
  if (warning !== null) print(`${warning}\n`)
}

/** V8 looks for garbage only while there is work, and a local start may wait for its first request for hours. */
async function dropWhatStartLeft(): Promise<void> {
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage')
  session.disconnect()
}

/** Everybody who signs in at a local start runs it. */
const operatorsOf = ({ ui, namespace }: ReachedTemporal): OperatorSettings | null =>
  ui === null ? null : operatorsAt(ui, { namespace, emails: null })

/** Temporal has already answered this start; a longer wait is not worth a message. */
const CHECK_MS_MAX = 5_000

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
    .withDeadline(Date.now() + CHECK_MS_MAX, () => routedElsewhere(place, version?.buildId ?? null))
    .catch(() => null)
}

await runUntilStopped((stops, failed) =>
  process.argv[2] === 'temporal' ? startTemporalAlone(stops) : start(stops, failed),
)
