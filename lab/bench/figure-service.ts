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
import { newId } from '../../db/ids.ts'
import { makeSecret } from '../../db/delivery/webhooks/secret.ts'
import { createWebhook } from '../../usecases/webhooks/endpoints.ts'
import { composeActivities } from '../../worker/compose.ts'
import { activityLog } from '../../worker/log.ts'
import { startWorkers, type Workers } from '../../worker/workers.ts'
import { bundleWorkflows } from '../../worker/workflow-bundle.ts'
import { createApiStarters } from '../../workflows/starters/api-starters.ts'
import { createDeliveryStarter, type DeliveryStarter } from '../../workflows/starters/deliveries.ts'
import { writeOne } from './growing/events-data.ts'
import type { BenchServers } from './servers.ts'
import { newEncryptionKeys } from '../../dev/local/encryption-keys.ts'
import { type BenchWorkspace, createBenchWorkspace } from './workspace.ts'

/** The entire service in this process, so that its round trips to the database can be counted. */
export interface FigureService {
  readonly client: Client
  readonly databaseUrl: string
  /** Sends a run and returns its id, whatever its outcome. */
  run(environment: 'test' | 'live', body: object): Promise<string>
  call(environment: 'test' | 'live', method: string, path: string, body?: object): Promise<unknown>
  /** Writes an event, delivers it to the receiver, and returns the id of the delivery. */
  deliver(): Promise<string>
  stop(): Promise<void>
}

export interface FigureServiceOptions {
  readonly servers: BenchServers
  readonly databaseUrl: string
  /** Where webhooks are delivered. */
  readonly receiverUrl: string
  /** Called with the name of every statement that makes a round trip. */
  readonly onQuery: (name: string) => void
}

const POOL_MAX = 20
/** Long enough to see the timer, short enough to wait for it. */
const FINAL_BILL_DELAY_MS = 1_000
/** Data shared by all runs is read once, before the first run that counts. */
const RECORDS_AGE_MS_MAX = 600_000
const SWEEP_EVERY_MS = 60_000

export async function startFigureService(options: FigureServiceOptions): Promise<FigureService> {
  const { databaseUrl, onQuery } = options
  const db = await openDatabase({ url: databaseUrl, applicationName: 'bench', poolMax: POOL_MAX, onQuery })
  const parts: FigureParts = {
    db,
    log: pino({ level: 'error' }, pino.destination(2)),
    known: loadKnownProviders({}),
    cipher: createCipher(parseEncryptionKeys(newEncryptionKeys(), 'the benchmark')),
    temporal: { ...options.servers.temporal, taskQueue: 'figures' },
  }
  const ended: { notify: (runId: string) => void } = { notify: () => undefined }
  const { worker, close } = await startFigureWorker(parts, (runId) => ended.notify(runId))
  const deliveries = createDeliveryStarter({
    client: worker.client,
    taskQueue: parts.temporal.taskQueue,
    eager: false,
    onLost: () => undefined,
  })
  const api = await startFigureApi(parts, worker, deliveries)
  ended.notify = (runId) => api.waiters.ended([runId])
  const workspace = await createBenchWorkspace(db, 'figures')
  const owner = { workspaceId: workspace.id, environment: 'live' } as const
  await createWebhook(
    db,
    { id: newId('wh'), ...owner },
    { url: options.receiverUrl, events: [], description: null, secret: makeSecret(parts.cipher, workspace.id) },
  )
  const call = callerOf(api.url, workspace.keys)
  return {
    client: worker.client,
    databaseUrl,
    call,
    async run(environment, body) {
      const answer = await call(environment, 'POST', '/v1/run', body)
      const runId = at(answer, 'run_id')
      if (typeof runId !== 'string') throw new Error(`no run was started: ${JSON.stringify(answer)}`)
      return runId
    },
    async deliver() {
      const [delivery] = (await writeOne(db, owner)).deliveries
      if (delivery === undefined) throw new Error('the event has no delivery')
      await deliveries.start(delivery)
      await worker.client.workflow.getHandle(delivery.id).result()
      return delivery.id
    },
    async stop() {
      await api.drain()
      await worker.drain()
      await close()
      await db.close()
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
}

async function startFigureWorker(
  { db, log, known, cipher, temporal }: FigureParts,
  notifyEnded: (runId: string) => void,
): Promise<{ readonly worker: Workers; close(): Promise<void> }> {
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
    dnsServers: ['127.0.0.1:9'],
    // No server listens there: the only run that is sent there never gets its turn.
    providers: { findymail: { apiKey: 'bench', baseUrl: 'http://127.0.0.1:9' } },
  })
  const worker = await startWorkers({
    temporal,
    version: null,
    bundle: await bundleWorkflows({ version: null }),
    activities: deps,
    sweepEveryMs: SWEEP_EVERY_MS,
    schedules: false,
  })
  return { worker, close }
}

function startFigureApi(
  { db, log, known, cipher, temporal }: FigureParts,
  { client, eager }: Workers,
  deliveries: DeliveryStarter,
): Promise<RunningApi> {
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
    ...starters,
    deliveries,
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
