import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, type WorkflowBundleWithSourceMap } from '@temporalio/worker'
import type { WorkerVersion } from '../domain/settings/worker-version.ts'

const fileOf = (name: string): string => fileURLToPath(new URL(`../workflows/${name}.ts`, import.meta.url))
const WORKFLOWS = fileOf('index')

/** The file whose workflows a worker of that version runs: with a version they also say whether they stay on it. */
export const workflowsFor = (version: WorkerVersion | null): string => (version === null ? WORKFLOWS : fileOf('versioned'))

/** The bundle that production runs; tests and replays use the same one, or that of another file. */
export const bundleWorkflows = (workflowsPath = WORKFLOWS): Promise<WorkflowBundleWithSourceMap> =>
  bundleWorkflowCode({ workflowsPath, logger: quiet })

/** The bundler reports its progress to nobody; a failure is thrown. */
const nothing = (): void => undefined
const quiet = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }
