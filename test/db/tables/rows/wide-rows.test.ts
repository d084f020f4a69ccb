import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { type Queries, type Database } from '../../../../db/database.ts'
import type { Statement } from '../../../../db/statement.ts'
import { queryRows } from '../../../../db/tables/rows/query.ts'
import { type RequestedQuery, readRowsQuery } from '../../../../domain/rows/query.ts'
import { buildWorkspace } from '../../../build/workspace.ts'
import { openTestDatabase } from '../../build.ts'
import { buildTable } from './sample-rows.ts'

const ROWS = 200

let db: Database
let close: () => Promise<void>
let tableId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  const owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' as const }
  tableId = await buildTable(db, owner, [], 'wide')
  // The maximum size of rows, in text that does not compress: PostgreSQL stores it in pieces outside of the row.
  await db.pool.query(
    `insert into table_row (table_id, workspace_id, environment, key, data)
     select $1, $2, 'test', 'p' || n, (select jsonb_object_agg('f' || i, md5(n || 'a' || i) || md5(n || 'b' || i) ||
       md5(n || 'c' || i)) from generate_series(1, 120) i)
     from generate_series(1, $3::integer) as n`,
    [tableId, owner.workspaceId, ROWS],
  )
  await db.pool.query('analyze table_row')
})
afterAll(() => close())

/** The blocks that a query reads. */
async function blocksOf(request: RequestedQuery): Promise<number> {
  const statements: { statement: Statement; values: readonly unknown[] }[] = []
  const noting: Queries = {
    emit: () => undefined,
    query: async (statement, values) => {
      statements.push({ statement, values: statement.bind(values) })
      return []
    },
  }
  const read = readRowsQuery(request, { tableId, now: new Date() })
  if (!read.ok) throw new Error('the query was refused')
  await queryRows(noting, { tableId, ...read.value, limit: 50 })
  const [query] = statements
  if (query === undefined) throw new Error('unreachable')
  const {
    rows: [row],
  } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${query.statement.text}`,
    [...query.values],
  )
  const plan = row?.['QUERY PLAN'][0].Plan ?? {}
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
}

const conditions = (count: number): RequestedQuery => ({
  where: Object.fromEntries(
    Array.from({ length: count }, (_, number) => [`f${number + 1}`, number === count - 1 ? 'nobody' : { ne: 'x' }]),
  ),
})

it('a hundred conditions open each row once, however large it is', async () => {
  const one = await blocksOf(conditions(1))
  expect(one).toBeGreaterThan(ROWS)
  expect(await blocksOf(conditions(100))).toBeLessThan(2 * one)
})

it('an order by a field opens each row once', async () => {
  expect(await blocksOf({ order: 'f1' })).toBeLessThan(2 * (await blocksOf(conditions(1))))
})
