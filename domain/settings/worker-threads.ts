import { readSwitch } from './switch.ts'

/**
 * WORKFLOW_THREADS_WATCHED: whether the threads of workflows are changed (decisions, "Workflow threads"). `false` is
 * for a release of Temporal's SDK that this was not tested with.
 */
export const readWatchesThreads = (env: Readonly<Record<string, string | undefined>>): boolean =>
  readSwitch(env, 'WORKFLOW_THREADS_WATCHED') ?? true
