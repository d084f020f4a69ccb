import { randomUUID } from 'node:crypto'
import { Client, type Connection } from '@temporalio/client'
import { type Logger, pino } from 'pino'
import { loadKnownProviders } from '../../activities/providers/known-providers.ts'
import type { ProviderSettings } from '../../activities/providers/settings.ts'
import { type ApiParts, startApi, type RunningApi } from '../../api/compose.ts'
import { readApiSettings } from '../../api/settings.ts'
import { parseNetworks } from '../../domain/settings/networks.ts'
import type { WorkerSlots } from '../../domain/runs/shares.ts'
import type { StripeSettings } from '../../domain/settings/payments.ts'
import type { InboundSecrets } from '../../domain/settings/inbound-secrets.ts'
import type { SecretCipher } from '../../db/cipher.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { composeActivities } from '../../worker/compose.ts'
import { activityLog } from '../../worker/log.ts'
import type { TemporalSettings } from '../../domain/settings/connections.ts'
import { readWatchesThreads } from '../../domain/settings/worker-threads.ts'
import type { WorkerVersion } from '../../domain/settings/worker-version.ts'
import { type Workers, startWorkers } from '../../worker/workers.ts'
import { follow, type Tracing } from '../../telemetry/tracing.ts'
import { tracedClient } from '../../telemetry/temporal.ts'
import type { TracingSettings } from '../../domain/settings/tracing.ts'
import { readMailSettings } from '../../domain/settings/mail.ts'
import { type ApiStarters, createApiStarters } from '../../workflows/starters/api-starters.ts'
import { buildWorkspace, type TestWorkspace } from '../build/workspace.ts'
import { testCipher } from '../build/connection.ts'
import { workflowBundle } from './bundle.ts'
import { TEST_CONNECTIONS, testDatabase } from './postgres.ts'
import { shortTasks } from './short-tasks.ts'
import { connectTemporal, testTemporal } from './temporal.ts'
import { captureTemporalLog } from './temporal-log.ts'
import { LOOPBACK, NO_DNS } from './worker-env.ts'

/** The entire service on real parts: its own database and task queue, on the shared Temporal server. */
export interface SharedService {
  readonly url: string
  readonly databaseUrl: string
  readonly db: Database
  readonly client: Client
  readonly temporal: TemporalSettings
  readonly workspace: TestWorkspace
  /** That of api and worker alike. */
  readonly cipher: SecretCipher
  /** Everything that was logged, for canary tests. */
  readonly logLines: string[]
  readonly api: RunningApi
  /** null while there is none. */
  worker(): Workers | null
  stop(): Promise<void>
}

/** A service of one test file, which may also stop parts of it. */
export interface TestService extends SharedService {
  startWorker(): Promise<Workers>
  stopWorker(): Promise<void>
  /** A second api in addition to the first, reached by the same public address; the test that starts it drains it. */
  startReplica(env?: TestServiceOptions['env']): Promise<RunningApi>
}

export interface TestServiceOptions {
  /** Keys and base URLs of live providers: point them at simulators. */
  readonly providers?: ProviderSettings
  /** false starts the API alone; start workers later, here or in processes of their own. */
  readonly worker?: boolean
  /** Called once per round trip to the database, of api and worker alike. */
  readonly onQuery?: (statement: string) => void
  readonly sweepEveryMs?: number
  readonly countHealthEveryMs?: number
  /** true keeps the Schedules of retention and of watches, as production does. */
  readonly schedules?: boolean
  /** Another server than the one all test files share. */
  readonly temporal?: Omit<TemporalSettings, 'taskQueue'>
  /** How old the health that routing acts on may be; tests want what has just happened. */
  readonly recordsAgeMsMax?: number
  readonly finalBillDelayMs?: number
  /** Of which version its workers are; of none unless set otherwise. Nothing begins there before it is promoted. */
  readonly version?: WorkerVersion
  /** What webhooks may reach in addition to public addresses; this machine unless set otherwise. */
  readonly webhookNetworks?: readonly string[]
  /** The name servers that its worker asks; by default none answers. */
  readonly dnsServers?: readonly string[]
  /** How long a question to a provider may take. */
  readonly askMsMax?: number
  /** By which providers prove that a message is theirs; none unless set otherwise. */
  readonly inboundSecrets?: InboundSecrets
  /** How payments are taken, by api and worker alike; not at all unless set otherwise. */
  readonly stripe?: StripeSettings
  readonly credit?: { readonly test?: string; readonly live?: string }
  /** Where api and worker export their spans; nowhere unless set otherwise. */
  readonly tracing?: TracingSettings
  /** How much its worker of runs does at once. */
  readonly slots?: WorkerSlots
  /** Workflows that the api starts are taken over from a dead worker after two seconds, not ten. */
  readonly shortTasks?: boolean
  /** Settings of the api, as its environment names them. */
  readonly env?: Readonly<Record<string, string>>
}

/** Read once for all services of a test file. */
const known = loadKnownProviders({})

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const database = await testDatabase()
  const { log, logLines } = keepingLog()
  const tracing = options.tracing === undefined ? null : await follow(options.tracing, { process: 'service', log })
  const db = await openDatabase({
    url: database.url,
    applicationName: 'test',
    ...TEST_CONNECTIONS,
    traced: tracing?.traced,
    ...(options.onQuery ? { onQuery: options.onQuery } : {}),
  })
  captureTemporalLog()
  const temporal = { ...(options.temporal ?? testTemporal()), taskQueue: `test-${randomUUID()}` }
  const connection = await connectTemporal(temporal)
  const client = plainClient(connection, temporal.namespace, { tracing, shortTasks: options.shortTasks === true })
  const parts: ServiceParts = { db, log, cipher: testCipher(), options, temporal, tracing }
  const running: { api: RunningApi | null } = { api: null }
  const worker = replaceableWorker(() => composeWorker(parts, running))
  if (options.worker !== false) await worker.start()

  const starters = startersFollowing(worker, { client, parts })
  const apiParts = (env = options.env) => apiPartsOf({ ...parts, options: { ...options, env } }, connection, starters)
  const api = await startApi(apiParts())
  running.api = api

  return {
    url: api.url,
    databaseUrl: database.url,
    db,
    client,
    temporal,
    logLines,
    api,
    cipher: parts.cipher,
    workspace: await buildWorkspace(db, options.credit),
    worker: worker.current,
    startWorker: worker.start,
    stopWorker: worker.stop,
    startReplica(env) {
      const { settings, ...rest } = apiParts(env)
      return startApi({ ...rest, settings: { ...settings, publicUrl: api.url } })
    },
    async stop() {
      await api.drain()
      await worker.stop()
      await connection.close()
      await db.close()
      await tracing?.stop()
      await database.drop()
    },
  }
}

/** What its api and its worker share. */
interface ServiceParts {
  readonly db: Database
  readonly cipher: SecretCipher
  readonly log: Logger
  readonly options: TestServiceOptions
  readonly temporal: TestService['temporal']
  readonly tracing: Tracing | null
}

function keepingLog(): { readonly log: Logger; readonly logLines: string[] } {
  const logLines: string[] = []
  const log = pino(
    { level: 'info' },
    {
      write: (line) => {
        logLines.push(line)
      },
    },
  )
  return { log, logLines }
}

/** A client in addition to the worker's, for when there is no worker. */
const plainClient = (
  connection: Connection,
  namespace: string,
  how: { readonly tracing: Tracing | null; readonly shortTasks: boolean },
): Client =>
  new Client({
    connection,
    namespace,
    interceptors: {
      workflow: [
        ...(how.tracing === null ? [] : [tracedClient(how.tracing)]),
        ...(how.shortTasks ? [shortTasks()] : []),
      ],
    },
  })

interface ComposedWorker {
  readonly worker: Workers
  close(): Promise<void>
}

/** A worker that a test stops and starts again. */
interface ReplaceableWorker {
  /** null while there is none. */
  current(): Workers | null
  start(): Promise<Workers>
  stop(): Promise<void>
}

function replaceableWorker(compose: () => Promise<ComposedWorker>): ReplaceableWorker {
  let current: ComposedWorker | null = null
  return {
    current: () => current?.worker ?? null,
    async start() {
      current = await compose()
      return current.worker
    },
    async stop() {
      const stopping = current
      current = null
      await stopping?.worker.drain()
      await stopping?.close()
    },
  }
}

/** They use the worker's client, so that starts are eager exactly while a worker runs in this process. */
function startersFollowing(
  worker: ReplaceableWorker,
  { client, parts: { options, temporal } }: { readonly client: Client; readonly parts: ServiceParts },
): Pick<ApiParts, keyof ApiStarters> {
  const made = new Map<Workers | null, ApiStarters>()
  function now(): ApiStarters {
    const workers = worker.current()
    const starters =
      made.get(workers) ??
      createApiStarters({
        client: workers?.client ?? client,
        taskQueue: temporal.taskQueue,
        eager: workers?.eager ?? false,
        onDeliveryLost: () => undefined,
        onWatchLost: () => undefined,
        callMsMax: options.askMsMax,
      })
    made.set(workers, starters)
    return starters
  }
  return {
    starter: {
      start: (run) => now().starter.start(run),
      signalCancel: (runId) => now().starter.signalCancel(runId),
      signalDecision: (runId) => now().starter.signalDecision(runId),
      resume: (run) => now().starter.resume(run),
    },
    providerCaller: { call: (id, call) => now().providerCaller.call(id, call) },
    deliveries: {
      start: (delivery) => now().deliveries.start(delivery),
      startAll: (some) => now().deliveries.startAll(some),
      retryNow: (delivery) => now().deliveries.retryNow(delivery),
      checkState: (delivery) => now().deliveries.checkState(delivery),
      deliver: (delivery) => now().deliveries.deliver(delivery),
      startAutoDisable: (...endpoint) => now().deliveries.startAutoDisable(...endpoint),
    },
    inboundStarter: { start: (message) => now().inboundStarter.start(message) },
    jobStarter: { wake: (job) => now().jobStarter.wake(job) },
    watchStarter: {
      startRefresh: (refresh) => now().watchStarter.startRefresh(refresh),
      createInBackground: (watch) => now().watchStarter.createInBackground(watch),
      removeInBackground: (watchId) => now().watchStarter.removeInBackground(watchId),
    },
  }
}

const apiPartsOf = (
  { db, log, cipher, options, tracing }: ServiceParts,
  connection: Connection,
  starters: Pick<ApiParts, keyof ApiStarters>,
): ApiParts => ({
  db,
  known,
  log,
  cipher,
  tracing,
  ...starters,
  settings: {
    ...readApiSettings({ WEBHOOK_ALLOWED_NETWORKS: (options.webhookNetworks ?? LOOPBACK).join(','), ...options.env }),
    port: 0,
    metricsPort: 0,
    ...(options.inboundSecrets === undefined ? {} : { inboundSecrets: options.inboundSecrets }),
    stripe: options.stripe ?? null,
  },
  checkTemporal: async () => {
    await connection.workflowService.getSystemInfo({})
  },
  validateResponses: true,
  notifyOthers: () => undefined,
  recordsAgeMsMax: options.recordsAgeMsMax ?? 0,
})

async function composeWorker(
  { db, log, cipher, options, temporal, tracing }: ServiceParts,
  running: { readonly api: RunningApi | null },
): Promise<ComposedWorker> {
  const { deps, close } = await composeActivities({
    db,
    known,
    cipher,
    finalBillDelayMs: options.finalBillDelayMs ?? 60_000,
    log: activityLog(log),
    providers: options.providers ?? {},
    notifyEnded: (runId) => running.api?.waiters.ended([runId]),
    publicUrl: () => running.api?.url ?? '',
    recordsAgeMsMax: options.recordsAgeMsMax ?? 0,
    stripe: options.stripe ?? null,
    mail: readMailSettings(options.env ?? {}),
    traced: tracing?.traced,
    webhookNetworks: parseNetworks((options.webhookNetworks ?? LOOPBACK).join(','), 'the test'),
    dnsServers: options.dnsServers ?? [NO_DNS],
  })
  const worker = await startWorkers({
    temporal,
    version: options.version ?? null,
    bundle: await workflowBundle({ version: options.version ?? null, traced: tracing !== null }),
    activities: deps,
    tracing,
    sweepEveryMs: options.sweepEveryMs ?? 60_000,
    schedules: options.schedules ?? false,
    watchesThreads: readWatchesThreads(process.env),
    ...(options.slots === undefined ? {} : { slots: options.slots }),
    ...(options.countHealthEveryMs === undefined ? {} : { countHealthEveryMs: options.countHealthEveryMs }),
  })
  return { worker, close }
}
