/** How often the times of last use are written: one statement for all credentials used meanwhile. */
const WRITE_USED_EVERY_MS = 5_000

export interface LastUsedTracker {
  /** The credential with this id is being used. */
  mark(id: string): void
  /** Writes the pending times. */
  stop(): Promise<void>
}

/**
 * Records when credentials were last used, in batches: no request waits for the write, and no two requests for the same
 * row.
 */
export function createLastUsedTracker(
  write: (used: ReadonlyMap<string, Date>) => Promise<unknown>,
  onLost: (error: unknown) => void,
): LastUsedTracker {
  let used = new Map<string, Date>()

  async function writeUsed(): Promise<void> {
    if (used.size === 0) return
    const batch = used
    used = new Map()
    await write(batch).catch(onLost)
  }

  const timer = setInterval(() => void writeUsed(), WRITE_USED_EVERY_MS)
  timer.unref()
  return {
    mark: (id) => {
      used.set(id, new Date())
    },
    async stop() {
      clearInterval(timer)
      await writeUsed()
    },
  }
}
