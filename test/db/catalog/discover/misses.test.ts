import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { Database } from '../../../../db/database.ts'
import { listMisses, type MissesOfWord, purgeMisses, recordMisses } from '../../../../db/catalog/discover/misses.ts'
import { openTestDatabase } from '../../build.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(2))
})
afterAll(() => close())

/** A word that callers with these bits have missed with, once each. */
const missed = (word: string, ...bits: readonly number[]): MissesOfWord => ({
  digest: createHash('sha256').update(word).digest().subarray(0, 16),
  word,
  misses: bits.length,
  callers: bits.reduce((all, bit) => all | (1n << BigInt(bit)), 0n),
})
const listed = (since: string) => listMisses(db, { since: new Date(since), limit: 10_000 })
const find = async (word: string, since = '2026-01-01') => (await listed(since)).find((one) => one.word === word)

it('adds up the callers of all days, and shows a word also for the days before it was readable', async () => {
  await recordMisses(db, '2026-01-01', [missed('weather', 0, 63)])
  await recordMisses(db, '2026-01-02', [missed('weather', 1, 63)])
  await recordMisses(db, '2026-01-03', [missed('weather', 2)])
  expect(await find('weather')).toBeUndefined()
  expect(await listed('2026-01-01')).toEqual([{ word: null, words: 1, misses: 5, days: 3, lastDay: '2026-01-03' }])
  await recordMisses(db, '2026-01-03', [missed('weather', 40)])
  expect(await find('weather')).toEqual({ word: 'weather', words: 1, misses: 6, days: 3, lastDay: '2026-01-03' })
  expect(await find('weather', '2026-01-03')).toMatchObject({ misses: 2, days: 1 })
})

it('deletes what is older than ninety days', async () => {
  const at = Date.parse('2026-04-02T12:00:00Z')
  expect(await purgeMisses(db, { at, limit: 1 })).toBe(1)
  expect(await purgeMisses(db, { at: at - 86_400_000, limit: 10 })).toBe(0)
  expect(await find('weather')).toMatchObject({ days: 2 })
  expect(await purgeMisses(db, { at: at + 2 * 86_400_000, limit: 10 })).toBe(2)
  expect(await listed('2026-01-01')).toEqual([])
})

it('takes five thousand words a day, and then counts only those that it has', async () => {
  const words = Array.from({ length: 5_010 }, (_, at) =>
    missed(
      `word${at}`.replace(/\d/g, (n) => 'bcdfghjklm'[Number(n)] ?? ''),
      1,
    ),
  )
  await recordMisses(db, '2026-02-01', words.slice(0, 3_000))
  await recordMisses(db, '2026-02-01', words.slice(2_990))
  expect((await listed('2026-02-01')).map(({ words: count, misses }) => [count, misses])).toEqual([[5_000, 5_010]])
})
