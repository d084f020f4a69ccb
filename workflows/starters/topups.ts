import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import type { topUpWallet, TopupStart } from '../top-up-wallet.ts'
import { detached, inEnvironment, type StarterOptions } from './detached.ts'
import { createStartQueue } from './start-queue.ts'

export interface TopupStarter {
  /** Starts the top-up of a wallet; a wallet with a top-up under way is left alone. */
  start(wallet: TopupStart): Promise<void>
}

export function createTopupStarter({ client, ...options }: StarterOptions): TopupStarter {
  const queue = createStartQueue(client)
  return {
    async start({ workspaceId, environment }) {
      const start = detached(options, {
        workflowId: `topup:${workspaceId}:${environment}`,
        argument: { workspaceId, environment },
        summary: `automatic top-up, ${inEnvironment(environment)}`,
        attributes: [
          { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
          { key: SEARCH_ATTRIBUTES.environment, value: environment },
        ],
      })
      await queue.withRetries(() => client.workflow.start<typeof topUpWallet>('topUpWallet', start))
    },
  }
}
