import { setTimeout as sleep } from 'node:timers/promises'

export interface PeriodicJob {
  readonly everyMs: number
  /** Must return soon after the signal. */
  readonly round: (stopping: AbortSignal) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Repeats periodic work next to a worker's tasks; a failed round is followed by the next one. */
export function startPeriodicJob({ everyMs, round, onError }: PeriodicJob): { stop(): Promise<void> } {
  const stopping = new AbortController()

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      // The database may be unavailable: the next round finds the same work.
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
