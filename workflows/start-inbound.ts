import type { Client } from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import type { processInbound } from './process-inbound.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'
import { startingOn } from './starting.ts'

export interface InboundToStart {
  readonly id: string
  readonly provider: string
}

export interface InboundStarter {
  /** Starts the workflow of a provider's message; one that is under way is left alone. */
  start(message: InboundToStart): Promise<void>
  /** The same without being waited for: the sweeper starts those whose start is lost. */
  startSoon(message: InboundToStart): void
}

export interface InboundStarterOptions {
  readonly client: Client
  /** That of runs. */
  readonly taskQueue: string
  /** Only where the client is built on the connection of a worker in this process. */
  readonly eager: boolean
  readonly onLost: (inboundId: string, error: unknown) => void
}

export function createInboundStarter({ client, taskQueue, eager, onLost }: InboundStarterOptions): InboundStarter {
  const starting = startingOn(client)
  const begin = ({ id, provider }: InboundToStart) =>
    client.workflow.start<typeof processInbound>('processInbound', {
      workflowId: id,
      taskQueue,
      args: [{ inboundId: id }],
      workflowIdConflictPolicy: 'USE_EXISTING',
      // Found by the sweeper: the database decides whether anything is left to do.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      requestEagerStart: eager,
      typedSearchAttributes: new TypedSearchAttributes([{ key: SEARCH_ATTRIBUTES.provider, value: provider }]),
    })

  async function start(message: InboundToStart): Promise<void> {
    await starting.patiently(() => begin(message))
  }

  return {
    start,
    startSoon(message) { start(message).catch((error: unknown) => onLost(message.id, error)) },
  }
}
