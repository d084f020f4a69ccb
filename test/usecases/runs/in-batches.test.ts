import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from '@jest/globals'
import { inBatches, serializeBy } from '../../../usecases/runs/in-batches.ts'

const refusedBy = (code: string): Error => Object.assign(new Error('refused'), { code })

/** Work that doubles numbers, and writes down what it did together. */
function doubling({
  fails,
  sizeMax = 50,
}: { fails?: (items: readonly number[]) => Error | null; sizeMax?: number } = {}) {
  const done: string[] = []
  const together = async (key: string, items: readonly number[]): Promise<number[]> => {
    done.push(`${key}: ${items.join(' ')}`)
    await sleep(5)
    const failure = fails?.(items) ?? null
    if (failure !== null) throw failure
    return items.map((item) => item * 2)
  }
  const double = inBatches<string, number, number>({
    nameOf: (key) => key,
    work: together,
    sizeMax,
    weightOf: (item) => item,
    weightMax: 1_000,
  })
  return { double, done }
}

describe('work in batches', () => {
  it('is done at once when nothing is under way, and together with what arrived meanwhile, in its order', async () => {
    const { double, done } = doubling()
    expect(await Promise.all([1, 2, 3, 4].map((item) => double('a', item)))).toEqual([2, 4, 6, 8])
    expect(await double('a', 5)).toBe(10)
    expect(done).toEqual(['a: 1', 'a: 2 3 4', 'a: 5'])
  })

  it('of one key never waits for another key', async () => {
    const { double, done } = doubling()
    await Promise.all([double('a', 1), double('a', 2), double('b', 3)])
    expect(done).toEqual(['a: 1', 'b: 3', 'a: 2'])
  })

  it('takes as much as a statement may hold, and one item at least', async () => {
    const { double, done } = doubling({ sizeMax: 2 })
    await Promise.all([1, 2, 3, 4, 999, 2, 5_000].map((item) => double('a', item)))
    expect(done).toEqual(['a: 1', 'a: 2 3', 'a: 4', 'a: 999', 'a: 2', 'a: 5000'])
  })

  it('of an item that PostgreSQL refuses fails alone', async () => {
    const { double, done } = doubling({ fails: (items) => (items.includes(3) ? refusedBy('22P02') : null) })
    const answers = await Promise.allSettled([1, 2, 3, 4].map((item) => double('a', item)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
    expect(done).toEqual(['a: 1', 'a: 2 3 4', 'a: 2', 'a: 3', 'a: 4'])
  })

  it('is done in the context of its first item', async () => {
    const caller = new AsyncLocalStorage<number>()
    const callers: (number | undefined)[] = []
    const note = async (items: readonly number[]): Promise<number[]> => {
      callers.push(caller.getStore())
      await sleep(5)
      return [...items]
    }
    const once = inBatches<string, number, number>({
      nameOf: (key) => key,
      work: (_, items) => note(items),
      sizeMax: 2,
      weightOf: () => 0,
      weightMax: 0,
    })
    await Promise.all([1, 2, 3, 4].map((item) => caller.run(item, () => once('a', item))))
    expect(callers).toEqual([1, 2, 4])
  })

  it.each([
    ['57P01', 'a connection that ended'],
    ['57014', 'a statement that took too long'],
  ])('fails together by %s, %s: each caller tries again', async (code) => {
    const { double, done } = doubling({ fails: (items) => (items.length > 1 ? refusedBy(code) : null) })
    const answers = await Promise.allSettled([1, 2, 3].map((item) => double('a', item)))
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await double('a', 4)).toBe(8)
    expect(done).toEqual(['a: 1', 'a: 2 3', 'a: 4'])
  })
})

describe('work in turns', () => {
  it('of one key is done one after the other, also after a failure; other keys do not wait', async () => {
    const turn = serializeBy<string>((key) => key)
    const done: string[] = []
    const work =
      (name: string, fails = false) =>
      async (): Promise<string> => {
        done.push(`begin ${name}`)
        await sleep(5)
        done.push(`end ${name}`)
        if (fails) throw new Error(name)
        return name
      }
    const answers = await Promise.allSettled([
      turn('a', work('one')),
      turn('a', work('two', true)),
      turn('a', work('three')),
      turn('b', work('four')),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(done.filter((step) => !step.endsWith('four'))).toEqual([
      'begin one',
      'end one',
      'begin two',
      'end two',
      'begin three',
      'end three',
    ])
    expect(done.indexOf('begin four')).toBeLessThan(done.indexOf('end one'))
  })
})
