import type { WorkerOptions } from '@temporalio/worker'
import type { WorkerVersion } from '../domain/settings/worker-version.ts'

/**
 * How a worker tells Temporal its version. Every workflow says by itself whether it stays on its version (`setWorkflowOptions`);
 * one that forgot to stays, which harms nobody.
 */
export const versionOptions = (version: WorkerVersion | null): Pick<WorkerOptions, 'workerDeploymentOptions'> =>
  version === null ? {} : { workerDeploymentOptions: { version, useWorkerVersioning: true, defaultVersioningBehavior: 'PINNED' } }
