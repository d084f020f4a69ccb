import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import {
  isAnswerTo,
  OPERATION_TYPES,
  type OperationAnswer,
  type ProviderOperation,
  type OperationKind,
} from '../domain/providers/operations.ts'
import type { Environment } from '../domain/runs/states.ts'
import type { run } from './run.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'
import { CANCEL_SIGNAL } from './signals.ts'
import { START_DEADLINE_MS, createStartQueue } from './start-queue.ts'

export interface RunToStart {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly capability: string
}

export interface RunStarter {
  /** Starts the run's workflow; a run whose workflow is under way is left alone. */
  start(run: RunToStart): Promise<void>
  /** Signals a running workflow that its run was cancelled; losing this signal is harmless. */
  signalCancel(runId: string): Promise<void>
}

export interface StarterOptions {
  readonly client: Client
  readonly taskQueue: string
  /** True only if the client uses the connection of a worker in this process (toolchain of Temporal). */
  readonly eager: boolean
  /**
   * Whether a run whose workflow has completed may be started again. The API never has a reason to. The sweeper does,
   * because the database is the guard and not Temporal's memory.
   */
  readonly reuse: 'failed only' | 'any'
}

export function createRunStarter({ client, taskQueue, eager, reuse }: StarterOptions): RunStarter {
  const starting = createStartQueue(client)
  return {
    async start({ id, workspaceId, environment, capability }) {
      const begin = () =>
        client.workflow.start<typeof run>('run', {
          workflowId: id,
          taskQueue,
          args: [{ runId: id, workspaceId, capability }],
          workflowIdConflictPolicy: 'USE_EXISTING',
          workflowIdReusePolicy: reuse === 'any' ? 'ALLOW_DUPLICATE' : 'ALLOW_DUPLICATE_FAILED_ONLY',
          requestEagerStart: eager,
          typedSearchAttributes: new TypedSearchAttributes([
            { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
            { key: SEARCH_ATTRIBUTES.environment, value: environment },
            { key: SEARCH_ATTRIBUTES.capability, value: capability },
            { key: SEARCH_ATTRIBUTES.runStatus, value: 'created' },
          ]),
        })
      try {
        await starting.patiently(begin)
      } catch (error) {
        // The workflow ran already and completed: nothing is left to do.
        if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error
      }
    },
    async signalCancel(runId) {
      await starting.once(() => client.workflow.getHandle(runId).signal(CANCEL_SIGNAL))
    },
  }
}

export type ProviderReply<K extends OperationKind> =
  | { readonly kind: 'answered'; readonly answer: OperationAnswer<K> }
  /** Temporal or every worker is away, or the answer took too long. Whether the provider was called is unknown. */
  | { readonly kind: 'unanswered'; readonly cause: unknown }

export interface ProviderCaller {
  /** Calls a provider through the worker and waits. `id` is the workflow's id: one operation of one request. */
  ask<C extends ProviderOperation>(id: string, call: C): Promise<ProviderReply<C['kind']>>
}

/** A little longer than the longest call that a worker makes. */
const ASK_MS_MAX = 25_000

export interface CallerOptions extends Omit<StarterOptions, 'reuse'> {
  /** How long an answer may take; the default is 25 s. */
  readonly askMsMax?: number
}

export function createProviderCaller({
  client,
  taskQueue,
  eager,
  askMsMax = ASK_MS_MAX,
}: CallerOptions): ProviderCaller {
  return {
    async ask(id, call) {
      try {
        const giveUpAt = Date.now() + askMsMax
        const handle = await client.withDeadline(Date.now() + START_DEADLINE_MS, () =>
          client.workflow.start<(operation: ProviderOperation) => Promise<OperationAnswer>>(
            OPERATION_TYPES[call.kind],
            {
              workflowId: id,
              taskQueue,
              args: [call],
              // After the caller has stopped waiting, a worker that comes back does not call the provider.
              workflowExecutionTimeout: askMsMax,
              requestEagerStart: eager,
              typedSearchAttributes: new TypedSearchAttributes([
                { key: SEARCH_ATTRIBUTES.workspaceId, value: call.workspaceId },
                { key: SEARCH_ATTRIBUTES.provider, value: call.provider },
              ]),
            },
          ),
        )
        const answer = await client.withDeadline(giveUpAt, () => handle.result())
        if (!isAnswerTo(call.kind, answer)) throw new Error(`${call.kind} was answered as another question`)
        return { kind: 'answered', answer }
      } catch (cause) {
        return { kind: 'unanswered', cause }
      }
    },
  }
}
