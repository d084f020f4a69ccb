import type { Client } from '@temporalio/client'
import { type SearchAttributePair, TypedSearchAttributes } from '@temporalio/common'
import type { Environment } from '../../domain/runs/states.ts'

export interface StarterOptions {
  readonly client: Client
  /** The task queue of runs. */
  readonly taskQueue: string
  /** True only if the client uses the connection of a worker in this process (toolchain of Temporal). */
  readonly eager: boolean
}

export interface DetachedStart<Argument> {
  readonly workflowId: string
  readonly argument: Argument
  /** One line for the list of workflows in Temporal's Web UI; it names no person and no company. */
  readonly summary: string
  /** What an operator finds the workflow by. */
  readonly attributes: SearchAttributePair[]
}

/** How a summary names an environment. */
export const inEnvironment = (environment: Environment): string => (environment === 'test' ? 'sandbox' : 'live')

/**
 * How a workflow is started whose end its caller does not wait for. One that is under way is left alone. One that has
 * completed runs again, as the sweeper wants it: the database decides whether anything is left to do.
 */
export const detached = <Argument>(
  { taskQueue, eager }: Pick<StarterOptions, 'taskQueue' | 'eager'>,
  { workflowId, argument, summary, attributes }: DetachedStart<Argument>,
) => ({
  workflowId,
  taskQueue,
  args: [argument] satisfies [Argument],
  staticSummary: summary,
  workflowIdConflictPolicy: 'USE_EXISTING' as const,
  workflowIdReusePolicy: 'ALLOW_DUPLICATE' as const,
  requestEagerStart: eager,
  typedSearchAttributes: new TypedSearchAttributes(attributes),
})
