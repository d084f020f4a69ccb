import { type NativeConnection, Worker, type WorkflowBundle } from '@temporalio/worker'
import type { ActivityDeps } from '../activities/deps.ts'
import { createActivities } from '../activities/index.ts'
import type { TemporalSettings } from '../domain/settings/connections.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { activityInterceptors } from './activity-interceptors.ts'
import type { WorkerVersion } from '../domain/settings/worker-version.ts'
import { versionOptions } from './versioning.ts'

export interface RunWorkerOptions {
  readonly connection: NativeConnection
  readonly temporal: TemporalSettings
  readonly bundle: WorkflowBundle
  readonly deps: ActivityDeps
  readonly tracing?: Tracing | null
  readonly version: WorkerVersion | null
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

/** The worker of runs and of what belongs to them. */
export const createRunWorker = ({ connection, temporal: { namespace, taskQueue }, bundle, deps, version, tracing = null }: RunWorkerOptions): Promise<Worker> =>
  Worker.create({
    connection,
    namespace,
    taskQueue,
    ...versionOptions(version),
    workflowBundle: bundle,
    activities: createActivities(deps),
    ...activityInterceptors(deps.log, tracing),
    maxConcurrentWorkflowTaskExecutions: WORKFLOW_TASKS_MAX,
    maxConcurrentLocalActivityExecutions: LOCAL_ACTIVITIES_MAX,
    maxConcurrentActivityTaskExecutions: ACTIVITIES_MAX,
    shutdownGraceTime: SHUTDOWN_GRACE,
  })
