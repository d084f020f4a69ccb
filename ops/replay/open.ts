import type { Client } from '@temporalio/client'
import type { WorkflowBundle } from '@temporalio/worker'
import { webhookQueue } from '../../workflows/starters/deliveries.ts'
import * as workflows from '../../workflows/index.ts'
import { type Execution, nullWhereGone, replayAll } from './histories.ts'
import {
  answerOf,
  type DescribedWorkflow,
  differenceOf,
  type Differing,
  type JudgedType,
  type ReplayAnswer,
  afterPromotionOf,
} from './verdict.ts'

export interface OpenOptions {
  readonly client: Pick<Client, 'workflow'>
  readonly bundle: WorkflowBundle
  /** The task queue of runs. */
  readonly taskQueue: string
  /** The number of workflows of each type, the newest. */
  readonly count: number
}

/**
 * The check before a deploy: the newest open histories of each workflow type, replayed with the current code. A
 * workflow that stays on its version may differ, because no other code continues it; any other is continued by the
 * promoted code, so it must not differ.
 */
export async function replayOpen({ client, bundle, taskQueue, count }: OpenOptions): Promise<ReplayAnswer> {
  const types: JudgedType[] = []
  for (const type of Object.keys(workflows)) {
    const listed = [
      ...(await openOf(client, { type, taskQueue, count, staying: true })),
      ...(await openOf(client, { type, taskQueue, count, staying: false })),
    ]
    // A workflow that took its first step between the two lists is in both.
    const open = [...new Map(listed.map((execution) => [execution.workflowId, execution])).values()]
    const differing: Differing[] = []
    for await (const replayed of replayAll(client, bundle, open)) {
      const difference = differenceOf(replayed)
      if (difference === null) continue
      differing.push({
        workflowId: replayed.workflowId,
        difference,
        afterPromotion: afterPromotionOf(await describe(client, replayed)),
      })
    }
    types.push({ type, replayed: open.length, differing })
  }
  return answerOf(types)
}

/**
 * Reads the workflow itself after its history, not the list: the list is older, and shows a new workflow without a
 * version although its first step has pinned it since.
 */
async function describe(
  client: Pick<Client, 'workflow'>,
  { workflowId, runId }: Execution,
): Promise<DescribedWorkflow | null> {
  const described = await client.workflow.getHandle(workflowId, runId).describe().catch(nullWhereGone)
  return (
    described && {
      open: described.status.name === 'RUNNING',
      versioning: described.raw.workflowExecutionInfo?.versioningInfo ?? null,
    }
  )
}

/** The workflows that are pinned to their version, or those that the promoted code would continue, newest first. */
async function openOf(
  client: Pick<Client, 'workflow'>,
  {
    type,
    taskQueue,
    count,
    staying,
  }: { readonly type: string; readonly taskQueue: string; readonly count: number; readonly staying: boolean },
): Promise<Execution[]> {
  const behavior = staying
    ? "TemporalWorkflowVersioningBehavior = 'Pinned'"
    : "(TemporalWorkflowVersioningBehavior IS NULL OR TemporalWorkflowVersioningBehavior != 'Pinned')"
  const query = `WorkflowType = '${type}' AND TaskQueue IN ('${taskQueue}', '${webhookQueue(taskQueue)}') AND ExecutionStatus = 'Running' AND ${behavior}`
  const found: Execution[] = []
  for await (const { workflowId, runId } of client.workflow.list({ query, pageSize: count })) {
    found.push({ workflowId, runId })
    if (found.length === count) break
  }
  return found
}
