import type { Environment } from '../../domain/runs/states.ts'
import type { SecretCipher } from '../../db/cipher.ts'
import type { Database } from '../../db/database.ts'
import type { ActivityLog } from '../deps.ts'
import { createEndpointSlots, type EndpointSlots } from './endpoint-slots.ts'
import type { GuardedHttp } from './http.ts'
import { createUnrecordedAttempts, type UnrecordedAttempts } from './unrecorded-attempts.ts'

/** Everything that the webhook activities need, built by the worker's main. */
export interface WebhookDeps {
  readonly db: Database
  /** Decrypts the endpoints' secrets. */
  readonly cipher: SecretCipher
  readonly http: GuardedHttp
  /** What this worker has under way at endpoints, and what it could not record. */
  readonly slots: EndpointSlots
  readonly unrecorded: UnrecordedAttempts
  /**
   * Starts the clock of an endpoint that has begun to fail. The sweeper starts those that it could not. It never fails
   * and never waits.
   */
  readonly startAutoDisable: (webhook: {
    readonly id: string
    readonly workspaceId: string
    readonly environment: Environment
  }) => void
  readonly log: ActivityLog
}

/** What one worker keeps between its attempts. */
export const attemptsOfWorker = (): Pick<WebhookDeps, 'slots' | 'unrecorded'> => ({
  slots: createEndpointSlots(() => performance.now()),
  unrecorded: createUnrecordedAttempts(),
})
