import type { Client } from '@temporalio/client'
import type { WorkflowBundle } from '@temporalio/worker'
import { webhookQueue } from '../../workflows/start-webhooks.ts'
import * as workflows from '../../workflows/index.ts'
import { replayAll } from './histories.ts'

export interface OpenOptions {
  readonly client: Client
  readonly bundle: WorkflowBundle
  /** That of runs. */
  readonly taskQueue: string
  /** How many of each type, the newest. */
  readonly count: number
}

/** What is said of each type, and whether a promotion of the code at hand would break nothing that it takes over. */
export interface OpenAnswer {
  readonly lines: readonly string[]
  readonly passed: boolean
}

/** Told in full; a change that differs in one way mostly differs so everywhere. */
const DIFFERENCES_TOLD_MAX = 3

/**
 * The check before a deploy: the newest open histories of each workflow type, replayed with the code at hand. A workflow that stays
 * on its version may differ, for no other code will go on with it; any other goes on with what is promoted, so it must not.
 */
export async function replayOpen({ client, bundle, taskQueue, count }: OpenOptions): Promise<OpenAnswer> {
  const lines: string[] = []
  let passed = true
  for (const type of Object.keys(workflows)) {
    const staying = await openOf(client, { type, taskQueue, count, staying: true })
    const moving = await openOf(client, { type, taskQueue, count, staying: false })
    const different: string[] = []
    for await (const { workflowId, difference } of replayAll(client, bundle, [...staying, ...moving])) {
      if (difference !== null) different.push(`  ${workflowId} ${moving.includes(workflowId) ? 'DIFFERS' : 'differs, and stays on its version'}: ${difference}`)
      if (difference !== null && moving.includes(workflowId)) passed = false
    }
    lines.push(`${type}: ${staying.length + moving.length} open replayed, ${different.length === 0 ? 'none differs' : `${different.length} differ`}`, ...different.slice(0, DIFFERENCES_TOLD_MAX))
  }
  lines.push(passed ? 'The code at hand may be promoted.' : 'Do not promote this code: what it would take over differs. Put the change behind patched().')
  return { lines, passed }
}

/** Those of a workflow that is pinned to its version, or those that would go on with what is promoted: the newest are listed first. */
async function openOf(client: Client, { type, taskQueue, count, staying }: { readonly type: string; readonly taskQueue: string; readonly count: number; readonly staying: boolean }): Promise<string[]> {
  const behavior = staying ? "TemporalWorkflowVersioningBehavior = 'Pinned'" : "(TemporalWorkflowVersioningBehavior IS NULL OR TemporalWorkflowVersioningBehavior != 'Pinned')"
  const query = `WorkflowType = '${type}' AND TaskQueue IN ('${taskQueue}', '${webhookQueue(taskQueue)}') AND ExecutionStatus = 'Running' AND ${behavior}`
  const found: string[] = []
  for await (const { workflowId } of client.workflow.list({ query, pageSize: count })) {
    found.push(workflowId)
    if (found.length === count) break
  }
  return found
}
