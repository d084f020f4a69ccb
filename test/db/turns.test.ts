import { describe, expect, it } from '@jest/globals'
import { inTurns, takingTurns } from '../../db/turns.ts'

/** Uses processor time, as a step of real work does. */
function work(ms: number): void {
  const endsAt = performance.now() + ms
  while (performance.now() < endsAt);
}

function* steps(count: number, ms: number): Generator<void, string> {
  for (let step = 0; step < count; step += 1) {
    work(ms)
    yield
  }
  return 'done'
}

/** How often others had their turn meanwhile. */
async function turnsDuring(long: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let next = setImmediate(function turn() {
    turns += 1
    next = setImmediate(turn)
  })
  await long()
  clearImmediate(next)
  return turns
}

describe('work in turns', () => {
  it('lets others have their turn while it goes on, and answers its result', async () => {
    const results: string[] = []
    expect(await turnsDuring(async () => { results.push(await inTurns(steps(10, 12))) })).toBeGreaterThanOrEqual(9)
    expect(results).toEqual(['done'])
  })

  it('goes on at once as long as its turn lasts', async () => {
    expect(await turnsDuring(() => inTurns(steps(1_000, 0)))).toBeLessThan(100)
  })

  it('stops between steps that are no generator', async () => {
    expect(await turnsDuring(async () => {
      const turn = takingTurns()
      for (let step = 0; step < 10; step += 1) {
        work(12)
        await turn()
      }
    })).toBeGreaterThanOrEqual(9)
  })

  it('hands on what the work throws', async () => {
    await expect(inTurns((function* failing(): Generator<void, never> { yield; throw new Error('no JSON') })())).rejects.toThrow('no JSON')
  })
})
