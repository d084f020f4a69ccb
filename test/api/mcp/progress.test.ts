import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { whileWaiting } from '../../../api/mcp/progress.ts'

describe('a call that takes its time', () => {
  beforeEach(() => { jest.useFakeTimers() })
  afterEach(() => { jest.useRealTimers() })

  it('tells that it goes on, for as long as it does', async () => {
    const told: number[] = []
    const work = Promise.withResolvers<string>()
    const waiting = whileWaiting({ progress: ({ done }) => void told.push(done) }, () => work.promise)
    await jest.advanceTimersByTimeAsync(17_000)
    work.resolve('done')
    expect(await waiting).toBe('done')
    await jest.advanceTimersByTimeAsync(60_000)
    expect(told).toEqual([5, 10, 15])
  })

  it('is silent where it failed', async () => {
    const told: number[] = []
    await expect(whileWaiting({ progress: ({ done }) => void told.push(done) }, async () => { throw new Error('no') })).rejects.toThrow('no')
    await jest.advanceTimersByTimeAsync(60_000)
    expect(told).toEqual([])
  })
})
