import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { type ReplayHistoriesIterable, Worker, type WorkflowBundle } from '@temporalio/worker'
import { isNotFound } from '../deployments/deployment.ts'

/** A workflow, and one of its runs; without `runId`, the latest. */
export interface Execution {
  readonly workflowId: string
  readonly runId?: string
}

/** One history and the result of its replay with the current code. */
export interface ReplayedHistory extends Execution {
  readonly events: number
  /** The number of steps that a worker has completed. */
  readonly steps: number
  /** null: the code matches the history. */
  readonly difference: string | null
}

/** EVENT_TYPE_WORKFLOW_TASK_COMPLETED of Temporal's API. */
const TASK_COMPLETED = 7

/** Replays the histories of these workflows, each at most once; one that has been deleted is left out. */
export async function* replayAll(
  client: Pick<Client, 'workflow'>,
  bundle: WorkflowBundle,
  executions: readonly Execution[],
): AsyncIterable<ReplayedHistory> {
  const read = new Map<string, Omit<ReplayedHistory, 'difference'>>()
  async function* histories(): Extract<ReplayHistoriesIterable, AsyncIterable<unknown>> {
    for (const execution of executions) {
      const { workflowId, runId } = execution
      const history = await client.workflow.getHandle(workflowId, runId).fetchHistory().catch(nullWhereGone)
      if (history === null) continue
      const events = history.events ?? []
      read.set(workflowId, {
        ...execution,
        events: events.length,
        steps: events.filter(({ eventType }) => eventType === TASK_COMPLETED).length,
      })
      yield { workflowId, history }
    }
  }
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: bundle }, histories())) {
    yield { ...(read.get(workflowId) ?? { workflowId, events: 0, steps: 0 }), difference: error?.message ?? null }
  }
}

/** A missing history is an error of Temporal's API; a missing description is an error class of the client. */
export function nullWhereGone(error: unknown): null {
  if (error instanceof WorkflowNotFoundError || isNotFound(error)) return null
  throw error
}
