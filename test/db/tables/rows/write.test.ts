import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { recountTouches } from '../../../../db/tables/rows/touches.ts'
import type { Database, Queries } from '../../../../db/database.ts'
import { lockTable, type TableOwner, type TableState } from '../../../../db/tables/tables.ts'
import { WRITE_ROWS } from '../../../../usecases/tables/write-rows.ts'
import { writeRows } from '../../../../db/tables/rows/write.ts'
import { findRow, findRows } from '../../../../db/tables/rows/find-row.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { buildRun, openTestDatabase } from '../../build.ts'
import { buildTable, BY_TEST, rowCounts, storedRows, tryToWrite, writeTo } from '../build.ts'

let opened: Awaited<ReturnType<typeof openTestDatabase>>
let db: Database
let owner: TableOwner
let table: TableState
beforeAll(async () => {
  opened = await openTestDatabase()
  db = opened.db
})
afterAll(() => opened.close())
beforeEach(async () => {
  owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'live' }
  table = await buildTable(db, owner)
})

/** A send that reached a person. */
async function touch(kind: string, value: string, channel = 'email', of: TableOwner = owner): Promise<void> {
  await db.pool.query(
    'insert into touch (run_id, kind, value, workspace_id, environment, channel, at) values ($1, $2, $3, $4, $5, $6, clock_timestamp())',
    [await buildRun(db, of, { status: 'created' }), kind, value, of.workspaceId, of.environment, channel],
  )
}

const touches = async (): Promise<unknown[]> =>
  (
    await db.pool.query(
      'select key, touches, last_touch_channel as channel, last_touch_at is not null as touched from table_row where table_id = $1 order by key',
      [table.id],
    )
  ).rows

describe('written rows', () => {
  it('are stored with their key, data and identities, the earlier ones too', async () => {
    await writeTo(db, table, [
      { email: 'old@example.com', linkedin_url: 'linkedin.com/in/ada' },
      { phone: '+15550100123', note: 'Zoë "quoted" \\ \u2028' },
    ])
    await writeTo(db, table, [{ email: 'new@example.com', linkedin_url: 'https://linkedin.com/in/Ada' }])
    expect(await storedRows(db, table)).toMatchObject([
      {
        key: '+15550100123',
        data: { phone: '+15550100123', note: 'Zoë "quoted" \\ \u2028' },
        names: ['phone +15550100123 *'],
      },
      { key: 'new@example.com', names: ['email new@example.com *', 'email old@example.com *', 'linkedin in/ada *'] },
    ])
    expect(await rowCounts(db, table)).toEqual({ stored: 2, counted: 2 })
  })

  it('are stored even with characters that no database stores, as a run may bring them', async () => {
    const orders = await buildTable(db, owner, 'field:sku')
    const { rows } = await writeTo(db, orders, [
      { sku: 'A\0-1', note: 'half \ud800 a \0 pair', email: 'a\0@example.com' },
    ])
    expect([rows, await storedRows(db, orders)]).toMatchObject([
      [{ key: 'A -1' }],
      [{ key: 'A -1', data: { note: 'half \ufffd a \ufffd pair' } }],
    ])
  })

  it('pass a key and an identity on from one row to another in one call', async () => {
    await writeTo(db, table, [{ email: 'a@example.com', linkedin: 'linkedin.com/in/a' }])
    await writeTo(db, table, [{ linkedin: 'linkedin.com/in/a', title: 'CTO' }, { email: 'a@example.com' }], {
      mode: 'replace',
    })
    expect(await storedRows(db, table)).toMatchObject([
      { key: 'a@example.com', data: { email: 'a@example.com' }, names: ['email a@example.com *'] },
      { key: 'https://www.linkedin.com/in/a', names: ['linkedin in/a *'] },
    ])
  })

  it('conflict when held and new values together name another row, which no row of the call names', async () => {
    await writeTo(db, table, [
      { email: 'a@example.com', handle: 'ada', platform: 'x' },
      { handle: 'ada', platform: 'tiktok' },
    ])
    const written = await writeTo(db, table, [
      { email: 'a@example.com', platform: 'tiktok' },
      { email: 'b@example.com' },
    ])
    expect([written.conflicts, written.rows.map(({ key }) => key)]).toEqual([
      [{ index: 0, keys: ['a@example.com', 'tiktok:ada'], reason: expect.any(String) }],
      ['b@example.com'],
    ])
  })

  it('take the same few round trips for one row and for five hundred', async () => {
    const trips = (count: number): Promise<number> =>
      db.transaction(WRITE_ROWS, async (tx) => {
        let queries = 0
        const counted: Queries = {
          ...tx,
          query: (statement, values) => {
            queries += 1
            return tx.query(statement, values)
          },
        }
        const rows = Array.from({ length: count }, (_, number) => ({ email: `${count}-${number}@example.com` }))
        const locked = await lockTable(counted, table.id)
        if (locked !== null)
          await writeRows(counted, {
            table: locked,
            rows,
            mode: 'merge',
            status: null,
            now: new Date(),
            cause: BY_TEST,
          })
        return queries
      })
    expect([await trips(1), await trips(500)]).toEqual([6, 6])
  })

  it('count the earlier sends to their people, in their own environment and workspace', async () => {
    await touch('email', 'a@example.com')
    await touch('linkedin', 'in/a', 'linkedin')
    await touch('email', 'a@example.com', 'email', { ...owner, environment: 'test' })
    await touch('email', 'a@example.com', 'email', { workspaceId: (await buildWorkspace(db)).id, environment: 'live' })
    await writeTo(db, table, [{ email: 'a@example.com' }, { email: 'b@example.com' }])
    expect(await touches()).toEqual([
      { key: 'a@example.com', touches: 1, channel: 'email', touched: true },
      { key: 'b@example.com', touches: 0, channel: null, touched: false },
    ])
    await writeTo(db, table, [{ email: 'a@example.com', linkedin_url: 'linkedin.com/in/a' }])
    expect(await touches()).toMatchObject([{ touches: 2, channel: 'linkedin' }, { touches: 0 }])
    await writeTo(db, table, [{ email: 'a@example.com' }], { mode: 'replace' })
    expect(await touches()).toMatchObject([{ touches: 1, channel: 'email' }, { touches: 0 }])
  })

  it('count a send once that reached a person by two identities', async () => {
    const [written] = (await writeTo(db, table, [{ email: 'a@example.com', work_email: 'a@work.example' }])).rows
    const runId = await buildRun(db, owner, { status: 'created' })
    for (const value of ['a@example.com', 'a@work.example']) {
      await db.pool.query(
        `insert into touch (run_id, kind, value, workspace_id, environment, channel, at) values ($1, 'email', $2, $3, 'live', 'email', clock_timestamp())`,
        [runId, value, owner.workspaceId],
      )
    }
    await recountTouches(db, [written?.id ?? 0n])
    expect(await touches()).toMatchObject([{ touches: 1 }])
  })

  it('are related to a person in a field table without merging by that person', async () => {
    const orders = await buildTable(db, owner, 'field:sku')
    await touch('email', 'a@example.com')
    await writeTo(db, orders, [
      { sku: 1, email: 'a@example.com' },
      { sku: 2, email: 'a@example.com' },
    ])
    expect(await storedRows(db, orders)).toMatchObject([
      { key: '1', names: ['email a@example.com', 'field 1 *'] },
      { key: '2', names: ['email a@example.com', 'field 2 *'] },
    ])
    const { rows } = await db.pool.query('select touches from table_row where table_id = $1', [orders.id])
    expect(rows).toEqual([{ touches: 1 }, { touches: 1 }])
  })
})

describe('a row is found', () => {
  it('by its key or any identity, in its own table', async () => {
    await writeTo(db, table, [
      { email: 'a@example.com', linkedin_url: 'linkedin.com/in/Ada', x: '@ada', phone: '+15550100123' },
    ])
    const texts = [
      'a@example.com',
      ' A@Example.COM ',
      'https://www.linkedin.com/in/ada',
      'linkedin.com/in/ADA/',
      'x:ada',
      'https://x.com/Ada',
      '+1 (555) 010-0123',
      'b@example.com',
      'ada',
      '',
    ]
    const found = await findRows(db, table, texts)
    expect(found.map((row) => row?.key ?? null)).toEqual([
      ...texts.slice(0, 7).map(() => 'a@example.com'),
      null,
      null,
      null,
    ])
    expect(await findRow(db, await buildTable(db, owner), 'a@example.com')).toBeNull()
  })

  it('in a field table by the field first, and by a person only where one row is theirs', async () => {
    const orders = await buildTable(db, owner, 'field:sku')
    await writeTo(db, orders, [
      { sku: 'A-1', email: 'a@example.com' },
      { sku: 'b@example.com', email: 'c@example.com' },
      { sku: 'A-3', email: 'b@example.com' },
      { sku: 'A-4', email: 'c@example.com' },
    ])
    const found = await findRows(db, orders, ['a-1', 'a@example.com', 'b@example.com', 'c@example.com'])
    expect(found.map((row) => row?.key ?? null)).toEqual(['A-1', 'A-1', 'b@example.com', null])
  })
})

describe('quotas', () => {
  it('leave the rest unwritten', async () => {
    await db.pool.query('update workspace_table set row_count = 24999 where id = $1', [
      (await buildTable(db, { ...owner, environment: 'test' })).id,
    ])
    expect(await tryToWrite(db, table.id, [{ email: 'a@example.com' }, { email: 'b@example.com' }])).toMatchObject({
      kind: 'quota reached',
      of: 'rows',
      used: 24_999,
      limit: 25_000,
    })
    expect(await rowCounts(db, table)).toEqual({ stored: 0, counted: 0 })
    expect((await writeTo(db, table, [{ email: 'a@example.com' }, { email: 'A@example.com' }])).rows).toHaveLength(1)
  })

  it('hold when many write at once into different tables of both environments', async () => {
    await db.pool.query('update workspace_table set row_count = 24990 where id = $1', [
      (await buildTable(db, owner)).id,
    ])
    const tables = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        buildTable(db, { ...owner, environment: number % 2 === 0 ? 'test' : 'live' }),
      ),
    )
    const written = await Promise.all(
      tables.flatMap(({ id }, at) =>
        [0, 1].map((round) => tryToWrite(db, id, [{ email: `${at}-${round}@example.com` }])),
      ),
    )
    expect(written.filter(({ kind }) => kind === 'written')).toHaveLength(10)
    const {
      rows: [row],
    } = await db.pool.query('select sum(row_count)::integer as counted from workspace_table where workspace_id = $1', [
      owner.workspaceId,
    ])
    expect(row).toEqual({ counted: 25_000 })
  })
})
