import { Client } from '@temporalio/client'
import { NativeConnection, type Worker, type WorkflowBundle } from '@temporalio/worker'
import type { ActivityDeps } from '../activities/deps.ts'
import { attemptsOfWorker, type WebhookDeps } from '../activities/webhooks/deps.ts'
import { requestReconciliation } from '../db/tables/watches/reconciliation.ts'
import type { WorkerSlots } from '../domain/runs/shares.ts'
import type { TemporalSettings } from '../domain/settings/connections.ts'
import { tracedClient } from '../telemetry/temporal.ts'
import type { Traced } from '../telemetry/spans.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import type { WorkerVersion } from '../domain/settings/worker-version.ts'
import { createAccountMailStarter } from '../workflows/starters/account-mails.ts'
import { createJobStarter } from '../workflows/starters/jobs.ts'
import { createErasureStarter } from '../workflows/starters/erasures.ts'
import { createRunStarter } from '../workflows/starters/runs.ts'
import { gatedStarter } from '../workflows/starters/start-gate.ts'
import { createInboundStarter } from '../workflows/starters/inbound.ts'
import { createTopupStarter } from '../workflows/starters/topups.ts'
import { createWatchStarter, type WatchStarter } from '../workflows/starters/watches.ts'
import { createDeliveryStarter, type DeliveryStarter } from '../workflows/starters/deliveries.ts'
import type { ComposedDeps } from './compose.ts'
import { REPORT_RUNS_EVERY_MS, startFinishedRunReporter } from './finished-run-reporter.ts'
import { COUNT_HEALTH_EVERY_MS, startHealthCounter } from './health-counter.ts'
import type { Meter } from '../telemetry/meter.ts'
import { GAUGES_EVERY_MS, startGauges } from './gauges.ts'
import { maintainEventRetention, CHECK_RETENTION_EVERY_MS } from './event-retention.ts'
import { createRunWorker } from './run-worker.ts'
import { createJobGate, createSweptGate, withFairStart } from './start-gates.ts'
import { startSweeper, type Sweep } from './sweeper.ts'
import {
  addressReports,
  dueDomains,
  dueListSweeps,
  dueReferrals,
  lowWallets,
  endpointsToDisable,
  overdueDeliveries,
  overdueErasures,
  undecidedErasures,
  overdueJobs,
  overdueMails,
  overdueMessages,
  overduePlans,
  overdueRefreshes,
  overdueRuns,
  overdueTopups,
} from './sweeps.ts'
import { CHECK_SCHEDULES_EVERY_MS, startWatchReconciler } from './watch-reconciler.ts'
import { createThreadWatch, unwatchedThreads } from './watched-threads.ts'
import { createWebhookWorker } from './webhook-worker.ts'
import { connectionOptions } from '../workflows/starters/connection-options.ts'

export interface WorkersOptions {
  readonly temporal: TemporalSettings
  /** null: unversioned, as on a single machine. */
  readonly version: WorkerVersion | null
  readonly bundle: WorkflowBundle
  readonly activities: ComposedDeps
  readonly sweepEveryMs: number
  /**
   * false where the server has no Schedules, or where another process keeps time: then nothing is purged, and no watch
   * falls due.
   */
  readonly schedules: boolean
  /** null or left out: nothing is traced. The bundle must be the traced one, or workflows make no spans. */
  readonly tracing?: Tracing | null
  /** Left out, nothing is counted here, and no round reads the gauges. */
  readonly metrics?: Meter
  /** How much work the run worker does at once; production's numbers by default. */
  readonly slots?: WorkerSlots
  /** How long the run worker lets its work continue when it stops; production's time by default. */
  readonly shutdownGraceMs?: number
  /** false: workflows run in the threads of Temporal's SDK as they are. */
  readonly watchesThreads?: boolean
  /** How often outcomes are added to the health of offers; production's time by default. */
  readonly countHealthEveryMs?: number
}

/** The workers of one process, for runs and for webhooks, with their periodic rounds. */
export interface Workers {
  /** A client on these workers' own connection: only such a client can start a workflow eagerly in this process. */
  readonly client: Client
  /**
   * Whether that client may start workflows eagerly. An eager start uses the local version, even one that is not
   * promoted yet or is draining, so versioned workers leave the choice to Temporal.
   */
  readonly eager: boolean
  /** Settles when the workers have stopped; rejects when one failed. */
  readonly finished: Promise<void>
  /** The state in the words of Temporal's SDK: RUNNING while both poll. STUCK: a workflow computes without an end. */
  state(): string
  /** Takes no more tasks, lets the steps under way finish, and closes. */
  drain(): Promise<void>
}

/** In one network, compressing a few kilobytes costs more than sending them. */
const UNCOMPRESSED = { codec: 'none' } as const

/** Connects, and starts the workers and their rounds. */
export async function startWorkers({
  temporal,
  version,
  bundle,
  activities,
  sweepEveryMs,
  schedules,
  metrics,
  slots,
  shutdownGraceMs,
  countHealthEveryMs = COUNT_HEALTH_EVERY_MS,
  tracing = null,
  watchesThreads = true,
}: WorkersOptions): Promise<Workers> {
  const { log } = activities
  const connection = await connectTo(temporal)
  const client = clientOf(connection, temporal, tracing)
  const eager = version === null
  const starters = startersOf(activities, { client, taskQueue: temporal.taskQueue, eager })
  const threads = watchesThreads ? createThreadWatch(log) : unwatchedThreads
  const shared = { connection, threads, temporal, version, bundle, tracing }
  const workers = await Promise.all([
    createRunWorker({
      ...shared,
      slots,
      shutdownGraceMs,
      metrics,
      deps: { ...activities, ...starters.deps },
    }),
    createWebhookWorker({ ...shared, deps: webhookDeps(activities, starters.deliveries) }),
  ])
  const rounds = startAllRounds({
    activities,
    client,
    deliveries: starters.deliveries,
    watches: starters.watches,
    sweepEveryMs,
    countHealthEveryMs,
    taskQueue: temporal.taskQueue,
    schedules,
    metrics,
    begins: tracing?.begins,
  })
  const finished = runAll(workers)
  return {
    client,
    eager,
    finished,
    state: () => (threads.isStuck() ? 'STUCK' : stateOf(workers)),
    async drain() {
      const stopped = [starters.releaseToSweeper(), ...rounds.map((round) => round.stop())]
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
      await Promise.all(stopped)
      await finished
      await connection.close()
    },
  }
}

const connectTo = (temporal: TemporalSettings): Promise<NativeConnection> =>
  NativeConnection.connect({
    ...connectionOptions(temporal),
    ...(temporal.tls === undefined ? { grpcCompression: UNCOMPRESSED } : {}),
  })

const clientOf = (connection: NativeConnection, { namespace }: TemporalSettings, tracing: Tracing | null): Client =>
  new Client({
    connection,
    namespace,
    ...(tracing === null ? {} : { interceptors: { workflow: [tracedClient(tracing)] } }),
  })

async function runAll(workers: readonly Worker[]): Promise<void> {
  await Promise.all(workers.map((worker) => worker.run()))
}

const stateOf = (workers: readonly Worker[]): string =>
  workers.map((worker) => worker.getState()).find((state) => state !== 'RUNNING') ?? 'RUNNING'

/** The starters that activities of this process use. */
function startersOf(
  { db, log }: ComposedDeps,
  to: { readonly client: Client; readonly taskQueue: string; readonly eager: boolean },
): {
  readonly deliveries: DeliveryStarter
  readonly watches: WatchStarter
  /** The process is about to stop: the sweeper takes the runs of jobs that wait for their start. */
  readonly releaseToSweeper: () => Promise<void>
  readonly deps: Pick<
    ActivityDeps,
    'startDeliveries' | 'startRuns' | 'singleRunSeen' | 'singleRunsPresent' | 'signalCancel' | 'watchSchedules'
  >
} {
  const runs = createRunStarter({ ...to, eager: false, reuse: 'any' })
  const { gate, ...singleRuns } = createJobGate({ db, log })
  // A worker that begins a job's rows also plays them, so their tasks need no way through the queue.
  const ofJobs = gatedStarter(createRunStarter({ ...to, reuse: 'any' }), gate)
  const onLost = (deliveryId: string, error: unknown): void =>
    log.error({ delivery_id: deliveryId, error }, 'delivery_start_failed')
  const deliveries = withFairStart(createDeliveryStarter({ ...to, onLost }), { db, log, onLost })
  const watches = createWatchStarter({
    ...to,
    eager: false,
    onLost: (watchId, error) => {
      log.error({ watch_id: watchId, error }, 'watch_schedule_update_failed')
      requestReconciliation(db, to.taskQueue)
    },
  })
  return {
    deliveries,
    watches,
    releaseToSweeper: () => gate.releaseToSweeper().catch(() => log.warn({}, 'swept_run_gate_read_failed')),
    deps: {
      startDeliveries: (some) => deliveries.startAll(some),
      startRuns: (some) => {
        for (const run of some)
          ofJobs
            .start(run)
            .catch((error: unknown) => log.warn({ run_id: run.id, error: String(error) }, 'run_start_unconfirmed'))
      },
      ...singleRuns,
      // Its run is cancelled all the same, and the workflow reads that when its timer ends.
      signalCancel: (runId) => {
        runs.signalCancel(runId).catch(() => log.info({ run_id: runId }, 'run_cancel_signal_failed'))
      },
      watchSchedules: watches,
    },
  }
}

const webhookDeps = ({ db, cipher, guardedHttp, log }: ComposedDeps, deliveries: DeliveryStarter): WebhookDeps => ({
  db,
  cipher,
  log,
  http: guardedHttp,
  ...attemptsOfWorker(),
  startAutoDisable: ({ id, ...owner }) => {
    deliveries.startAutoDisable(id, owner).catch((error: unknown) => {
      log.error({ webhook_id: id, error }, 'auto_disable_start_failed')
    })
  },
})

interface Rounds {
  readonly activities: Pick<ComposedDeps, 'db' | 'log' | 'offers' | 'lookUp' | 'publicUrl'>
  readonly client: Client
  readonly deliveries: DeliveryStarter
  readonly watches: WatchStarter
  readonly schedules: boolean
  readonly taskQueue: string
  readonly sweepEveryMs: number
  readonly countHealthEveryMs: number
  readonly begins: Traced | undefined
  readonly metrics: Meter | undefined
}

/** The periodic rounds of every worker process. One process at a time does each round, or a second one does no harm. */
function startAllRounds({
  activities: { db, log, offers, lookUp, publicUrl },
  client,
  deliveries,
  watches,
  schedules,
  taskQueue,
  sweepEveryMs,
  countHealthEveryMs,
  metrics,
  begins,
}: Rounds): readonly { stop(): Promise<void> }[] {
  const sweeping = <Overdue>(sweep: Sweep<Overdue>): { stop(): Promise<void> } =>
    startSweeper({ sweep, log, metrics, everyMs: sweepEveryMs, begins })
  const topups = createTopupStarter({ client, taskQueue, eager: false })
  return [
    sweeping(
      overdueRuns(
        db,
        gatedStarter(createRunStarter({ client, taskQueue, eager: false, reuse: 'any' }), createSweptGate({ db, log })),
      ),
    ),
    sweeping(overdueMessages(db, createInboundStarter({ client, taskQueue, eager: false }))),
    sweeping(overdueDeliveries(db, deliveries)),
    sweeping(endpointsToDisable(db, deliveries)),
    sweeping(overduePlans(db, log)),
    sweeping(dueReferrals(db, log)),
    sweeping(addressReports(db, { log, startDeliveries: (some) => deliveries.startAll(some) })),
    sweeping(overdueRefreshes(db, watches)),
    sweeping(overdueJobs(db, createJobStarter({ client, taskQueue, eager: false }))),
    sweeping(lowWallets(db, topups)),
    sweeping(overdueTopups(db, topups)),
    sweeping(overdueErasures(db, createErasureStarter({ client, taskQueue, eager: false }))),
    sweeping(undecidedErasures({ db, publicUrl }, log)),
    sweeping(overdueMails(db, createAccountMailStarter({ client, taskQueue, eager: false }))),
    sweeping(dueDomains({ db, lookUp }, log)),
    sweeping(dueListSweeps(db, log)),
    ...(schedules
      ? [
          startWatchReconciler({ db, log, watches, deployment: taskQueue, everyMs: CHECK_SCHEDULES_EVERY_MS }),
          maintainEventRetention({ client, taskQueue, log, everyMs: CHECK_RETENTION_EVERY_MS }),
        ]
      : []),
    startHealthCounter({ db, log, everyMs: countHealthEveryMs }),
    startFinishedRunReporter({
      db,
      log,
      everyMs: Math.min(REPORT_RUNS_EVERY_MS, sweepEveryMs),
      startDeliveries: (some) => deliveries.startAll(some),
    }),
    ...(metrics === undefined ? [] : startGauges({ db, log, metrics, offers, everyMs: GAUGES_EVERY_MS })),
  ]
}
