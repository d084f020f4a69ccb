import { afterEach, describe, expect, it } from '@jest/globals'
import { createEventWaiters } from '../../../api/waiters/event-waiters.ts'
import { createRunWaiters } from '../../../api/waiters/run-waiters.ts'
import { until } from '../../support/until.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const NEVER = new Promise<never>(() => undefined)
const LONGER_THAN_TEST_MS = 100_000
const unexpected = (): never => {
  throw new Error('no poll fails here')
}

describe('a poll on a dead connection', () => {
  it('does not delay the next one: a request that waits for a run is answered', async () => {
    let polls = 0
    const heard: string[] = []
    const waiters = createRunWaiters({
      readEnded: async (ids) => {
        polls += 1
        return polls === 1 ? NEVER : ids
      },
      pollEveryMs: 20,
      onPollFailed: unexpected,
      onHeard: (by) => {
        heard.push(by)
      },
    })
    stops.push(() => waiters.stop())
    await waiters.subscribe('run_1').wait(LONGER_THAN_TEST_MS, new AbortController().signal)
    expect([polls, heard]).toEqual([2, ['poll']])
  })

  it('does not delay the next one: a request that waits for an event is answered', async () => {
    let polls = 0
    const waiters = createEventWaiters({
      findFitting: async (waits) => {
        polls += 1
        return polls === 1 ? NEVER : waits
      },
      pollEveryMs: 20,
      onPollFailed: unexpected,
    })
    stops.push(() => waiters.stop())
    const wait = { workspaceId: 'ws_1', environment: 'live', from: 0n, types: null } as const
    expect(await waiters.wait(wait, LONGER_THAN_TEST_MS, new AbortController().signal)).toBe('fits')
  })

  it('is followed by few at once without an answer', async () => {
    let polls = 0
    const waiters = createRunWaiters({
      readEnded: () => {
        polls += 1
        return NEVER
      },
      pollEveryMs: 20,
      onPollFailed: unexpected,
    })
    stops.push(() => waiters.stop())
    waiters.subscribe('run_1')
    await until(
      async () => polls,
      (count) => count === 3,
    )
    for (let time = 0; time < 10; time += 1) waiters.catchUp()
    expect(polls).toBe(3)
  })
})
