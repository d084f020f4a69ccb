import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { JsonObject } from '../../../../domain/json/json.ts'
import { readRowSet } from '../../../../domain/rows/set.ts'
import type { Database } from '../../../../db/database.ts'
import { deleteTable } from '../../../../usecases/tables/delete-table.ts'
import { findTable, type TableOwner } from '../../../../db/tables/tables.ts'
import { readRowChanges } from '../../../../db/tables/rows/row-changes.ts'
import { updateRows } from '../../../../usecases/tables/update-rows.ts'
import { writeTable } from '../../../../usecases/tables/write-rows.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'
import { A_PERSON, buildTable, BY_TEST, rowCounts, storedRows, writeTo } from '../build.ts'

const WRITERS = 20
let opened: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
beforeAll(async () => {
  opened = await openTestDatabase(WRITERS)
  db = opened.db
})
afterAll(() => opened.close())

const newOwner = async (): Promise<TableOwner> => ({ workspaceId: (await buildWorkspace(db)).id, environment: 'live' })
const writers = <Result>(work: (writer: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: WRITERS }, (_, writer) => work(writer)))

/** Forty people, the same for every writer: in another order, by e-mail address and one of three further identities. */
const overlapping = (writer: number): JsonObject[] =>
  Array.from({ length: 40 }, (_, at): JsonObject => {
    const number = (at * 7 + writer * 13) % 40
    const email = { email: `p${number}@example.com` }
    const others: JsonObject[] = [
      { linkedin_url: `linkedin.com/in/person-${number}` },
      { phone: `+1555010${String(1_000 + number)}` },
      { x: `person_${number}` },
    ]
    return { ...email, ...others[writer % 3], [`from_${writer}`]: true }
  })

describe('twenty writers of one table at once', () => {
  it('make one row of each person, with everything that each of them wrote', async () => {
    const table = await buildTable(db, await newOwner())
    const answers = await writers((writer) => writeTo(db, table, overlapping(writer)))
    const rows = await storedRows(db, table)
    expect(rows).toHaveLength(40)
    for (const { names, data } of rows) {
      expect(names).toHaveLength(4)
      expect(Object.keys(data).filter((field) => field.startsWith('from_'))).toHaveLength(WRITERS)
    }
    const outcomes = answers.flatMap(({ rows: written }) => written.map(({ outcome }) => outcome))
    expect([outcomes.filter((outcome) => outcome === 'inserted').length, outcomes.length]).toEqual([40, 40 * WRITERS])
    expect(await rowCounts(db, table)).toEqual({ stored: 40, counted: 40 })
  })

  it('lose no change, and neither do updaters of the same rows', async () => {
    const table = await buildTable(db, await newOwner())
    const ids = (await writeTo(db, table, overlapping(0))).rows.map(({ id }) => id)
    await writers(async (writer) => {
      if (writer % 2 === 0) return void (await writeTo(db, table, overlapping(writer)))
      // A set of an identity field takes the lock of the table.
      const read = readRowSet(
        { [`from_${writer}`]: true, status: `s${writer}`, ...(writer % 4 === 1 ? { mobile: '' } : {}) },
        new Date(),
      )
      if (!read.ok) throw new Error('unreachable')
      const updated = await updateRows(db, {
        table,
        rows: { ids: ids.toReversed() },
        set: read.set,
        ifStatus: undefined,
        cause: BY_TEST,
      })
      expect(updated).toMatchObject({ kind: 'updated', rejected: [] })
    })
    for (const { id, data } of await storedRows(db, table)) {
      expect(Object.keys(data).filter((field) => field.startsWith('from_'))).toHaveLength(WRITERS)
      // One for the first write and one for each other writer: the first one repeats what is there.
      expect(await readRowChanges(db, BigInt(id))).toHaveLength(WRITERS)
    }
  })

  it('create the table once, and all write', async () => {
    const owner = await newOwner()
    const written = await writers((writer) =>
      writeTable(db, owner, {
        name: 'leads',
        keyMode: null,
        description: `by ${writer}`,
        rows: [{ email: 'a@example.com' }, { email: `w${writer}@example.com` }],
        mode: 'merge',
        status: null,
        now: new Date(),
        cause: BY_TEST,
      }),
    )
    expect(written.filter((each) => each.kind === 'written' && each.created)).toHaveLength(1)
    expect(
      written
        .flatMap((each) => (each.kind === 'written' ? each.rows.map(({ outcome }) => outcome) : []))
        .filter((outcome) => outcome === 'inserted'),
    ).toHaveLength(21)
  })

  it('recreate the table that others delete, and leave no row without a table', async () => {
    const owner = await newOwner()
    await writers(async (writer) => {
      if (writer % 4 === 0) await deleteTable(db, owner, { name: 'leads', caller: A_PERSON })
      else {
        const written = await writeTable(db, owner, {
          name: 'leads',
          keyMode: null,
          description: null,
          rows: overlapping(writer),
          mode: 'merge',
          status: null,
          now: new Date(),
          cause: BY_TEST,
        })
        expect(written.kind).toBe('written')
      }
    })
    const table = await findTable(db, owner, 'leads')
    const {
      rows: [counts],
    } = await db.pool.query(
      'select count(*)::integer as counted, coalesce(min(t.row_count), 0) as stored from table_row r left join workspace_table t on t.id = r.table_id where r.workspace_id = $1',
      [owner.workspaceId],
    )
    expect(counts).toEqual({ counted: table?.rowCount ?? 0, stored: table?.rowCount ?? 0 })
  })
})

describe('writers of two tables at once', () => {
  it('each write all of their rows, whichever table they write first', async () => {
    const owner = await newOwner()
    const tables = [await buildTable(db, owner), await buildTable(db, { ...owner, environment: 'test' })]
    await writers(async (writer) => {
      for (const table of writer % 2 === 0 ? tables : tables.toReversed()) await writeTo(db, table, overlapping(writer))
    })
    for (const table of tables) expect(await rowCounts(db, table)).toEqual({ stored: 40, counted: 40 })
  })
})
