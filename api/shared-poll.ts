export interface SharedPollOptions {
  readonly everyMs: number
  /** Whether anybody waits for what it finds. */
  readonly isNeeded: () => boolean
  readonly poll: () => Promise<void>
  readonly onFailed: (error: unknown) => void
}

/** A poll takes milliseconds. One that takes longer than this may be caught on a dead connection, and the next one takes another. */
const HOLDS_BACK_MS_MAX = 2_000
/** A database that is slow gets no more of them at once. */
const UNDER_WAY_MAX = 3

/** One poll on behalf of everybody who waits, again and again. */
export function startSharedPoll({ everyMs, isNeeded, poll, onFailed }: SharedPollOptions): { now(): void; stop(): void } {
  const underWay = new Set<{ readonly startedAt: number }>()

  function now(): void {
    const time = performance.now()
    const heldBack = underWay.size >= UNDER_WAY_MAX || [...underWay].some(({ startedAt }) => time - startedAt < HOLDS_BACK_MS_MAX)
    if (heldBack || !isNeeded()) return
    const mine = { startedAt: time }
    underWay.add(mine)
    poll().catch(onFailed).finally(() => underWay.delete(mine))
  }

  const timer = setInterval(now, everyMs)
  timer.unref()
  return { now, stop: () => clearInterval(timer) }
}
