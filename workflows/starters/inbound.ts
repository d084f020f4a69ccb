import type { processInbound } from '../process-inbound.ts'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import { detached, type StarterOptions } from './detached.ts'
import type { StartGate } from './start-gate.ts'
import { createStartQueue } from './start-queue.ts'

export interface InboundStartRequest {
  readonly id: string
  readonly provider: string
  /** A hash of the inbox or account that it is about. */
  readonly turnKey: string
}

export interface InboundStarter {
  /** Starts the workflow of a provider's message; one that is already under way is left alone. */
  start(message: InboundStartRequest): Promise<void>
}

export function createInboundStarter({ client, ...options }: StarterOptions): InboundStarter {
  const queue = createStartQueue(client)
  return {
    async start({ id, provider, turnKey }) {
      const start = detached(options, {
        workflowId: id,
        argument: { inboundId: id, provider, turnKey },
        summary: `a report of ${provider}`,
        attributes: [{ key: SEARCH_ATTRIBUTES.provider, value: provider }],
      })
      await queue.withRetries(() => client.workflow.start<typeof processInbound>('processInbound', start))
    },
  }
}

/** Starts messages in turns of the inboxes and accounts that they are about: many messages of one delay no other's. */
export interface InboundStartQueue {
  /** Returns at once: the sweeper starts the workflows whose start is lost. */
  startInBackground(message: InboundStartRequest): void
}

export interface InboundStartQueueOptions {
  readonly starter: InboundStarter
  readonly gate: StartGate
  readonly onLost: (inboundId: string, error: unknown) => void
}

export const createInboundStartQueue = ({ starter, gate, onLost }: InboundStartQueueOptions): InboundStartQueue => ({
  startInBackground(message) {
    // Only the database knows workspace and environment: the turn key represents one, and all count as live.
    const caller = { id: message.id, workspaceId: message.turnKey, environment: 'live' } as const
    gate.admit(caller, () => starter.start(message)).catch((error: unknown) => onLost(message.id, error))
  },
})
