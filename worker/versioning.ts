import type { WorkerOptions } from '@temporalio/worker'
import type { WorkerVersion } from '../domain/settings/worker-version.ts'

/**
 * How a worker tells Temporal its version. Which workflows stay on it stands in workflows/versioned.ts; one that is missing there
 * stays, which harms nobody.
 */
export const versionOptions = (version: WorkerVersion | null): Pick<WorkerOptions, 'workerDeploymentOptions'> =>
  version === null ? {} : { workerDeploymentOptions: { version, useWorkerVersioning: true, defaultVersioningBehavior: 'PINNED' } }
