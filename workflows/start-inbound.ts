import type { Client } from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import type { processInbound } from './process-inbound.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'
import type { StartGate } from './start-gate.ts'
import { createStartQueue } from './start-queue.ts'

export interface InboundToStart {
  readonly id: string
  readonly provider: string
  /** A hash of the inbox or account that it is about. */
  readonly turnKey: string
}

export interface InboundStarter {
  /** Starts the workflow of a provider's message; one that is already under way is left alone. */
  start(message: InboundToStart): Promise<void>
}

export interface InboundStarterOptions {
  readonly client: Client
  /** The task queue of runs. */
  readonly taskQueue: string
  /** True only if the client uses the connection of a worker in this process. */
  readonly eager: boolean
}

export function createInboundStarter({ client, taskQueue, eager }: InboundStarterOptions): InboundStarter {
  const starting = createStartQueue(client)
  const begin = ({ id, provider, turnKey }: InboundToStart) =>
    client.workflow.start<typeof processInbound>('processInbound', {
      workflowId: id,
      taskQueue,
      args: [{ inboundId: id, provider, turnKey }],
      workflowIdConflictPolicy: 'USE_EXISTING',
      // Found by the sweeper: the database decides whether anything is left to do.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      requestEagerStart: eager,
      typedSearchAttributes: new TypedSearchAttributes([{ key: SEARCH_ATTRIBUTES.provider, value: provider }]),
    })

  return {
    async start(message) {
      await starting.patiently(() => begin(message))
    },
  }
}

/** Starts messages in turns of the inboxes and accounts that they are about: many messages of one delay no other's. */
export interface InboundTurns {
  /** Returns at once: the sweeper starts the workflows whose start is lost. */
  startSoon(message: InboundToStart): void
}

export interface InboundTurnsOptions {
  readonly starter: InboundStarter
  readonly gate: StartGate
  readonly onLost: (inboundId: string, error: unknown) => void
}

export const createInboundTurns = ({ starter, gate, onLost }: InboundTurnsOptions): InboundTurns => ({
  startSoon(message) {
    // Only the database knows the environment, so all messages count as live.
    const caller = { id: message.id, workspaceId: message.turnKey, environment: 'live' } as const
    gate.admit(caller, () => starter.start(message)).catch((error: unknown) => onLost(message.id, error))
  },
})
