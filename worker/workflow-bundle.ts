import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, type WorkflowBundleWithSourceMap } from '@temporalio/worker'

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const WORKFLOWS = fileOf('../workflows/index.ts')

/**
 * The bundle that production runs; tests and replays use the same one, or that of another file. `traced` adds what makes the spans of
 * workflows; without, nothing of it is in the bundle.
 */
export const bundleWorkflows = ({ workflowsPath = WORKFLOWS, traced = false }: { readonly workflowsPath?: string; readonly traced?: boolean } = {}): Promise<WorkflowBundleWithSourceMap> =>
  bundleWorkflowCode({ workflowsPath, logger: quiet, ...(traced ? { workflowInterceptorModules: [fileOf('../workflows/tracing.ts')] } : {}) })

/** The bundler reports its progress to nobody; a failure is thrown. */
const nothing = (): void => undefined
const quiet = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }
