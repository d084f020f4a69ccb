import { TypedSearchAttributes } from '@temporalio/common'
import {
  isAnswerTo,
  OPERATION_TYPES,
  type OperationAnswer,
  type OperationKind,
  type ProviderOperation,
} from '../../domain/operations/operations.ts'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import type { StarterOptions } from './detached.ts'
import { START_DEADLINE_MS } from './start-queue.ts'

export type ProviderReply<K extends OperationKind> =
  | { readonly kind: 'answered'; readonly answer: OperationAnswer<K> }
  /**
   * Temporal or every worker is unavailable, or the answer took too long. Whether the provider was called is unknown.
   */
  | { readonly kind: 'unanswered'; readonly cause: unknown }

export interface ProviderCaller {
  /** Calls a provider through the worker and waits. `id` is the workflow's id: one operation of one request. */
  call<C extends ProviderOperation>(id: string, call: C): Promise<ProviderReply<C['kind']>>
}

/** Requests that need the same answer at once share one call: the id of its workflow names what is read. */
const SHARED: ReadonlySet<OperationKind> = new Set(['client_document'])

/** A little longer than the longest call that a worker makes. */
const CALL_MS_MAX = 25_000

export interface CallerOptions extends StarterOptions {
  /** How long an answer may take; the default is 25 s. */
  readonly callMsMax?: number
}

export function createProviderCaller({
  client,
  taskQueue,
  eager,
  callMsMax = CALL_MS_MAX,
}: CallerOptions): ProviderCaller {
  return {
    async call(id, call) {
      try {
        const giveUpAt = Date.now() + callMsMax
        const handle = await client.withDeadline(Date.now() + START_DEADLINE_MS, () =>
          client.workflow.start<(operation: ProviderOperation) => Promise<OperationAnswer>>(
            OPERATION_TYPES[call.kind],
            {
              workflowId: id,
              taskQueue,
              args: [call],
              staticSummary: `${call.kind} at ${call.provider}`,
              // After the caller has stopped waiting, a worker that comes back does not call the provider.
              workflowExecutionTimeout: callMsMax,
              requestEagerStart: eager,
              workflowIdConflictPolicy: SHARED.has(call.kind) ? 'USE_EXISTING' : 'FAIL',
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
