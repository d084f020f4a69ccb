import { mock } from 'node:test'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { whileWaiting } from '../../../api/mcp/progress.ts'

describe('a call that takes time', () => {
  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval', 'Date'], now: 0 })
  })
  afterEach(() => {
    mock.timers.reset()
  })

  it('reports progress as long as it runs', async () => {
    const reported: number[] = []
    const work = Promise.withResolvers<string>()
    const waiting = whileWaiting({ progress: ({ done }) => void reported.push(done) }, () => work.promise, Date.now)
    for (let second = 0; second < 17; second += 1) mock.timers.tick(1_000)
    work.resolve('done')
    expect(await waiting).toBe('done')
    mock.timers.tick(60_000)
    expect(reported).toEqual([5, 10, 15])
  })

  it('is silent where it failed', async () => {
    const reported: number[] = []
    await expect(
      whileWaiting({ progress: ({ done }) => void reported.push(done) }, async () => {
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    mock.timers.tick(60_000)
    expect(reported).toEqual([])
  })
})
