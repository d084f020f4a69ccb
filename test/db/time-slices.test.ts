import { beforeEach, describe, expect, it } from '@jest/globals'
import { createSlices } from '../../db/time-slices.ts'

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

/** How often other work ran meanwhile. */
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

describe('work in slices', () => {
  let inSlices: ReturnType<typeof createSlices>['inSlices']
  let slicing: ReturnType<typeof createSlices>['slicing']
  beforeEach(() => {
    ;({ inSlices, slicing } = createSlices())
  })

  it('lets other work run meanwhile, and returns its result', async () => {
    const results: string[] = []
    expect(
      await turnsDuring(async () => {
        results.push(await inSlices(steps(10, 12)))
      }),
    ).toBeGreaterThanOrEqual(9)
    expect(results).toEqual(['done'])
  })

  it('continues at once within its time slice', async () => {
    expect(await turnsDuring(() => inSlices(steps(1_000, 0)))).toBeLessThan(100)
  })

  it("pauses between steps that are not a generator's", async () => {
    expect(
      await turnsDuring(async () => {
        const slice = slicing()
        for (let step = 0; step < 10; step += 1) {
          await slice()
          work(12)
        }
      }),
    ).toBeGreaterThanOrEqual(9)
  })

  it('is done once between two rounds of the event loop, whether one job or ten are under way', async () => {
    let done = 0
    const doneByRound: number[] = []
    function* long(): Generator<void, void> {
      for (let step = 0; step < 5; step += 1) {
        work(12)
        done += 1
        yield
      }
    }
    async function noGenerator(): Promise<void> {
      const slice = slicing()
      for (let step = 0; step < 5; step += 1) {
        await slice()
        work(12)
        done += 1
      }
    }
    let next = setImmediate(function round() {
      doneByRound.push(done)
      done = 0
      next = setImmediate(round)
    })
    await Promise.all([...Array.from({ length: 10 }, () => inSlices(long())), noGenerator(), noGenerator()])
    clearImmediate(next)
    expect([Math.max(done, ...doneByRound), doneByRound.reduce((sum, count) => sum + count, done)]).toEqual([1, 60])
  })

  it('gives each job its slice, and a new one need not wait for all of them', async () => {
    const order: string[] = []
    function* named(name: string, count: number): Generator<void, void> {
      for (let step = 0; step < count; step += 1) {
        work(12)
        order.push(name)
        yield
      }
    }
    const long = ['a', 'b', 'c', 'd'].map((name) => inSlices(named(name, 4)))
    const began = Promise.withResolvers<void>()
    setImmediate(function check() {
      if (order.length < 10) return void setImmediate(check)
      order.push('|')
      began.resolve(inSlices(named('short', 1)))
    })
    await Promise.all([...long, began.promise])
    const [before = '', after = ''] = order.join(' ').split(' | ')
    expect([before.match(/(\w) \1/), new Set(before.split(' ')).size]).toEqual([null, 4])
    expect(after.split(' ').indexOf('short')).toBeLessThan(2)
    expect(order.filter((name) => name === 'd')).toHaveLength(4)
  })

  it('lets short jobs share a round', async () => {
    expect(await turnsDuring(() => Promise.all(Array.from({ length: 500 }, () => inSlices(steps(1, 0)))))).toBeLessThan(
      100,
    )
  })

  it('passes on the error of the work', async () => {
    await expect(
      inSlices(
        (function* failing(): Generator<void, never> {
          yield
          throw new Error('no JSON')
        })(),
      ),
    ).rejects.toThrow('no JSON')
  })
})
