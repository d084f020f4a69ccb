import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { WorkflowBundle } from '@temporalio/worker'
import type { WorkerVersion } from '../domain/settings/worker-version.ts'

export interface BundleOptions {
  /** Versioned workers also state which workflows stay on their version. */
  readonly version?: WorkerVersion | null
  /** Adds the code for spans of workflows; without it, the bundle holds none of it. */
  readonly traced?: boolean
}

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const PROGRAM = fileOf('bundle-program.ts')
/** The bundle has one megabyte. */
const BUNDLE_BYTES_MAX = 64 * 1024 * 1024

/**
 * The bundle that production runs. Tests and replays use the same one, or one built from another file. A thread loads
 * its modules once, for all its workflows, and freezes what they export: modules of workflows hold no state.
 *
 * The bundler leaves 170 MB in the process that has run it, so it runs in a second one (decisions, "Memory").
 */
export async function bundleWorkflows({
  version = null,
  traced = false,
  ...other
}: BundleOptions & { readonly workflowsPath?: string } = {}): Promise<WorkflowBundle> {
  const workflowsPath =
    other.workflowsPath ?? fileOf(version === null ? '../workflows/index.ts' : '../workflows/versioned.ts')
  const interceptors = traced ? [fileOf('../workflows/tracing.ts')] : []
  const { stdout: code } = await promisify(execFile)(process.execPath, [PROGRAM, workflowsPath, ...interceptors], {
    maxBuffer: BUNDLE_BYTES_MAX,
  })
  return { code }
}
