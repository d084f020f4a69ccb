import { describe, expect, it } from '@jest/globals'
import { createMissCounter } from '../../../api/discover/miss-counter.ts'
import type { MissesOfWord } from '../../../db/catalog/discover/misses.ts'

/** Everything that a counter writes when it stops, after some misses. */
async function written(misses: readonly (readonly [query: string, caller: string])[]): Promise<MissesOfWord[]> {
  const all: MissesOfWord[] = []
  const counter = createMissCounter({
    key: Buffer.alloc(32, 7),
    write: async (_, missed) => void all.push(...missed),
    now: () => Date.UTC(2026, 10, 28),
    onLost: (error) => {
      throw error
    },
  })
  for (const [query, caller] of misses) counter.count(query, caller)
  await counter.stop()
  return all
}
const bitsOf = (callers: bigint): number => [...callers.toString(2)].filter((bit) => bit === '1').length
/** Ten thousand words without a meaning. */
const madeUp = (at: number): string =>
  `zq${[...at.toString().padStart(5, '0')].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}`

describe('the counter of misses', () => {
  it('writes each word once, with its misses and a bit for each caller', async () => {
    const missed = await written([
      ['weather forecast', '203.0.113.1'],
      ['weather', '203.0.113.1'],
      ['weather', '203.0.113.2'],
    ])
    expect(missed.map(({ misses, callers }) => [misses, bitsOf(callers)]).toSorted()).toEqual([
      [1, 1],
      [3, 2],
    ])
    expect(new Set(missed.map(({ digest }) => digest.toString('hex'))).size).toBe(2)
  })

  it('gives one caller different bits for different words, so that rows cannot be joined by a caller', async () => {
    const missed = await written(Array.from({ length: 50 }, (_, at) => [madeUp(at), '203.0.113.1']))
    expect(new Set(missed.map(({ callers }) => callers)).size).toBeGreaterThan(10)
  })

  it('writes a hundred words of one caller and a thousand of all, whatever they send', async () => {
    expect(await written(Array.from({ length: 500 }, (_, at) => [madeUp(at), '203.0.113.1']))).toHaveLength(100)
    const many = Array.from({ length: 5_000 }, (_, at): [string, string] => [madeUp(at), `caller ${at % 100}`])
    expect(await written(many)).toHaveLength(1_000)
  })
})
