import type { Client } from '@temporalio/client'
import { type Logger, pino } from 'pino'
import { loadKnownProviders, type KnownProviders } from '../../activities/providers/known-providers.ts'
import { type RunningApi, startApi } from '../../api/compose.ts'
import { readApiSettings } from '../../api/settings.ts'
import { parseEncryptionKeys } from '../../domain/settings/encryption-keys.ts'
import type { TemporalSettings } from '../../domain/settings/connections.ts'
import { parseNetworks } from '../../domain/settings/networks.ts'
import { createCipher, type SecretCipher } from '../../db/cipher.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { composeActivities } from '../../worker/compose.ts'
import { activityLog } from '../../worker/log.ts'
import { startWorkers, type Workers } from '../../worker/workers.ts'
import { bundleWorkflows } from '../../worker/workflow-bundle.ts'
import { createApiStarters } from '../../workflows/starters/api-starters.ts'
import { createDeliveryStarter } from '../../workflows/starters/deliveries.ts'
import type { Metering } from '../../telemetry/metering.ts'
import type { BenchServers } from './servers.ts'
import { newEncryptionKeys } from '../../dev/local/encryption-keys.ts'
import { type BenchWorkspace, createBenchWorkspace } from './workspace.ts'

/** The whole service in this process, so that its round trips to the database can be counted. */
export interface FigureService {
  readonly client: Client
  readonly temporal: TemporalSettings
  readonly databaseUrl: string
  readonly url: string
  readonly keys: BenchWorkspace['keys']
  /** Sends a run and returns its id, whatever its outcome. */
  run(environment: 'test' | 'live', body: object): Promise<string>
  call(environment: 'test' | 'live', method: string, path: string, body?: object): Promise<unknown>
  stop(): Promise<void>
}

export interface FigureServiceOptions {
  readonly servers: BenchServers
  readonly databaseUrl: string
  /** Called with the name of every statement that makes a round trip. */
  readonly onQuery: (name: string) => void
  /** The build of its workers; none by default. Nothing begins there before it is promoted. */
  readonly build?: string
  /** With false, every workflow starts by a poll, as with a versioned worker. */
  readonly eager?: boolean
  /** Its metering; by default only the api's own meter, and nothing of the worker. */
  readonly metering?: Metering
  readonly taskQueue?: string
}

const POOL_MAX = 20
/** Long enough to see the timer, short enough to wait for it. */
const FINAL_BILL_DELAY_MS = 1_000
/** Data shared by all runs is read once, before the first run that counts. */
const RECORDS_AGE_MS_MAX = 600_000
const SWEEP_EVERY_MS = 60_000

export async function startFigureService(options: FigureServiceOptions): Promise<FigureService> {
  const { databaseUrl, metering } = options
  const db = await openDatabase({
    url: databaseUrl,
    applicationName: 'bench',
    poolMax: POOL_MAX,
    onQuery: options.onQuery,
    ...(metering === undefined ? {} : { onMetricEvent: metering.onMetricEvent }),
  })
  const parts: FigureParts = {
    db,
    log: pino({ level: 'error' }, pino.destination(2)),
    known: loadKnownProviders({}),
    cipher: createCipher(parseEncryptionKeys(newEncryptionKeys(), 'the benchmark')),
    temporal: { ...options.servers.temporal, taskQueue: options.taskQueue ?? 'figures' },
    options,
  }
  const ended: { notify: (runId: string) => void } = { notify: () => undefined }
  const { worker, close } = await startFigureWorker(parts, (runId) => ended.notify(runId))
  const api = await startFigureApi(parts, worker)
  ended.notify = (runId) => api.waiters.ended([runId])
  const { keys } = await createBenchWorkspace(db, 'figures')
  const call = callerOf(api.url, keys)
  let stopping: Promise<void> | null = null
  return {
    client: worker.client,
    temporal: parts.temporal,
    databaseUrl,
    url: api.url,
    keys,
    call,
    async run(environment, body) {
      const answer = await call(environment, 'POST', '/v1/run', body)
      const runId = at(answer, 'run_id')
      if (typeof runId !== 'string') throw new Error(`no run was started: ${JSON.stringify(answer)}`)
      return runId
    },
    stop() {
      stopping ??= (async () => {
        await api.drain()
        await worker.drain()
        await close()
        await db.close()
      })()
      return stopping
    },
  }
}

/** What its api and its worker share. */
interface FigureParts {
  readonly db: Database
  readonly log: Logger
  readonly known: KnownProviders
  readonly cipher: SecretCipher
  readonly temporal: TemporalSettings
  readonly options: FigureServiceOptions
}

async function startFigureWorker(
  { db, log, known, cipher, temporal, options }: FigureParts,
  notifyEnded: (runId: string) => void,
): Promise<{ readonly worker: Workers; close(): Promise<void> }> {
  const { build, metering } = options
  const version = build === undefined ? null : { deploymentName: temporal.taskQueue, buildId: build }
  const { deps, close } = await composeActivities({
    db,
    cipher,
    known,
    finalBillDelayMs: FINAL_BILL_DELAY_MS,
    log: activityLog(log),
    recordsAgeMsMax: RECORDS_AGE_MS_MAX,
    notifyEnded,
    publicUrl: () => 'http://127.0.0.1',
    stripe: null,
    mail: null,
    webhookNetworks: parseNetworks('127.0.0.0/8', 'the benchmark'),
    // No server listens there: the only run that is sent there never gets its turn.
    providers: { findymail: { apiKey: 'bench', baseUrl: 'http://127.0.0.1:9' } },
  })
  const worker = await startWorkers({
    temporal,
    version,
    bundle: await bundleWorkflows({ version }),
    activities: deps,
    sweepEveryMs: SWEEP_EVERY_MS,
    schedules: false,
    ...(metering === undefined ? {} : { metrics: metering.meter }),
  })
  return { worker, close }
}

function startFigureApi(
  { db, log, known, cipher, temporal, options }: FigureParts,
  { client, ...worker }: Workers,
): Promise<RunningApi> {
  const { metering } = options
  const eager = worker.eager && options.eager !== false
  const lost = { onDeliveryLost: () => undefined, onWatchLost: () => undefined }
  const starters = createApiStarters({ client, taskQueue: temporal.taskQueue, eager, ...lost })
  return startApi({
    db,
    known,
    log,
    cipher,
    settings: { ...readApiSettings({}), port: 0, metricsPort: 0 },
    validateResponses: true,
    recordsAgeMsMax: RECORDS_AGE_MS_MAX,
    ...(metering === undefined ? {} : { metering }),
    ...starters,
    deliveries: createDeliveryStarter({
      client,
      taskQueue: temporal.taskQueue,
      eager: false,
      onLost: lost.onDeliveryLost,
    }),
    // Refreshed by hand: a Schedule would fire after the benchmark.
    watchStarter: { ...starters.watchStarter, createInBackground: () => undefined },
    checkTemporal: async () => {
      await client.connection.workflowService.getSystemInfo({})
    },
    notifyOthers: () => undefined,
  })
}

const callerOf =
  (url: string, keys: BenchWorkspace['keys']): FigureService['call'] =>
  async (environment, method, path, body) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${keys[environment]}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return response.json()
  }

/** A member of an answer of unknown shape. */
export const at = (value: unknown, member: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, member)?.value : undefined
