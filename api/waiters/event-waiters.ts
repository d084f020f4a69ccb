import type { StreamWait } from '../../db/delivery/events/read.ts'
import { startSharedPoll } from './shared-poll.ts'
import { firstOf } from './run-waiters.ts'

/**
 * Requests that wait for the next event (`wait` of `GET /v1/events`). Each has read the stream up to a sequence before,
 * and one poll for all of them finds later events, so waiting holds no database connection and misses nothing.
 */
export interface EventWaiters {
  /** `fits`: read again. `full`: the limit of waiting requests is reached. A client that disconnects is forgotten. */
  wait(wait: StreamWait, timeoutMs: number, signal: AbortSignal): Promise<'fits' | 'over' | 'full'>
  /** Answers all waiting requests at once, and all later ones: the process is about to stop. */
  releaseAll(): void
  stop(): void
}

export interface EventWaitersOptions {
  /** Finds in the database which of these waits have new events. */
  readonly findFitting: <Wait extends StreamWait>(waits: readonly Wait[]) => Promise<readonly Wait[]>
  readonly pollEveryMs: number
  readonly onPollFailed: (error: unknown) => void
  /** 2,000 by default: one poll reads for all of them. */
  readonly waitingMax?: number
}

const WAITING_MAX = 2_000
/** Keeps one workspace from using all of them. */
const WAITING_OF_WORKSPACE_MAX = 100

interface Waiting extends StreamWait {
  readonly wake: (because: 'fits' | 'over') => void
}

export function createEventWaiters({
  findFitting,
  pollEveryMs,
  onPollFailed,
  waitingMax = WAITING_MAX,
}: EventWaitersOptions): EventWaiters {
  const waiting = new Set<Waiting>()
  let released = false
  const poll = startSharedPoll({
    everyMs: pollEveryMs,
    isNeeded: () => waiting.size > 0,
    poll: async () => {
      for (const { wake } of await findFitting([...waiting])) wake('fits')
    },
    onFailed: onPollFailed,
  })

  const isFull = (workspaceId: string): boolean =>
    waiting.size >= waitingMax ||
    [...waiting].filter((one) => one.workspaceId === workspaceId).length >= WAITING_OF_WORKSPACE_MAX

  return {
    async wait(wait, timeoutMs, signal) {
      if (released || signal.aborted) return 'over'
      if (isFull(wait.workspaceId)) return 'full'
      let because: 'fits' | 'over' = 'over'
      let wake: Waiting['wake'] = () => undefined
      const woken = new Promise<void>((resolve) => {
        wake = (why) => {
          because = why
          resolve()
        }
      })
      const mine: Waiting = { ...wait, wake }
      waiting.add(mine)
      try {
        await firstOf(woken, timeoutMs, signal)
        return because
      } finally {
        waiting.delete(mine)
      }
    },
    releaseAll() {
      released = true
      for (const { wake } of waiting) wake('over')
    },
    stop: () => poll.stop(),
  }
}
