import { execFile } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** The bundles that a worker may need, by their files. */
const fileName = (versioned: boolean, traced: boolean): string =>
  `workflows${versioned ? '-versioned' : ''}${traced ? '-traced' : ''}.js`

/** Writes every bundle that a worker may need into a folder, for starts that read them there (the image). */
export async function writeBundles(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const version of [null, { deploymentName: 'any', buildId: 'any' }])
    for (const traced of [false, true]) {
      const { code } = await bundleWorkflows({ version, traced })
      await writeFile(join(folder, fileName(version !== null, traced)), code)
    }
}

/**
 * The bundle of a worker: read from `folder` (WORKFLOW_BUNDLES), where `writeBundles` has put it, or made now where
 * that is null.
 */
export async function workerBundle(
  folder: string | null,
  { version, traced }: { readonly version: WorkerVersion | null; readonly traced: boolean },
): Promise<WorkflowBundle> {
  if (folder === null) return bundleWorkflows({ version, traced })
  return { code: await readFile(join(folder, fileName(version !== null, traced)), 'utf8') }
}
