import type { Client } from '@temporalio/client'
import { TypedSearchAttributes } from '@temporalio/common'
import { SEARCH_ATTRIBUTES } from './search-attributes.ts'
import { createStartQueue } from './start-queue.ts'
import type { topUpWallet, TopupStart } from './top-up-wallet.ts'

export interface TopupStarter {
  /** Starts the top-up of a wallet; a wallet with a top-up under way is left alone. */
  start(wallet: TopupStart): Promise<void>
}

/** It uses the task queue of runs. */
export function createTopupStarter({
  client,
  taskQueue,
}: {
  readonly client: Client
  readonly taskQueue: string
}): TopupStarter {
  const starting = createStartQueue(client)
  return {
    async start({ workspaceId, environment }) {
      await starting.patiently(() =>
        client.workflow.start<typeof topUpWallet>('topUpWallet', {
          workflowId: `topup:${workspaceId}:${environment}`,
          taskQueue,
          args: [{ workspaceId, environment }],
          workflowIdConflictPolicy: 'USE_EXISTING',
          // The database decides whether anything is left to do.
          workflowIdReusePolicy: 'ALLOW_DUPLICATE',
          typedSearchAttributes: new TypedSearchAttributes([
            { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
            { key: SEARCH_ATTRIBUTES.environment, value: environment },
          ]),
        }),
      )
    },
  }
}
