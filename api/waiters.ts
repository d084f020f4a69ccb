/**
 * Requests that wait for a run's end (Spec 4.1 `wait_seconds`, 4.4 `wait`). A waiter subscribes first, then
 * reads the row, then waits: an end between the two cannot be missed. Waiting holds no database connection
 * and no call to Temporal; one poll shared by all waiters covers a notification that was lost.
 */
export interface RunWaiters {
  /** Subscribe before the run is read or inserted; always close. */
  subscribe(runId: string): RunWaiter
  /** Tells that these runs have ended; ids that nobody waits for are ignored. */
  ended(runIds: readonly string[]): void
  /** Answers everybody at once, and whoever still comes: the process is about to stop. */
  releaseAll(): void
  stop(): void
}

export interface RunWaiter {
  /** Resolves at the run's end, after `timeoutMs`, or when the signal aborts, whichever is first. */
  wait(timeoutMs: number, signal: AbortSignal): Promise<void>
  close(): void
}

export interface RunWaitersOptions {
  /** Which of these runs have ended, by the database. */
  readonly readEnded: (runIds: readonly string[]) => Promise<readonly string[]>
  readonly pollEveryMs: number
  readonly onPollFailed: (error: unknown) => void
}

type Wake = () => void

export function createRunWaiters({ readEnded, pollEveryMs, onPollFailed }: RunWaitersOptions): RunWaiters {
  const waiting = new Map<string, Set<Wake>>()
  let polling = false
  let released = false

  const ended = (runIds: readonly string[]): void => {
    for (const runId of runIds) for (const wake of waiting.get(runId) ?? []) wake()
  }

  async function poll(): Promise<void> {
    if (polling || waiting.size === 0) return
    polling = true
    try {
      ended(await readEnded([...waiting.keys()]))
    } catch (error) {
      onPollFailed(error)
    } finally {
      polling = false
    }
  }

  const timer = setInterval(() => void poll(), pollEveryMs)
  timer.unref()

  return {
    subscribe(runId) {
      let end: Wake = () => undefined
      const finished = new Promise<void>((resolve) => { end = resolve })
      const wakes = waiting.get(runId) ?? new Set<Wake>()
      wakes.add(end)
      waiting.set(runId, wakes)
      return {
        wait: (timeoutMs, signal) => firstOf(finished, released ? 0 : timeoutMs, signal),
        close() {
          wakes.delete(end)
          if (wakes.size === 0 && waiting.get(runId) === wakes) waiting.delete(runId)
        },
      }
    },
    ended,
    releaseAll() {
      released = true
      ended([...waiting.keys()])
    },
    stop: () => clearInterval(timer),
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
