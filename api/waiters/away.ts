import type { RequestQueues } from '../limits/request-queues.ts'
import type { EventWaiters } from './event-waiters.ts'
import type { RunWaiters, Waited } from './run-waiters.ts'

/** A request that waits for the end of a run or for an event releases its permit meanwhile. */
export const waitsAway = (
  { waiters, eventWaiters }: { readonly waiters: RunWaiters; readonly eventWaiters: EventWaiters },
  requestQueues: Pick<RequestQueues, 'away' | 'awayLong'>,
) => ({
  waiters: {
    ...waiters,
    subscribe(runId: string) {
      const waiter = waiters.subscribe(runId)
      const wait = async (timeoutMs: number, signal: AbortSignal): Promise<Waited> =>
        timeoutMs > 0
          ? ((await requestQueues.awayLong(() => waiter.wait(timeoutMs, signal))) ?? 'refused')
          : waiter.wait(0, signal)
      return { ...waiter, wait }
    },
  } satisfies RunWaiters,
  eventWaiters: {
    ...eventWaiters,
    wait: (...args: Parameters<EventWaiters['wait']>) => requestQueues.away(() => eventWaiters.wait(...args)),
  } satisfies EventWaiters,
})
