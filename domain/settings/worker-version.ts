/**
 * The version of the workflows' and activities' code that a worker process runs: a build of a deployment, as Temporal's
 * Worker Versioning defines it.
 */
export interface WorkerVersion {
  readonly deploymentName: string
  readonly buildId: string
}

/** Fits a Kubernetes label, under which a build's workers run. */
const BUILD_ID = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/
/** Temporal separates name and build id by a colon, formerly by a dot. */
const DEPLOYMENT_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?$/

type Variables = Readonly<Record<string, string | undefined>>

/**
 * null: `WORKER_BUILD_ID` is not set, and the worker takes all tasks for which no version was promoted. A value that
 * Temporal would refuse stops the start.
 */
export function readWorkerVersion(env: Variables, taskQueue: string): WorkerVersion | null {
  const buildId = env['WORKER_BUILD_ID']?.trim()
  if (!buildId) return null
  if (!isBuildId(buildId))
    throw new Error(`WORKER_BUILD_ID must be letters, digits, ".", "_" and "-", at most 63, not "${buildId}".`)
  return { deploymentName: deploymentName(env, taskQueue), buildId }
}

/**
 * The name under which Temporal stores this service's versions; the default is that of the task queue of runs, unless
 * `WORKER_DEPLOYMENT` is set.
 */
export function deploymentName(env: Variables, taskQueue: string): string {
  const name = env['WORKER_DEPLOYMENT']?.trim() || taskQueue
  if (!DEPLOYMENT_NAME.test(name))
    throw new Error(`WORKER_DEPLOYMENT must be letters, digits, "_" and "-", at most 63, not "${name}".`)
  return name
}

/** Whether Temporal and a label accept it; `unversioned` means the workers without a build id. */
export const isBuildId = (text: string): boolean => BUILD_ID.test(text) && text !== UNVERSIONED

/** The name of workers without a build id, wherever a build is named. */
export const UNVERSIONED = 'unversioned'
