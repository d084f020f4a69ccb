import type { Client } from '@temporalio/client'

/** EVENT_TYPE_WORKFLOW_TASK_COMPLETED and EVENT_TYPE_WORKFLOW_TASK_FAILED of Temporal's API. */
const TASK_COMPLETED = 7
const TASK_FAILED = 9
/** WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR of Temporal's API. */
const NONDETERMINISM = 24

/** Which builds took the steps of a workflow, in order and each once in a row; null is a worker without one. */
export async function buildsOf(client: Client, workflowId: string): Promise<(string | null)[]> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory()
  return (events ?? [])
    .filter(({ eventType }) => eventType === TASK_COMPLETED)
    .map(({ workflowTaskCompletedEventAttributes: step }) => step?.deploymentVersion?.buildId ?? null)
    .filter((build, index, all) => index === 0 || build !== all[index - 1])
}

/** How many of its steps failed because the code differed from the history. */
export async function differencesOf(client: Client, workflowId: string): Promise<number> {
  const { events } = await client.workflow.getHandle(workflowId).fetchHistory()
  return (events ?? []).filter(
    ({ eventType, workflowTaskFailedEventAttributes: failed }) =>
      eventType === TASK_FAILED && failed?.cause === NONDETERMINISM,
  ).length
}
