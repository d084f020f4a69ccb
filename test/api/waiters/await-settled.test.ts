import { describe, expect, it } from '@jest/globals'
import type { Caller } from '../../../domain/shares/caller.ts'
import { createRequestQueues, hasWaited } from '../../../api/limits/request-queues.ts'
import { awaitSettled } from '../../../api/waiters/await-settled.ts'
import { waitsAway } from '../../../api/waiters/away.ts'
import { createEventWaiters } from '../../../api/waiters/event-waiters.ts'
import { createRunWaiters } from '../../../api/waiters/run-waiters.ts'

const CALLER: Caller = { key: 'ws_1', environment: 'live' }
const LONG_MS = 60_000
const never = { pollEveryMs: LONG_MS, onPollFailed: () => undefined }

/** The waiters of a process in which one request of a caller may wait. */
function start() {
  const requestQueues = createRequestQueues({ add: () => undefined, set: () => undefined }, {}, 1)
  const own = {
    waiters: createRunWaiters({ ...never, readEnded: async () => [] }),
    eventWaiters: createEventWaiters({ ...never, findFitting: async () => [] }),
  }
  const { waiters } = waitsAway(own, requestQueues)
  let reads = 0
  const request = (timeoutMs: number, settlesAt = Infinity, signal = new AbortController().signal) =>
    requestQueues.within('requests', CALLER, async () => {
      const read = async (): Promise<number> => (reads += 1)
      const isSettled = (count: number): boolean => count >= settlesAt
      const answer = await awaitSettled(waiters, 'job_1', { read, isSettled, timeoutMs, signal })
      return { answer, waited: hasWaited() }
    })
  const stop = (): void => {
    own.waiters.releaseAll()
    own.waiters.stop()
    own.eventWaiters.stop()
  }
  return { ...own, request, stop, reads: () => reads }
}

const moments = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

describe('a request that waits for a job', () => {
  it('reads once where it may not wait, and reports it', async () => {
    const service = start()
    const first = service.request(LONG_MS)
    await moments(20)
    expect(await service.request(LONG_MS)).toEqual({ answer: 2, waited: false })
    service.stop()
    expect(await first).toMatchObject({ waited: true })
  })

  it('reads no more often than each second, however often it is woken', async () => {
    const service = start()
    const wakes = setInterval(() => service.waiters.ended(['job_1']), 5)
    const beganAt = performance.now()
    try {
      expect(await service.request(LONG_MS, 3)).toEqual({ answer: 3, waited: true })
    } finally {
      clearInterval(wakes)
      service.stop()
    }
    expect(performance.now() - beganAt).toBeGreaterThan(1_950)
  })

  it('reads twice while the process stops, and when its time is over', async () => {
    const service = start()
    const waiting = service.request(LONG_MS)
    await moments(20)
    service.stop()
    expect(await waiting).toEqual({ answer: 2, waited: true })
    expect(await service.request(LONG_MS)).toEqual({ answer: 4, waited: true })
  })

  it('wants to wait for nothing without a time', async () => {
    const service = start()
    expect(await service.request(0)).toEqual({ answer: 1, waited: null })
    service.stop()
  })
})
