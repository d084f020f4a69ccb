import type { Environment } from '../../domain/runs/states.ts'
import type { eraseSubject } from '../erase-subject.ts'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import { detached, inEnvironment, type StarterOptions } from './detached.ts'
import { createStartQueue } from './start-queue.ts'

export interface ErasureStarter {
  /** Starts the workflow of an erasure; one that is under way is left alone. */
  start(erasure: {
    readonly id: string
    readonly workspaceId: string
    readonly environment: Environment
  }): Promise<void>
}

export function createErasureStarter({ client, ...options }: StarterOptions): ErasureStarter {
  const queue = createStartQueue(client)
  return {
    async start({ id, workspaceId, environment }) {
      const start = detached(options, {
        workflowId: id,
        argument: { erasureId: id },
        summary: `erasure of a person, ${inEnvironment(environment)}`,
        attributes: [
          { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
          { key: SEARCH_ATTRIBUTES.environment, value: environment },
        ],
      })
      await queue.withRetries(() => client.workflow.start<typeof eraseSubject>('eraseSubject', start))
    },
  }
}
