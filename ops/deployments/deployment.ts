import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, isGrpcServiceError } from '@temporalio/client'
import { UNVERSIONED } from '../../domain/settings/worker-version.ts'
import { webhookQueue } from '../../workflows/starters/deliveries.ts'

/** The worker deployment of this service, on its Temporal server. */
export interface DeploymentTarget {
  readonly client: Client
  readonly namespace: string
  /** The task queue of runs. */
  readonly taskQueue: string
  readonly deploymentName: string
  /** The identity that Temporal records as the last to change something. */
  readonly identity: string
}

/** As Temporal reports it: where tasks go, and which versions exist. A null build means the workers without a build. */
export interface Deployment {
  readonly current: string | null
  readonly ramping: { readonly build: string | null; readonly percent: number } | null
  readonly versions: readonly Version[]
  /** Returned with a change, which fails when another change has been made meanwhile. */
  readonly token: Uint8Array
}

export interface Version {
  readonly build: string
  readonly drained: boolean
  /** Whether it was ever current or ramping: before that it gets no work. */
  readonly activated: boolean
  readonly createdAt: Date | null
}

const DEADLINE_EXCEEDED = 4
const NOT_FOUND = 5
/** VERSION_DRAINAGE_STATUS_DRAINED of Temporal's API. */
const DRAINED = 2
const FAILED_PRECONDITION = 9
/** Temporal does not know the object. */
export const isNotFound = (error: unknown): boolean => isGrpcServiceError(error) && Number(error.code) === NOT_FOUND

/** Why Temporal refuses a change in its current state; null for every other error. */
export const reasonNotNow = (error: unknown): string | null =>
  isGrpcServiceError(error) && Number(error.code) === FAILED_PRECONDITION ? error.details : null

const CALLS_MAX = 3

/**
 * A busy Temporal server gives up on its own steps. The SDK does not repeat such a call, because it may have taken
 * effect: this is for calls that may take effect twice.
 */
async function repeatedWhenLate<Result>(call: () => Promise<Result>): Promise<Result> {
  for (let made = 1; made < CALLS_MAX; made += 1)
    try {
      return await call()
    } catch (error) {
      if (!isGrpcServiceError(error) || Number(error.code) !== DEADLINE_EXCEEDED) throw error
    }
  return call()
}

/**
 * Temporal keeps a deployment in a separate workflow, which cannot be found for a moment while it continues as new. The
 * deployment counts as missing only after this many reads.
 */
const READS = 3
const READ_AGAIN_MS = 2_000

/** null: no worker with a build id has ever come up under this name. */
export async function readDeployment(place: DeploymentTarget): Promise<Deployment | null> {
  for (let read = 1; read < READS; read += 1) {
    const found = await findDeployment(place)
    if (found !== null) return found
    await sleep(READ_AGAIN_MS)
  }
  return findDeployment(place)
}

/** One read, which may miss the deployment for that moment: null only means that it was not found. */
export async function findDeployment({
  client,
  namespace,
  deploymentName,
}: DeploymentTarget): Promise<Deployment | null> {
  try {
    const { workerDeploymentInfo: info, conflictToken } = await repeatedWhenLate(() =>
      client.workflowService.describeWorkerDeployment({ namespace, deploymentName }),
    )
    const routing = info?.routingConfig
    const percent = routing?.rampingVersionPercentage ?? 0
    return {
      current: routing?.currentDeploymentVersion?.buildId ?? null,
      ramping: percent > 0 ? { build: routing?.rampingDeploymentVersion?.buildId ?? null, percent } : null,
      versions: (info?.versionSummaries ?? []).map((version) => ({
        build: version.deploymentVersion?.buildId ?? '',
        drained: version.drainageInfo?.status === DRAINED,
        activated: version.firstActivationTime != null,
        createdAt: version.createTime?.seconds == null ? null : new Date(Number(version.createTime.seconds) * 1_000),
      })),
      token: conflictToken,
    }
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** TASK_QUEUE_TYPE_WORKFLOW and TASK_QUEUE_TYPE_ACTIVITY of Temporal's API. */
const WORKFLOW_TASKS = 1
const ACTIVITY_TASKS = 2
/** WORKER_VERSIONING_MODE_VERSIONED of Temporal's API. */
const VERSIONED = 2

/** The queues that the workers of one version poll; every webhook activity is a local one. */
const queuesOf = (taskQueue: string) => [
  { name: taskQueue, type: WORKFLOW_TASKS, what: 'workflow tasks' },
  { name: taskQueue, type: ACTIVITY_TASKS, what: 'activity tasks' },
  { name: webhookQueue(taskQueue), type: WORKFLOW_TASKS, what: 'workflow tasks' },
]

/** A poll lasts at most a minute; Temporal lists pollers for some minutes more, whether or not they still run. */
const SEEN_WITHIN_MS = 75_000

/** The queues that no worker of that build polls, in words; none when it is up. */
export async function unpolledQueues(
  { client, namespace, taskQueue, deploymentName }: DeploymentTarget,
  build: string | null,
): Promise<string[]> {
  const since = Date.now() - SEEN_WITHIN_MS
  const queues = await Promise.all(
    queuesOf(taskQueue).map(async ({ name, type, what }) => {
      const { pollers } = await repeatedWhenLate(() =>
        client.workflowService.describeTaskQueue({ namespace, taskQueue: { name }, taskQueueType: type }),
      )
      const polled = pollers.some(({ deploymentOptions, lastAccessTime }) => {
        const versioned = deploymentOptions?.workerVersioningMode === VERSIONED
        const itself =
          build === null
            ? !versioned
            : versioned && deploymentOptions?.deploymentName === deploymentName && deploymentOptions.buildId === build
        return itself && Number(lastAccessTime?.seconds ?? 0) * 1_000 >= since
      })
      return polled ? [] : [`${what} of ${name}`]
    }),
  )
  return queues.flat()
}

/** Sends new workflows, and those that follow the current version, to that build. */
export async function makeCurrent(
  { client, namespace, deploymentName, identity }: DeploymentTarget,
  build: string | null,
  token: Uint8Array,
): Promise<void> {
  await client.workflowService.setWorkerDeploymentCurrentVersion({
    namespace,
    deploymentName,
    buildId: build ?? '',
    conflictToken: token,
    identity,
  })
}

/** Sends this percentage of them to that build; null and 0 end a ramp. */
export async function setRamp(
  { client, namespace, deploymentName, identity }: DeploymentTarget,
  build: string | null,
  { percent, token }: { readonly percent: number; readonly token: Uint8Array },
): Promise<void> {
  await client.workflowService.setWorkerDeploymentRampingVersion({
    namespace,
    deploymentName,
    buildId: build ?? '',
    percentage: percent,
    conflictToken: token,
    identity,
  })
}

/**
 * The open workflows that stay on that build until they end, as a query for the Web UI; those that were moved there
 * count too.
 */
export const stayingOn = ({ deploymentName }: Pick<DeploymentTarget, 'deploymentName'>, build: string): string =>
  `TemporalWorkerDeploymentVersion = '${deploymentName}:${build}' AND TemporalWorkflowVersioningBehavior = 'Pinned' AND ExecutionStatus = 'Running'`

/** The open workflows of which no version has completed a step. */
export const withoutVersion = (taskQueue: string): string =>
  `TaskQueue IN ('${taskQueue}', '${webhookQueue(taskQueue)}') AND TemporalWorkerDeploymentVersion IS NULL AND ExecutionStatus = 'Running'`

/** VERSIONING_OVERRIDE's PINNED_OVERRIDE_BEHAVIOR_PINNED of Temporal's API. */
const PINNED = 1

/** Pins one open workflow to that build, whatever its own behaviour; false: it is closed or unknown. */
export async function moveWorkflow(
  { client, namespace, deploymentName, identity }: DeploymentTarget,
  workflowId: string,
  build: string,
): Promise<boolean> {
  try {
    await repeatedWhenLate(() =>
      client.workflowService.updateWorkflowExecutionOptions({
        namespace,
        identity,
        workflowExecution: { workflowId },
        workflowExecutionOptions: {
          versioningOverride: { pinned: { behavior: PINNED, version: { deploymentName, buildId: build } } },
        },
        updateMask: { paths: ['versioning_override'] },
      }),
    )
    return true
  } catch (error) {
    if (isNotFound(error)) return false
    throw error
  }
}

export const nameOf = (build: string | null): string => build ?? UNVERSIONED
