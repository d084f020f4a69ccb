import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, type WorkflowBundleWithSourceMap } from '@temporalio/worker'
import type { WorkerVersion } from '../domain/settings/worker-version.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export interface BundleOptions {
  /** Workers of a version also say which workflows stay on it. */
  readonly version?: WorkerVersion | null
  /** Adds what makes the spans of workflows; without, nothing of it is in the bundle. */
  readonly traced?: boolean
}

/** The bundle that production runs; tests and replays use the same one, or that of another file. */
export const bundleWorkflows = ({ version = null, traced = false, ...other }: BundleOptions & { readonly workflowsPath?: string } = {}): Promise<WorkflowBundleWithSourceMap> =>
  bundleWorkflowCode({
    workflowsPath: other.workflowsPath ?? fileOf(version === null ? '../workflows/index.ts' : '../workflows/versioned.ts'), logger: quiet, ...(traced ? { workflowInterceptorModules: [fileOf('../workflows/tracing.ts')] } : {}),
  })

/** The bundler reports its progress to nobody; a failure is thrown. */
const nothing = (): void => undefined
const quiet = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }
