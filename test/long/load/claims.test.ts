import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { DEFAULT_ORDER } from '../../../domain/rows/order.ts'
import { readRowSet, type RowSet } from '../../../domain/rows/set.ts'
import { readFilter } from '../../../domain/rows/filter.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { Database } from '../../../db/database.ts'
import { findTable, type TableState } from '../../../db/tables/tables.ts'
import { removeRows } from '../../../usecases/tables/remove-rows.ts'
import { type RowSelection, updateRows } from '../../../usecases/tables/update-rows.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'
import { buildTable } from '../../db/tables/rows/sample-rows.ts'
import { BY_TEST } from '../../db/tables/build.ts'

const WORKERS = 20
const ROWS = 5_000

let db: Database
let close: () => Promise<void>
let owner: { workspaceId: string; environment: 'test' }

beforeAll(async () => {
  ;({ db, close } = await openTestDatabase(WORKERS))
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' }
})
afterAll(() => close())

const setOf = (set: JsonObject): RowSet => {
  const read = readRowSet(set, new Date())
  if (!read.ok) throw new Error('the set was refused')
  return read.set
}

const filtered = (limit: number, where: JsonObject = {}): RowSelection => {
  const read = readFilter({ where }, new Date())
  if (!read.ok) throw new Error('the filter was refused')
  return { filter: read.value, order: DEFAULT_ORDER, after: null, limit }
}

async function newRows(name: string, count: number): Promise<TableState> {
  await buildTable(
    db,
    owner,
    Array.from({ length: count }, (_, nth) => ({
      key: `ada${nth}@example.com`,
      data: { email: `ada${nth}@example.com`, nth },
      status: 'new',
    })),
    name,
  )
  const table = await findTable(db, owner, name)
  if (table === null) throw new Error('unreachable')
  return table
}

async function claim(table: TableState, rows: RowSelection, set: JsonObject): Promise<string[]> {
  const updated = await updateRows(db, { table, rows, set: setOf(set), ifStatus: 'new', cause: BY_TEST })
  if (updated.kind !== 'updated') throw new Error('the table is gone')
  return updated.rows.map(({ key }) => key)
}

/** Workers that claim rows until there are none; each returns what it got. */
const all = (work: (worker: number) => Promise<string[]>): Promise<string[][]> =>
  Promise.all(
    Array.from({ length: WORKERS }, async (_, worker) => {
      const got: string[] = []
      for (;;) {
        const taken = await work(worker)
        if (taken.length === 0) return got
        got.push(...taken)
      }
    }),
  )

const statuses = async (table: TableState): Promise<unknown> =>
  (
    await db.pool.query(
      'select status, count(*)::integer as rows from table_row where table_id = $1 group by 1 order by 1',
      [table.id],
    )
  ).rows

describe('claims', () => {
  it('give each of 5,000 rows to one of 20 parallel workers, and an empty answer only when no row is left', async () => {
    const table = await newRows('leads', ROWS)
    const got = await all((worker) => claim(table, filtered(10 + worker), { status: 'working', worker: `w${worker}` }))
    expect(got.flat()).toHaveLength(ROWS)
    expect(new Set(got.flat()).size).toBe(ROWS)
    expect(got.filter((rows) => rows.length > 0).length).toBeGreaterThan(WORKERS / 2)
    expect(await statuses(table)).toEqual([{ status: 'working', rows: ROWS }])
    // A row belongs to the worker whose answer lists it.
    const storedClaims = await db.pool.query<{ key: string; worker: string }>(
      `select key, data ->> 'worker' as worker from table_row where table_id = $1`,
      [table.id],
    )
    const claimedBy = new Map(got.flatMap((keys, worker) => keys.map((key): [string, string] => [key, `w${worker}`])))
    expect(storedClaims.rows.filter(({ key, worker }) => claimedBy.get(key) !== worker)).toEqual([])
  })

  it('by the same keys go to one caller', async () => {
    const table = await newRows('named', 300)
    const ids = (
      await db.pool.query<{ id: string }>('select id from table_row where table_id = $1', [table.id])
    ).rows.map(({ id }) => BigInt(id))
    const got = await Promise.all(
      Array.from({ length: WORKERS }, (_, worker) =>
        claim(table, { ids: worker % 2 === 0 ? ids : ids.toReversed() }, { status: `taken by ${worker}` }),
      ),
    )
    expect(got.flat()).toHaveLength(300)
    expect(new Set(got.flat()).size).toBe(300)
  })

  it("are also exact when they may change a row's identities", async () => {
    const table = await newRows('renamed', 300)
    const got = await all((worker) => claim(table, filtered(17), { status: 'working', full_name: `Worker ${worker}` }))
    expect(got.flat()).toHaveLength(300)
    expect(new Set(got.flat()).size).toBe(300)
  })

  it('during deletions lose no row: each is claimed or deleted, and the count of rows is right', async () => {
    const table = await newRows('shrinking', 1_000)
    const deleted: string[] = []
    const got = await all(async (worker) => {
      if (worker > 3) return claim(table, filtered(20), { status: 'working' })
      const gone = (await removeRows(db, table, filtered(5, { status: 'new' }))) ?? []
      deleted.push(...gone)
      return gone
    })
    expect(got.flat()).toHaveLength(1_000)
    expect(new Set(got.flat()).size).toBe(1_000)
    expect(deleted.length).toBeGreaterThan(0)
    expect((await findTable(db, owner, 'shrinking'))?.rowCount).toBe(1_000 - deleted.length)
    expect(await statuses(table)).toEqual([{ status: 'working', rows: 1_000 - deleted.length }])
  })
})

describe('updates by a filter', () => {
  it('reach every row once as they page on, in any order', async () => {
    const table = await newRows('paged', 95)
    const keys: string[] = []
    let after = null
    for (;;) {
      const updated = await updateRows(db, {
        table,
        rows: { ...filtered(20), after, order: { field: { kind: 'data', name: 'nth', path: null }, descending: true } },
        set: setOf({ seen: true }),
        ifStatus: undefined,
        cause: BY_TEST,
      })
      if (updated.kind !== 'updated') throw new Error('the table is gone')
      keys.push(...updated.rows.map(({ key }) => key))
      after = updated.next
      if (after === null) break
    }
    expect(keys).toEqual(Array.from({ length: 95 }, (_, nth) => `ada${94 - nth}@example.com`))
    const { rows } = await db.pool.query(
      "select count(*)::integer as rows from table_row where table_id = $1 and data -> 'seen' = 'true'",
      [table.id],
    )
    expect(rows).toEqual([{ rows: 95 }])
  })
})
