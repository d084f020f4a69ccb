import type { NativeConnection, Worker, WorkflowBundle } from '@temporalio/worker'
import { purgeExpired } from '../activities/maintenance/purge-expired.ts'
import type { WebhookDeps } from '../activities/webhooks/deps.ts'
import { createWebhookActivities } from '../activities/webhooks/index.ts'
import type { TemporalSettings } from '../domain/settings/connections.ts'
import type { WorkerVersion } from '../domain/settings/worker-version.ts'
import { webhookQueue } from '../workflows/starters/deliveries.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { activityInterceptors } from './activity-interceptors.ts'
import { versionOptions } from './versioning.ts'
import type { ThreadWatch } from './watched-threads.ts'

export interface WebhookWorkerOptions {
  readonly connection: NativeConnection
  readonly threads: ThreadWatch
  readonly temporal: TemporalSettings
  readonly bundle: WorkflowBundle
  readonly deps: WebhookDeps
  readonly tracing?: Tracing | null
  readonly version: WorkerVersion | null
}

/**
 * An attempt keeps its workflow task while the receiver answers, up to ten seconds. Half of the slots are reserved for
 * healthy endpoints, whatever hangs or is slow (domain/webhooks/endpoint-slots.ts): at 100 ms an answer, they allow two
 * thousand deliveries a second, which is more than one process can do. A slot costs memory only while it is used.
 */
const ATTEMPTS_MAX = 400
/** A delivered event is done in one task; deliveries that wait hours for a retry need not stay in memory. */
const CACHED_WORKFLOWS_MAX = 500
/** The first task of a delivery comes without a poll, so few polls are needed. */
const POLLS_MAX = 4
/** Longer than an attempt with its writes. */
const SHUTDOWN_GRACE = '30 seconds'

/** The worker of deliveries: slow receivers occupy its slots, and never those of runs (decisions, "Events"). */
export const createWebhookWorker = ({
  connection,
  threads,
  temporal: { namespace, taskQueue },
  bundle,
  deps,
  version,
  tracing = null,
}: WebhookWorkerOptions): Promise<Worker> =>
  threads.createWorker({
    connection,
    namespace,
    taskQueue: webhookQueue(taskQueue),
    ...versionOptions(version),
    workflowBundle: bundle,
    activities: { ...createWebhookActivities(deps), purgeExpired: purgeExpired(deps) },
    ...activityInterceptors(deps.log, tracing),
    // Each of its activities is a local one.
    enableNonLocalActivities: false,
    maxConcurrentWorkflowTaskExecutions: ATTEMPTS_MAX,
    maxConcurrentLocalActivityExecutions: ATTEMPTS_MAX,
    maxConcurrentWorkflowTaskPolls: POLLS_MAX,
    maxCachedWorkflows: CACHED_WORKFLOWS_MAX,
    shutdownGraceTime: SHUTDOWN_GRACE,
  })
