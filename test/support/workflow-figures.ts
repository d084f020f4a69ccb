import type { Client } from '@temporalio/client'

interface Figures {
  readonly workflowTasks: number
  readonly events: number
  readonly timers: readonly number[]
}

// Types of history events, as numbers of Temporal's API.
const WORKFLOW_TASK_SCHEDULED = 5
const WORKFLOW_TASK_COMPLETED = 7
const WORKFLOW_TASK_FAILED = 9
const TIMER_STARTED = 17

/**
 * What a workflow has cost Temporal, and how long its timers were, in seconds; from its history. A task that a busy
 * machine was late for was scheduled again: it counts once, as scheduled, started and completed.
 */
export async function figuresOf(client: Client, workflowId: string): Promise<Figures> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory()
  const types = (events ?? []).map(({ eventType }) => Number(eventType))
  const workflowTasks = types.filter((type) => type === WORKFLOW_TASK_COMPLETED).length
  const others = types.filter((type) => type < WORKFLOW_TASK_SCHEDULED || type > WORKFLOW_TASK_FAILED)
  return {
    workflowTasks,
    events: others.length + 3 * workflowTasks,
    timers: (events ?? [])
      .filter(({ eventType }) => eventType === TIMER_STARTED)
      .map(
        ({ timerStartedEventAttributes: timer }) =>
          Number(timer?.startToFireTimeout?.seconds ?? 0) + (timer?.startToFireTimeout?.nanos ?? 0) / 1e9,
      ),
  }
}
