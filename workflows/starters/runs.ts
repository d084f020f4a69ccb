import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import type { Environment } from '../../domain/runs/states.ts'
import type { run } from '../run.ts'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import { CANCEL_SIGNAL, DECIDE_SIGNAL } from '../signals.ts'
import { detached, inEnvironment, type StarterOptions } from './detached.ts'
import { createStartQueue } from './start-queue.ts'

export interface RunStartRequest {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  /** The capability, or the endpoint of a raw run. */
  readonly capability: string
}

export interface RunStarter {
  /** Starts the run's workflow; a run whose workflow is under way is left alone. */
  start(run: RunStartRequest): Promise<void>
  /** Signals a running workflow that its run was cancelled; losing this signal is harmless. */
  signalCancel(runId: string): Promise<void>
  /** Signals a workflow that waits for an approval that the decision is stored; the sweeper covers a lost signal. */
  signalDecision(runId: string): Promise<void>
  /** The same for a run whose workflow may be lost: then it is started. */
  resume(run: RunStartRequest): Promise<void>
}

export interface RunStarterOptions extends StarterOptions {
  /**
   * Whether a run whose workflow has completed may be started again. The API never has a reason to. The sweeper does,
   * because the database is the guard and not Temporal's memory.
   */
  readonly reuse: 'failed only' | 'any'
}

export function createRunStarter({ client, reuse, ...options }: RunStarterOptions): RunStarter {
  const queue = createStartQueue(client)
  const reusePolicy = reuse === 'any' ? 'ALLOW_DUPLICATE' : 'ALLOW_DUPLICATE_FAILED_ONLY'
  return {
    async start(toStart) {
      try {
        await queue.withRetries(() =>
          client.workflow.start<typeof run>('run', {
            ...startOf(options, toStart),
            workflowIdReusePolicy: reusePolicy,
          }),
        )
      } catch (error) {
        // The workflow ran already and completed: nothing is left to do.
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
      }
    },
    async signalCancel(runId) {
      await queue.once(() => client.workflow.getHandle(runId).signal(CANCEL_SIGNAL))
    },
    async signalDecision(runId) {
      await queue.once(() => client.workflow.getHandle(runId).signal(DECIDE_SIGNAL))
    },
    async resume(toStart) {
      await queue.withRetries(() =>
        client.workflow.signalWithStart<typeof run>('run', {
          ...startOf(options, toStart),
          workflowIdReusePolicy: reusePolicy,
          signal: DECIDE_SIGNAL,
        }),
      )
    },
  }
}

const startOf = (
  options: Omit<StarterOptions, 'client'>,
  { id, workspaceId, environment, capability }: RunStartRequest,
) =>
  detached(options, {
    workflowId: id,
    argument: { runId: id, workspaceId, capability },
    summary: `${capability}, ${inEnvironment(environment)}`,
    attributes: [
      { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
      { key: SEARCH_ATTRIBUTES.environment, value: environment },
      { key: SEARCH_ATTRIBUTES.capability, value: capability },
      { key: SEARCH_ATTRIBUTES.runStatus, value: 'created' },
    ],
  })
