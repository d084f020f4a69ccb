import { withoutPermit } from '../limits/request-queues.ts'
import { firstOf, type RunWaiters } from './run-waiters.ts'

export interface SettledWait<Thing> {
  readonly read: () => Promise<Thing>
  readonly isSettled: (thing: Thing) => boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** A waiter reads no more often, however often it is woken: a job with many rows has news all the time. */
const READ_EVERY_MS = 1_000

/**
 * Reads a thing again at each of its news until it is settled, or until the time is over. A request that may not wait
 * reads once.
 */
export async function awaitSettled<Thing>(
  waiters: Pick<RunWaiters, 'subscribe'>,
  id: string,
  { read, isSettled, timeoutMs, signal }: SettledWait<Thing>,
): Promise<Thing> {
  const until = performance.now() + timeoutMs
  for (;;) {
    const waiter = waiters.subscribe(id)
    try {
      const readAt = performance.now()
      const thing = await read()
      const left = until - performance.now()
      if (isSettled(thing) || left <= 0 || signal.aborted) return thing
      const waited = await waiter.wait(left, signal)
      if (waited === 'refused') return thing
      if (waited === 'over') return await read()
      const pause = Math.min(readAt + READ_EVERY_MS, until) - performance.now()
      if (pause > 0) await withoutPermit(() => firstOf(new Promise(() => undefined), pause, signal))
    } finally {
      waiter.close()
    }
  }
}
