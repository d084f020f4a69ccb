import { Client } from '@temporalio/client'
import { pino } from 'pino'
import { loadProviderFacts } from '../../activities/providers/facts.ts'
import { startApi } from '../../api/compose.ts'
import { readApiSettings } from '../../api/settings.ts'
import { parseEncryptionKeys } from '../../domain/settings/encryption-keys.ts'
import type { TemporalSettings } from '../../domain/settings/connections.ts'
import { parseNetworks } from '../../domain/settings/networks.ts'
import { createCipher } from '../../db/cipher.ts'
import { openDatabase } from '../../db/database.ts'
import { composeActivities } from '../../worker/compose.ts'
import { activityLog } from '../../worker/log.ts'
import { startWorkers } from '../../worker/workers.ts'
import { bundleWorkflows } from '../../worker/workflow-bundle.ts'
import { createRunStarter } from '../../workflows/starters/runs.ts'
import { createProviderCaller } from '../../workflows/starters/provider-operations.ts'
import { createDeliveryStarter } from '../../workflows/starters/deliveries.ts'
import { createInboundStarter } from '../../workflows/starters/inbound.ts'
import { createWatchStarter } from '../../workflows/starters/watches.ts'
import type { Metering } from '../../telemetry/metering.ts'
import type { Servers } from './servers.ts'
import { newEncryptionKeys } from '../local/encryption-keys.ts'
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
  readonly servers: Servers
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

export async function startFigureService({
  servers,
  databaseUrl,
  onQuery,
  build,
  metering,
  ...options
}: FigureServiceOptions): Promise<FigureService> {
  const log = pino({ level: 'error' }, pino.destination(2))
  const db = await openDatabase({
    url: databaseUrl,
    applicationName: 'bench',
    poolMax: POOL_MAX,
    onQuery,
    ...(metering === undefined ? {} : { onMetricEvent: metering.onMetricEvent }),
  })
  const facts = loadProviderFacts({})
  const temporal = { ...servers.temporal, taskQueue: options.taskQueue ?? 'figures' }
  const version = build === undefined ? null : { deploymentName: temporal.taskQueue, buildId: build }
  const cipher = createCipher(parseEncryptionKeys(newEncryptionKeys(), 'the benchmark'))
  const ended: { notify: (runId: string) => void } = { notify: () => undefined }
  const { deps, close } = await composeActivities({
    db,
    cipher,
    facts,
    finalBillDelayMs: FINAL_BILL_DELAY_MS,
    log: activityLog(log),
    recordsAgeMsMax: RECORDS_AGE_MS_MAX,
    notifyEnded: (runId) => ended.notify(runId),
    stripe: null,
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
  const eager = worker.eager && options.eager !== false
  const api = await startApi({
    db,
    facts,
    log,
    cipher,
    settings: { ...readApiSettings({}), port: 0, metricsPort: 0 },
    validateResponses: true,
    recordsAgeMsMax: RECORDS_AGE_MS_MAX,
    ...(metering === undefined ? {} : { metering }),
    starter: createRunStarter({ client: worker.client, taskQueue: temporal.taskQueue, eager, reuse: 'failed only' }),
    providerCaller: createProviderCaller({ client: worker.client, taskQueue: temporal.taskQueue, eager }),
    deliveries: createDeliveryStarter({
      client: worker.client,
      taskQueue: temporal.taskQueue,
      eager: false,
      onLost: () => undefined,
    }),
    // Refreshed by hand: a Schedule would fire after the benchmark.
    watchStarter: {
      ...createWatchStarter({ client: worker.client, taskQueue: temporal.taskQueue, eager, onLost: () => undefined }),
      makeSoon: () => undefined,
    },
    inboundStarter: createInboundStarter({ client: worker.client, taskQueue: temporal.taskQueue, eager }),
    checkTemporal: async () => {
      await worker.client.connection.workflowService.getSystemInfo({})
    },
    notifyOthers: () => undefined,
  })
  ended.notify = (runId) => api.waiters.ended([runId])
  const workspace = await createBenchWorkspace(db, 'figures')

  const call: FigureService['call'] = async (environment, method, path, body) => {
    const response = await fetch(`${api.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${workspace.keys[environment]}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return response.json()
  }
  let stopping: Promise<void> | null = null
  return {
    client: worker.client,
    temporal,
    databaseUrl,
    url: api.url,
    keys: workspace.keys,
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

/** A member of an answer of unknown shape. */
export const at = (value: unknown, member: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, member)?.value : undefined
