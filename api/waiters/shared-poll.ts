export interface SharedPollOptions {
  readonly everyMs: number
  /** Whether any request waits for the result. */
  readonly isNeeded: () => boolean
  readonly poll: () => Promise<void>
  readonly onFailed: (error: unknown) => void
}

/**
 * A poll takes milliseconds. One that takes longer than this may hang on a dead connection, so the next one uses
 * another connection.
 */
const HOLDS_BACK_MS_MAX = 2_000
/** A slow database gets no more concurrent polls than this. */
const UNDER_WAY_MAX = 3

/** One poll on behalf of all waiting requests, repeated. */
export function startSharedPoll({ everyMs, isNeeded, poll, onFailed }: SharedPollOptions): {
  now(): void
  stop(): void
} {
  const underWay = new Set<{ readonly startedAt: number }>()

  function now(): void {
    const time = performance.now()
    const heldBack =
      underWay.size >= UNDER_WAY_MAX || [...underWay].some(({ startedAt }) => time - startedAt < HOLDS_BACK_MS_MAX)
    if (heldBack || !isNeeded()) return
    const mine = { startedAt: time }
    underWay.add(mine)
    poll()
      .catch(onFailed)
      .finally(() => underWay.delete(mine))
  }

  const timer = setInterval(now, everyMs)
  timer.unref()
  return { now, stop: () => clearInterval(timer) }
}
