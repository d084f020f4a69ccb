import type { Client } from '@temporalio/client'
import type { WorkflowBundle } from '@temporalio/worker'
import { webhookQueue } from '../../workflows/start-webhooks.ts'
import * as workflows from '../../workflows/index.ts'
import { type Execution, nullWhereGone, replayAll } from './histories.ts'
import { answerOf, type Described, differenceOf, type Differing, type Looked, type ReplayAnswer, standingOf } from './judge.ts'

export interface OpenOptions {
  readonly client: Pick<Client, 'workflow'>
  readonly bundle: WorkflowBundle
  /** That of runs. */
  readonly taskQueue: string
  /** How many of each type, the newest. */
  readonly count: number
}

/**
 * The check before a deploy: the newest open histories of each workflow type, replayed with the code at hand. A workflow that stays
 * on its version may differ, for no other code will go on with it; any other goes on with what is promoted, so it must not.
 */
export async function replayOpen({ client, bundle, taskQueue, count }: OpenOptions): Promise<ReplayAnswer> {
  const types: Looked[] = []
  for (const type of Object.keys(workflows)) {
    const listed = [
      ...(await openOf(client, { type, taskQueue, count, staying: true })), ...(await openOf(client, { type, taskQueue, count, staying: false })),
    ]
    // One that took its first step between both lists stands in both.
    const open = [...new Map(listed.map((execution) => [execution.workflowId, execution])).values()]
    const differing: Differing[] = []
    for await (const replayed of replayAll(client, bundle, open)) {
      const difference = differenceOf(replayed)
      if (difference === null) continue
      differing.push({ workflowId: replayed.workflowId, difference, standing: standingOf(await describe(client, replayed)) })
    }
    types.push({ type, replayed: open.length, differing })
  }
  return answerOf(types)
}

/**
 * Asked of the workflow itself once its history was read, and not of the list: that is older, and what began a moment ago stands there
 * without a version, though its first step has pinned it since.
 */
async function describe(client: Pick<Client, 'workflow'>, { workflowId, runId }: Execution): Promise<Described | null> {
  const described = await client.workflow.getHandle(workflowId, runId).describe().catch(nullWhereGone)
  return described && { open: described.status.name === 'RUNNING', versioning: described.raw.workflowExecutionInfo?.versioningInfo ?? null }
}

/** Those of a workflow that is pinned to its version, or those that would go on with what is promoted: the newest are listed first. */
async function openOf(client: Pick<Client, 'workflow'>, { type, taskQueue, count, staying }: { readonly type: string; readonly taskQueue: string; readonly count: number; readonly staying: boolean }): Promise<Execution[]> {
  const behavior = staying ? "TemporalWorkflowVersioningBehavior = 'Pinned'" : "(TemporalWorkflowVersioningBehavior IS NULL OR TemporalWorkflowVersioningBehavior != 'Pinned')"
  const query = `WorkflowType = '${type}' AND TaskQueue IN ('${taskQueue}', '${webhookQueue(taskQueue)}') AND ExecutionStatus = 'Running' AND ${behavior}`
  const found: Execution[] = []
  for await (const { workflowId, runId } of client.workflow.list({ query, pageSize: count })) {
    found.push({ workflowId, runId })
    if (found.length === count) break
  }
  return found
}
