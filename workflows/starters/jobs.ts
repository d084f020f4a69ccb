import type { Environment } from '../../domain/runs/states.ts'
import type { job } from '../job.ts'
import { SEARCH_ATTRIBUTES } from '../search-attributes.ts'
import { WAKE_SIGNAL } from '../signals.ts'
import { detached, inEnvironment, type StarterOptions } from './detached.ts'
import { createStartQueue } from './start-queue.ts'

export interface JobStartRequest {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  /** The capability, or the endpoint of a raw job. */
  readonly name: string
}

export interface JobStarter {
  /** Starts the workflow of a job, or signals the one under way that the job has changed. */
  wake(job: JobStartRequest): Promise<void>
}

export function createJobStarter({ client, ...options }: StarterOptions): JobStarter {
  const queue = createStartQueue(client)
  return {
    async wake({ id, workspaceId, environment, name }) {
      const start = detached(options, {
        workflowId: id,
        argument: { jobId: id },
        summary: `job of ${name}, ${inEnvironment(environment)}`,
        attributes: [
          { key: SEARCH_ATTRIBUTES.workspaceId, value: workspaceId },
          { key: SEARCH_ATTRIBUTES.environment, value: environment },
          { key: SEARCH_ATTRIBUTES.capability, value: name },
        ],
      })
      await queue.withRetries(() =>
        client.workflow.signalWithStart<typeof job>('job', { ...start, signal: WAKE_SIGNAL }),
      )
    },
  }
}
