import { type Client, WorkflowNotFoundError } from '@temporalio/client'
import { type ReplayHistoriesIterable, Worker, type WorkflowBundle } from '@temporalio/worker'

/** One history and what the code at hand makes of it. */
export interface Replayed {
  readonly workflowId: string
  readonly events: number
  /** null: the code does what the history says. */
  readonly difference: string | null
}

/** Replays the histories of these workflows; one that has been deleted is left out. */
export async function* replayAll(client: Client, bundle: WorkflowBundle, workflowIds: readonly string[]): AsyncIterable<Replayed> {
  const events = new Map<string, number>()
  async function* histories(): Extract<ReplayHistoriesIterable, AsyncIterable<unknown>> {
    for (const workflowId of workflowIds) {
      const history = await client.workflow.getHandle(workflowId).fetchHistory().catch(nullWhereGone)
      if (history === null) continue
      events.set(workflowId, history.events?.length ?? 0)
      yield { workflowId, history }
    }
  }
  for await (const { workflowId, error } of Worker.runReplayHistories({ workflowBundle: bundle }, histories())) {
    yield { workflowId, events: events.get(workflowId) ?? 0, difference: error?.message ?? null }
  }
}

function nullWhereGone(error: unknown): null {
  if (error instanceof WorkflowNotFoundError) return null
  throw error
}
