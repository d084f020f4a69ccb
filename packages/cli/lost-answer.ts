import { ConnectionError } from 'routed-data-client/errors'
import { Interrupted } from './failures.ts'

interface Sent {
  readonly noun: 'run' | 'job'
  /** Its idempotency key. */
  readonly key: string
  readonly interrupted: AbortSignal
}

/** The outcome of a request that got no answer is unknown; a repetition with its key reveals it. */
export function beforeAnswer(error: unknown, { noun, key, interrupted }: Sent): unknown {
  const again = `the same command with --idempotency-key ${key} finds it and runs nothing twice.`
  if (interrupted.aborted)
    return new Interrupted(`Interrupted before the service answered. If a ${noun} was created, it continues: ${again}`)
  if (error instanceof ConnectionError && !error.neverSent) error.message += ` If a ${noun} was created, ${again}`
  return error
}
