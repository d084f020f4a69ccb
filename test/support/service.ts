import { randomUUID } from 'node:crypto'
import { Client, Connection } from '@temporalio/client'
import { type Logger, pino } from 'pino'
import { loadProviderFacts } from '../../activities/providers/facts.ts'
import type { ProviderSettings } from '../../activities/providers/settings.ts'
import { type ApiParts, startApi, type RunningApi } from '../../api/compose.ts'
import { readApiSettings } from '../../api/settings.ts'
import { parseNetworks } from '../../domain/settings/networks.ts'
import type { WorkerSlots } from '../../domain/runs/shares.ts'
import type { StripeSettings } from '../../domain/settings/payments.ts'
import type { InboundSecrets } from '../../domain/settings/inbound-secrets.ts'
import type { CredentialCipher } from '../../db/cipher.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { composeActivities } from '../../worker/compose.ts'
import { activityLog } from '../../worker/log.ts'
import type { WorkerVersion } from '../../domain/settings/worker-version.ts'
import { type Workers, startWorkers } from '../../worker/workers.ts'
import { follow, type Tracing } from '../../telemetry/tracing.ts'
import { tracedClient } from '../../telemetry/temporal.ts'
import type { TracingSettings } from '../../domain/settings/tracing.ts'
import { createRunStarter, type RunStarter } from '../../workflows/starters/runs.ts'
import { createProviderCaller } from '../../workflows/starters/provider-operations.ts'
import { createDeliveryStarter } from '../../workflows/starters/deliveries.ts'
import { createInboundStarter } from '../../workflows/starters/inbound.ts'
import { createWatchStarter } from '../../workflows/starters/watches.ts'
import { buildWorkspace, type TestWorkspace } from '../build/workspace.ts'
import { testCipher } from '../build/connection.ts'
import { workflowBundle } from './bundle.ts'
import { testDatabase } from './postgres.ts'
import { shortTasks } from './short-tasks.ts'
import { testTemporal } from './temporal.ts'
import { captureTemporalLog } from './temporal-log.ts'
import { LOOPBACK } from './worker-env.ts'

/** The whole service on real parts: its own database and task queue, on the shared Temporal server. */
export interface TestService {
  readonly url: string
  readonly databaseUrl: string
  readonly db: Database
  readonly client: Client
  readonly temporal: { readonly address: string; readonly namespace: string; readonly taskQueue: string }
  readonly workspace: TestWorkspace
  /** That of api and worker alike. */
  readonly cipher: CredentialCipher
  /** Everything that was logged, for canary tests. */
  readonly logLines: string[]
  readonly api: RunningApi
  /** null while there is none. */
  worker(): Workers | null
  startWorker(): Promise<Workers>
  stopWorker(): Promise<void>
  /** A second api beside the first, reached by the same public address; the test that starts it drains it. */
  startReplica(): Promise<RunningApi>
  stop(): Promise<void>
}

export interface TestServiceOptions {
  /** Keys and base URLs of live providers: point them at simulators. */
  readonly providers?: ProviderSettings
  /** false starts the API alone; start workers later, here or in processes of their own. */
  readonly worker?: boolean
  /** Called once per round trip to the database, of api and worker alike. */
  readonly onQuery?: (statement: string) => void
  readonly sweepEveryMs?: number
  /** true keeps the Schedules of retention and of watches, as production does. */
  readonly schedules?: boolean
  /** Another server than the one all test files share. */
  readonly temporal?: { readonly address: string; readonly namespace: string }
  /** How old the health that routing acts on may be; tests want what has just happened. */
  readonly recordsAgeMsMax?: number
  readonly finalBillDelayMs?: number
  /** Of which version its workers are; of none unless said otherwise. Nothing begins there before it is promoted. */
  readonly version?: WorkerVersion
  /** What webhooks may reach beside public addresses; this machine unless said otherwise. */
  readonly webhookNetworks?: readonly string[]
  /** How long a question to a provider may take. */
  readonly askMsMax?: number
  /** By which providers prove that a message is theirs; none unless said otherwise. */
  readonly inboundSecrets?: InboundSecrets
  /** How payments are taken, by api and worker alike; not at all unless said otherwise. */
  readonly stripe?: StripeSettings
  readonly credit?: { readonly test?: string; readonly live?: string }
  /** Where api and worker tell their spans; nowhere unless said otherwise. */
  readonly tracing?: TracingSettings
  /** How much its worker of runs does at once. */
  readonly slots?: WorkerSlots
  /** Workflows that the api starts are taken over from a dead worker after two seconds, not ten. */
  readonly shortTasks?: boolean
  /** Settings of the api, as its environment names them. */
  readonly env?: Readonly<Record<string, string>>
}

/** Read once for all services of a test file. */
const facts = loadProviderFacts({})

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const database = await testDatabase()
  const logLines: string[] = []
  const log = pino(
    { level: 'info' },
    {
      write: (line) => {
        logLines.push(line)
      },
    },
  )
  const tracing = options.tracing === undefined ? null : follow(options.tracing, { process: 'service', log })
  const db = await openDatabase({
    url: database.url,
    applicationName: 'test',
    poolMax: 20,
    traced: tracing?.traced,
    ...(options.onQuery ? { onQuery: options.onQuery } : {}),
  })
  captureTemporalLog()
  const temporal = { ...(options.temporal ?? testTemporal()), taskQueue: `test-${randomUUID()}` }
  const connection = await Connection.connect({ address: temporal.address })
  const plainClient = new Client({
    connection,
    namespace: temporal.namespace,
    interceptors: {
      workflow: [
        ...(tracing === null ? [] : [tracedClient(tracing)]),
        ...(options.shortTasks === true ? [shortTasks()] : []),
      ],
    },
  })

  const cipher = testCipher()
  type Current = { worker: Workers; close(): Promise<void> } | null
  const state: { current: Current } = { current: null }
  const ended: { notify: (runId: string) => void } = { notify: () => undefined }
  const startWorker = async (): Promise<Workers> => {
    const started = await composeWorker({
      db,
      log,
      cipher,
      options,
      temporal,
      tracing,
      notify: (runId) => ended.notify(runId),
    })
    state.current = started
    return started.worker
  }
  const stopWorker = async (): Promise<void> => {
    const stopping = state.current
    state.current = null
    await stopping?.worker.drain()
    await stopping?.close()
  }
  if (options.worker !== false) await startWorker()

  const apiParts: ApiParts = {
    db,
    facts,
    log,
    cipher,
    tracing,
    providerCaller: {
      ask: (id, call) =>
        createProviderCaller({
          client: state.current?.worker.client ?? plainClient,
          taskQueue: temporal.taskQueue,
          eager: state.current?.worker.eager ?? false,
          ...(options.askMsMax === undefined ? {} : { askMsMax: options.askMsMax }),
        }).ask(id, call),
    },
    deliveries: {
      start: (delivery) => deliveries().start(delivery),
      startAll: (some) => deliveries().startAll(some),
      retryNow: (delivery) => deliveries().retryNow(delivery),
      look: (delivery) => deliveries().look(delivery),
      deliver: (delivery) => deliveries().deliver(delivery),
      startDisableClock: (...clock) => deliveries().startDisableClock(...clock),
    },
    settings: {
      ...readApiSettings({ WEBHOOK_ALLOWED_NETWORKS: (options.webhookNetworks ?? LOOPBACK).join(','), ...options.env }),
      port: 0,
      metricsPort: 0,
      ...(options.inboundSecrets === undefined ? {} : { inboundSecrets: options.inboundSecrets }),
      stripe: options.stripe ?? null,
    },
    inboundStarter: { start: (message) => inboundStarter().start(message) },
    watchStarter: {
      startRefresh: (refresh) => watchStarter().startRefresh(refresh),
      makeSoon: (watch) => watchStarter().makeSoon(watch),
      removeSoon: (watchId) => watchStarter().removeSoon(watchId),
    },
    starter: {
      // The client follows the worker, so that starts are eager exactly while one runs in this process.
      start: (run) => starter().start(run),
      signalCancel: (runId) => starter().signalCancel(runId),
    },
    checkTemporal: async () => {
      await connection.workflowService.getSystemInfo({})
    },
    validateResponses: true,
    notifyOthers: () => undefined,
    recordsAgeMsMax: options.recordsAgeMsMax ?? 0,
  }
  const api = await startApi(apiParts)
  ended.notify = (runId) => api.waiters.ended([runId])
  const deliveries = () =>
    createDeliveryStarter({
      client: state.current?.worker.client ?? plainClient,
      taskQueue: temporal.taskQueue,
      eager: state.current?.worker.eager ?? false,
      onLost: () => undefined,
    })
  const inboundStarter = () =>
    createInboundStarter({
      client: state.current?.worker.client ?? plainClient,
      taskQueue: temporal.taskQueue,
      eager: state.current?.worker.eager ?? false,
    })
  const watchStarter = () =>
    createWatchStarter({
      client: state.current?.worker.client ?? plainClient,
      taskQueue: temporal.taskQueue,
      eager: state.current?.worker.eager ?? false,
      onLost: () => undefined,
    })
  const starter = () => starters.get(state.current) ?? remember(state.current)
  const starters = new Map<Current, RunStarter>()
  const remember = (of: Current): RunStarter => {
    const made = createRunStarter({
      client: of?.worker.client ?? plainClient,
      taskQueue: temporal.taskQueue,
      eager: of?.worker.eager ?? false,
      reuse: 'failed only',
    })
    starters.set(of, made)
    return made
  }

  return {
    url: api.url,
    databaseUrl: database.url,
    db,
    client: plainClient,
    temporal,
    logLines,
    api,
    cipher,
    workspace: await buildWorkspace(db, options.credit),
    worker: () => state.current?.worker ?? null,
    startWorker,
    stopWorker,
    startReplica: () => startApi({ ...apiParts, settings: { ...apiParts.settings, publicUrl: api.url } }),
    async stop() {
      await api.drain()
      await stopWorker()
      await connection.close()
      await db.close()
      await tracing?.stop()
      await database.drop()
    },
  }
}

interface WorkerParts {
  readonly db: Database
  readonly cipher: CredentialCipher
  readonly log: Logger
  readonly options: TestServiceOptions
  readonly temporal: TestService['temporal']
  readonly notify: (runId: string) => void
  readonly tracing: Tracing | null
}

async function composeWorker({
  db,
  log,
  cipher,
  options,
  temporal,
  notify,
  tracing,
}: WorkerParts): Promise<{ worker: Workers; close(): Promise<void> }> {
  const { deps, close } = await composeActivities({
    db,
    facts,
    cipher,
    finalBillDelayMs: options.finalBillDelayMs ?? 60_000,
    log: activityLog(log),
    providers: options.providers ?? {},
    notifyEnded: notify,
    recordsAgeMsMax: options.recordsAgeMsMax ?? 0,
    stripe: options.stripe ?? null,
    traced: tracing?.traced,
    webhookNetworks: parseNetworks((options.webhookNetworks ?? LOOPBACK).join(','), 'the test'),
  })
  const worker = await startWorkers({
    temporal,
    version: options.version ?? null,
    bundle: await workflowBundle({ version: options.version ?? null, traced: tracing !== null }),
    activities: deps,
    tracing,
    sweepEveryMs: options.sweepEveryMs ?? 60_000,
    schedules: options.schedules ?? false,
    ...(options.slots === undefined ? {} : { slots: options.slots }),
  })
  return { worker, close }
}
