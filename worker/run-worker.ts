import { Client } from '@temporalio/client'
import { NativeConnection, Worker, type WorkflowBundle } from '@temporalio/worker'
import { createActivities } from '../activities/index.ts'
import type { TemporalSettings } from '../domain/settings/connections.ts'
import { createRunStarter } from '../workflows/start.ts'
import { createInboundStarter } from '../workflows/start-inbound.ts'
import { createDeliveryStarter } from '../workflows/start-webhooks.ts'
import type { ComposedDeps } from './compose.ts'
import { COUNT_HEALTH_EVERY_MS, startHealthCounter } from './health-counter.ts'
import { INDEX_HISTORY_EVERY_MS, startHistoryIndexer } from './history-indexer.ts'
import { hideErrors } from './hide-errors.ts'
import { startInboundSweeper } from './inbound-sweeper.ts'
import { startSweeper } from './sweeper.ts'

export interface RunWorkerOptions {
  readonly temporal: TemporalSettings
  readonly bundle: WorkflowBundle
  readonly activities: ComposedDeps
  readonly sweepEveryMs: number
}

export interface RunWorker {
  /** A client on this worker's own connection: the only kind that can start a run eagerly in this process. */
  readonly client: Client
  /** Settles when the worker has stopped; rejects when it failed. */
  readonly finished: Promise<void>
  /** As Temporal's SDK calls it: RUNNING while it polls. */
  state(): string
  /** Takes no more tasks, lets the steps under way finish, and closes. */
  drain(): Promise<void>
}

/**
 * Quick attempts keep their workflow task while the provider answers, so there must be more slots than
 * runs at the providers at once. Each slot costs memory only while it is used.
 */
const WORKFLOW_TASKS_MAX = 300
const LOCAL_ACTIVITIES_MAX = 600
const ACTIVITIES_MAX = 300
/** Longer than the longest step that cannot be resumed elsewhere: a quick attempt at its deadline, and its writes. */
const SHUTDOWN_GRACE = '45 seconds'

/** Connects, and starts the worker of runs with its sweeper. */
export async function startRunWorker(options: RunWorkerOptions): Promise<RunWorker> {
  const { address, namespace, taskQueue } = options.temporal
  const connection = await NativeConnection.connect({ address })
  const log = options.activities.log
  const client = new Client({ connection, namespace })
  const deliveries = createDeliveryStarter({
    client, taskQueue, eager: false,
    onLost: (deliveryId, error) => log.error({ delivery_id: deliveryId, error }, 'a delivery could not be started'),
  })
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle: options.bundle,
    activities: createActivities({ ...options.activities, startDeliveries: (some) => deliveries.startAll(some) }),
    interceptors: { activity: [() => ({ inbound: hideErrors(log) })] },
    maxConcurrentWorkflowTaskExecutions: WORKFLOW_TASKS_MAX,
    maxConcurrentLocalActivityExecutions: LOCAL_ACTIVITIES_MAX,
    maxConcurrentActivityTaskExecutions: ACTIVITIES_MAX,
    shutdownGraceTime: SHUTDOWN_GRACE,
  })
  const sweeper = startSweeper({
    db: options.activities.db, log, everyMs: options.sweepEveryMs,
    starter: createRunStarter({ client, taskQueue, eager: false, reuse: 'any' }),
  })
  const inboundSweeper = startInboundSweeper({
    db: options.activities.db, log, everyMs: options.sweepEveryMs,
    starter: createInboundStarter({ client, taskQueue, eager: false, onLost: () => undefined }),
  })
  const healthCounter = startHealthCounter({ db: options.activities.db, log, everyMs: COUNT_HEALTH_EVERY_MS })
  const historyIndexer = startHistoryIndexer({ db: options.activities.db, log, everyMs: INDEX_HISTORY_EVERY_MS })
  const finished = worker.run()
  return {
    client,
    finished,
    state: () => worker.getState(),
    async drain() {
      await Promise.all([sweeper.stop(), inboundSweeper.stop(), healthCounter.stop(), historyIndexer.stop()])
      if (worker.getState() === 'RUNNING') worker.shutdown()
      await finished
      await connection.close()
    },
  }
}
