import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, type WorkflowBundleWithSourceMap } from '@temporalio/worker'
import type { WorkerVersion } from '../domain/settings/worker-version.ts'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export interface BundleOptions {
  /** Versioned workers also state which workflows stay on their version. */
  readonly version?: WorkerVersion | null
  /** Adds the code for spans of workflows; without it, the bundle holds none of it. */
  readonly traced?: boolean
}

/**
 * The bundle that production runs. Tests and replays use the same one, or one built from another file. A thread loads
 * its modules once, for all its workflows, and freezes what they export: modules of workflows hold no state.
 */
export function bundleWorkflows({
  version = null,
  traced = false,
  ...other
}: BundleOptions & { readonly workflowsPath?: string } = {}): Promise<WorkflowBundleWithSourceMap> {
  const workflowsPath =
    other.workflowsPath ?? fileOf(version === null ? '../workflows/index.ts' : '../workflows/versioned.ts')
  return bundleWorkflowCode({
    workflowsPath,
    preloadModules: [workflowsPath],
    logger: quiet,
    ...(traced ? { workflowInterceptorModules: [fileOf('../workflows/tracing.ts')] } : {}),
  })
}

/** Silences the bundler's progress; a failure is thrown. */
const nothing = (): void => undefined
const quiet = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }
