import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { purgeExpired } from '../../../../activities/maintenance/purge-expired.ts'
import type { Database } from '../../../../db/database.ts'
import { readStoredHistory } from '../../../../db/runs/history/read.ts'
import { addMonths, MONTHS_AHEAD } from '../../../../db/engine/months/ahead.ts'
import { MONTHLY_TABLES } from '../../../../db/engine/months/tables.ts'
import { encodeId, ID_RANDOM_BYTES } from '../../../../domain/ids/ids.ts'
import { monthOf } from '../../../../domain/ids/months.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase, type Owner } from '../../build.ts'
import { endedRun, subjectQuery } from '../../runs/history/build.ts'

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
    // Up to the last month that is made ahead, from the end of the first partition on.
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
    const logged: unknown[] = []
    const log = { warn: () => undefined, error: () => undefined, info: (fields: object) => void logged.push(fields) }
    const later = monthOf(Date.now(), 2)
    await purgeExpired({ db, log })({ at: later.firstMs })
    const { name } = monthOf(later.firstMs, MONTHS_AHEAD)
    expect(logged).toEqual([{ partitions: TABLES.map((table) => `${table}_${name}`).join(' ') }])
  })
})
