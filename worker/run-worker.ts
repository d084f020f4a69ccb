import type { NativeConnection, Worker, WorkflowBundle } from '@temporalio/worker'
import type { ActivityDeps } from '../activities/deps.ts'
import { createActivities } from '../activities/index.ts'
import { createObservedLatency } from '../activities/runs/observed-latency.ts'
import { createShares } from '../activities/shares.ts'
import { sharesOf, type WorkerSlots } from '../domain/runs/shares.ts'
import type { TemporalSettings } from '../domain/settings/connections.ts'
import { readWorkerSize } from '../domain/settings/worker-size.ts'
import type { Meter } from '../telemetry/meter.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { activityInterceptors } from './activity-interceptors.ts'
import type { WorkerVersion } from '../domain/settings/worker-version.ts'
import { shownShares } from './shown-shares.ts'
import { versionOptions } from './versioning.ts'
import type { ThreadWatch } from './watched-threads.ts'

export interface RunWorkerOptions {
  readonly connection: NativeConnection
  readonly threads: ThreadWatch
  readonly temporal: TemporalSettings
  readonly bundle: WorkflowBundle
  readonly deps: Omit<ActivityDeps, 'shares' | 'observedLatency'>
  readonly tracing?: Tracing | null
  readonly version: WorkerVersion | null
  /** How much work it does at once; production's numbers by default. */
  readonly slots?: WorkerSlots
  /** Shows the slots that are taken and refused; without it, they are not counted. */
  readonly metrics?: Meter
  /** How long what is under way may continue when the worker stops. */
  readonly shutdownGraceMs?: number
}

const { slots: SLOTS } = readWorkerSize({})
/**
 * Longer than the longest step that cannot be resumed elsewhere: a quick attempt until its deadline, and its writes.
 */
const SHUTDOWN_GRACE_MS = 45_000

/** The worker of runs and their related work. */
export const createRunWorker = ({
  connection,
  threads,
  temporal: { namespace, taskQueue },
  bundle,
  deps,
  version,
  tracing = null,
  slots = SLOTS,
  shutdownGraceMs = SHUTDOWN_GRACE_MS,
  metrics,
}: RunWorkerOptions): Promise<Worker> => {
  const now = (): number => performance.now()
  const shares = createShares({
    of: sharesOf(slots),
    now,
    watcher: metrics === undefined ? undefined : shownShares(metrics, sharesOf(slots)),
  })
  return threads.createWorker({
    connection,
    namespace,
    taskQueue,
    ...versionOptions(version),
    workflowBundle: bundle,
    activities: createActivities({ ...deps, shares, observedLatency: createObservedLatency(now) }),
    ...activityInterceptors(deps.log, tracing),
    maxConcurrentWorkflowTaskExecutions: slots.workflowTasks,
    maxConcurrentLocalActivityExecutions: slots.localActivities,
    maxConcurrentActivityTaskExecutions: slots.activities,
    ...(slots.pollers === undefined
      ? {}
      : { maxConcurrentWorkflowTaskPolls: slots.pollers, maxConcurrentActivityTaskPolls: slots.pollers }),
    shutdownGraceTime: shutdownGraceMs,
  })
}
