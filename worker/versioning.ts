import type { WorkerOptions } from '@temporalio/worker'
import type { WorkerVersion } from '../domain/settings/worker-version.ts'

/**
 * The version that a worker reports to Temporal. workflows/versioned.ts lists the workflows that stay on their version;
 * a workflow missing there also stays, which is harmless.
 */
export const versionOptions = (version: WorkerVersion | null): Pick<WorkerOptions, 'workerDeploymentOptions'> =>
  version === null
    ? {}
    : { workerDeploymentOptions: { version, useWorkerVersioning: true, defaultVersioningBehavior: 'PINNED' } }
