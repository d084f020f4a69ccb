import { setTimeout as sleep } from 'node:timers/promises'

export interface Rounds {
  readonly everyMs: number
  /** Told to stop by the signal, a round ends as soon as it can. */
  readonly round: (stopping: AbortSignal) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Something that every worker does again and again beside its tasks; a round that failed is followed by the next one. */
export function startRounds({ everyMs, round, onError }: Rounds): { stop(): Promise<void> } {
  const stopping = new AbortController()

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The database may be away: the next round finds the same work.
      await round(stopping.signal).catch(onError)
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const running = loop()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
