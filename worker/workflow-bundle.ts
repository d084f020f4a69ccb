import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, type WorkflowBundleWithSourceMap } from '@temporalio/worker'

const WORKFLOWS = fileURLToPath(new URL('../workflows/index.ts', import.meta.url))

/** The bundle that production runs; tests and replays use the same one, or that of another file. */
export const bundleWorkflows = (workflowsPath = WORKFLOWS): Promise<WorkflowBundleWithSourceMap> =>
  bundleWorkflowCode({ workflowsPath, logger: quiet })

/** The bundler reports its progress to nobody; a failure is thrown. */
const nothing = (): void => undefined
const quiet = { log: nothing, trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing }
