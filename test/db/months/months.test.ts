import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { purgeExpired } from '../../../activities/maintenance/purge-expired.ts'
import { type Database, openDatabase } from '../../../db/database.ts'
import { readStoredHistory } from '../../../db/history/read.ts'
import { applyMigrations } from '../../../db/migrate.ts'
import { addMonths, MONTHS_AHEAD } from '../../../db/months/ahead.ts'
import { switchToMonths } from '../../../db/months/switch.ts'
import { MONTHLY_TABLES } from '../../../db/months/tables.ts'
import { encodeId, ID_RANDOM_BYTES } from '../../../domain/ids/ids.ts'
import { monthOf } from '../../../domain/ids/months.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { emptyDatabase, TEST_CONNECTIONS } from '../../support/postgres.ts'
import { openTestDatabase, type Owner } from '../build.ts'
import { endedRun, subjectQuery } from '../history/build.ts'

const TABLES = MONTHLY_TABLES.map(({ table }) => table)

async function build(db: Database): Promise<Owner> {
  return { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
}
/** Every partition of the table, by name. */
async function partitionsOf(db: Database, table: string): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = to_regclass($1) order by 1`,
    [table],
  )
  return rows.map(({ name }) => name)
}
const historyOf = async (db: Database, owner: Owner, text: string) =>
  (await readStoredHistory(db, owner, { subject: subjectQuery(text), limit: 50 })).items.map(({ id }) => id)

describe('the end of a month', () => {
  let db: Database
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ db, close } = await openTestDatabase())
  })
  afterAll(() => close())

  it('is passed by runs, whose history is one', async () => {
    const now = Date.now()
    const owner = await build(db)
    const runAt = (ms: number): Promise<string> =>
      endedRun(db, owner, {
        id: encodeId('run', ms, new Uint8Array(ID_RANDOM_BYTES)),
        input: { email: 'ada@example.com', full_name: 'Ada Sample' },
      })
    // Up to the last month that is made ahead, from the bound of the rows of before on.
    const ids: string[] = []
    for (let after = 1; after <= MONTHS_AHEAD; after += 1) {
      const { firstMs } = monthOf(now, after)
      ids.push(await runAt(firstMs - 1), await runAt(firstMs))
    }
    expect(await historyOf(db, owner, 'ada@example.com')).toEqual(ids.toReversed())
    expect(await historyOf(db, owner, 'Ada')).toEqual(ids.toReversed())
    const { rows } = await db.pool.query<{ place: string; run: string }>(
      `select tableoid::regclass::text as place, run_id as run from run_subject where kind = 'email' order by run_id`,
    )
    const before = 'run_subject_before'
    const [second, third] = [2, 3].map((after) => `run_subject_${monthOf(now, after).name}`)
    expect(rows.map(({ run, place }) => [run, place])).toEqual(
      ids.map((id, at) => [id, [before, before, before, second, second, third][at]]),
    )
  })

  it('adds a month ahead once, although several begin', async () => {
    const now = new Date()
    expect(await addMonths(db, now)).toEqual([])
    const later = new Date(monthOf(now.getTime(), 1).firstMs)
    const added = (await Promise.all(Array.from({ length: 4 }, () => addMonths(db, later)))).flat()
    const name = monthOf(later.getTime(), MONTHS_AHEAD).name
    expect(added.toSorted()).toEqual(TABLES.map((table) => `${table}_${name}`).toSorted())
    expect(await addMonths(db, later)).toEqual([])
    for (const table of TABLES) expect(await partitionsOf(db, table)).toContain(`${table}_${name}`)
  })

  it('adds it in the hourly round', async () => {
    const said: unknown[] = []
    const log = { warn: () => undefined, error: () => undefined, info: (fields: object) => void said.push(fields) }
    const later = monthOf(Date.now(), 2)
    await purgeExpired({ db, log })({ at: later.firstMs })
    const { name } = monthOf(later.firstMs, MONTHS_AHEAD)
    expect(said).toEqual([{ partitions: TABLES.map((table) => `${table}_${name}`).join(' ') }])
  })
})

describe('the switch to months', () => {
  it('loses nothing that is written meanwhile, and is made once', async () => {
    const database = await emptyDatabase()
    await applyMigrations(database.url)
    const db = await openDatabase({ url: database.url, applicationName: 'test', ...TEST_CONNECTIONS })
    const owner = await build(db)
    const companies = Array.from({ length: 200 }, (_, n) => ({ domain: `company-${n}.example` }))
    const write = (): Promise<string> =>
      endedRun(db, owner, { input: { email: 'ada@example.com' }, output: { companies } })
    const ids = [await write()]
    const switched = new AbortController()
    const writer = async (): Promise<void> => {
      while (!switched.signal.aborted) ids.push(await write())
    }
    const writers = [writer(), writer(), writer()]
    const now = new Date()
    // One that dies after the first step leaves its bound, and the next one goes on.
    await expect(
      switchToMonths(database.url, now, (step) => {
        if (step.includes('switching')) throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    await Promise.all([switchToMonths(database.url, now), switchToMonths(database.url, now)])
    switched.abort()
    await Promise.all(writers)
    expect(await addMonths(db, now)).toHaveLength(TABLES.length * (MONTHS_AHEAD - 1))
    ids.push(await write())
    expect(new Set(await historyOf(db, owner, 'company-190.example'))).toEqual(new Set(ids.toSorted().slice(-50)))
    for (const table of TABLES) {
      const { rows } = await db.pool.query(`select count(distinct run_id)::integer as runs from ${table}`)
      expect([table, rows[0].runs]).toEqual([table, ids.length])
      const names = await partitionsOf(db, table)
      expect(names).toEqual(
        [`${table}_2`, `${table}_3`, `${table}_before`].map((one) =>
          one.replace(/_([23])$/, (_, after: string) => `_${monthOf(now.getTime(), Number(after)).name}`),
        ),
      )
    }
    await db.close()
    await database.drop()
  }, 120_000)
})
