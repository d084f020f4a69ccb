import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import { inTurn } from './in-turn.ts'
import type { processInbound } from './process-inbound.ts'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'

/** As of runs (start.ts): what a server cannot confirm by then is tried once more, and after that the sweeper has it. */
const START_DEADLINE_MS = 2_000
const START_PAUSE_MS = 500
const STARTS_AT_ONCE_MAX = 40
const STARTS_WAITING_MAX = 10_000

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
  const turn = inTurn(STARTS_AT_ONCE_MAX, STARTS_WAITING_MAX)
  const begin = ({ id, provider }: InboundToStart) => turn(() => client.withDeadline(Date.now() + START_DEADLINE_MS, () =>
    client.workflow.start<typeof processInbound>('processInbound', {
      workflowId: id,
      taskQueue,
      args: [{ inboundId: id }],
      workflowIdConflictPolicy: 'USE_EXISTING',
      // Found by the sweeper: the database decides whether anything is left to do.
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
      requestEagerStart: eager,
      typedSearchAttributes: new TypedSearchAttributes([{ key: SEARCH_ATTRIBUTES.provider, value: provider }]),
    })))

  async function start(message: InboundToStart): Promise<void> {
    try {
      await begin(message)
    } catch {
      await sleep(START_PAUSE_MS)
      await begin(message)
    }
  }

  return {
    start,
    startSoon(message) { start(message).catch((error: unknown) => onLost(message.id, error)) },
  }
}
