import { startSharedPoll } from './shared-poll.ts'

/**
 * Requests that wait for a run's end (Spec 4.1 `wait_seconds`, 4.4 `wait`). A waiter subscribes first, then reads the
 * row, then waits, so it cannot miss an end between the two. Waiting holds no database connection and no call to
 * Temporal; one poll shared by all waiters covers a lost notification.
 */
export interface RunWaiters {
  /** Subscribe before the run is read or inserted; always close. */
  subscribe(runId: string): RunWaiter
  /** Notifies the waiters that these runs have ended; ids without a waiter are ignored. */
  ended(runIds: readonly string[]): void
  /** Polls at once: notifications may have been lost. */
  catchUp(): void
  /** Answers all waiting requests at once, and all later ones: the process is about to stop. */
  releaseAll(): void
  stop(): void
}

/**
 * `woken`: there is something new to read. `over`: the time has passed, or the request must end. `refused`: too many
 * requests of the caller wait, so this one did not.
 */
export type Waited = 'woken' | 'over' | 'refused'

export interface RunWaiter {
  /** Resolves at the run's end, after `timeoutMs`, or when the signal aborts, whichever is first. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<Waited>
  close(): void
}

export interface RunWaitersOptions {
  /** Reads from the database which of these runs have ended. */
  readonly readEnded: (runIds: readonly string[]) => Promise<readonly string[]>
  readonly pollEveryMs: number
  readonly onPollFailed: (error: unknown) => void
  /** Called once for each waiter whose run has ended. */
  readonly onHeard?: (by: HeardBy) => void
}

/** How the end of a run reached the request that waits for it. */
export type HeardBy = 'notice' | 'poll'

type Wake = (by: HeardBy | 'retry') => void

export function createRunWaiters({
  readEnded,
  pollEveryMs,
  onPollFailed,
  onHeard = () => undefined,
}: RunWaitersOptions): RunWaiters {
  const waiting = new Map<string, Set<Wake>>()
  let released = false

  const wakeAll = (runIds: readonly string[], by: HeardBy | 'retry'): void => {
    for (const runId of runIds) for (const wake of waiting.get(runId) ?? []) wake(by)
  }

  const poll = startSharedPoll({
    everyMs: pollEveryMs,
    isNeeded: () => waiting.size > 0,
    poll: async () => wakeAll(await readEnded([...waiting.keys()]), 'poll'),
    onFailed: onPollFailed,
  })

  return {
    subscribe(runId) {
      let end: Wake = () => undefined
      let isWoken = false
      const finished = new Promise<void>((resolve) => {
        let heard = false
        end = (by) => {
          if (by !== 'retry' && !heard) onHeard(by)
          isWoken ||= by !== 'retry'
          heard = true
          resolve()
        }
      })
      const wakes = waiting.get(runId) ?? new Set<Wake>()
      wakes.add(end)
      waiting.set(runId, wakes)
      return {
        async wait(timeoutMs, signal) {
          await firstOf(finished, released ? 0 : timeoutMs, signal)
          return isWoken ? 'woken' : 'over'
        },
        close() {
          wakes.delete(end)
          if (wakes.size === 0 && waiting.get(runId) === wakes) waiting.delete(runId)
        },
      }
    },
    ended: (runIds) => wakeAll(runIds, 'notice'),
    catchUp: () => poll.now(),
    releaseAll() {
      released = true
      wakeAll([...waiting.keys()], 'retry')
    },
    stop: () => poll.stop(),
  }
}

/** Resolves with `finished`, after `timeoutMs`, or when the signal aborts, whichever is first. */
export function firstOf(finished: Promise<void>, timeoutMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted || timeoutMs <= 0) return Promise.resolve()
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, timeoutMs)
    signal.addEventListener('abort', done, { once: true })
    void finished.then(done)
  })
}
