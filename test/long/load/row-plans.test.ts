import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type RequestedQuery, readRowsQuery } from '../../../domain/rows/query.ts'
import { type Queries, type Database } from '../../../db/database.ts'
import type { Statement } from '../../../db/statement.ts'
import { queryRows } from '../../../db/tables/rows/query.ts'
import { buildWorkspace } from '../../build/workspace.ts'
import { openTestDatabase } from '../../db/build.ts'
import { buildTable } from '../../db/tables/rows/sample-rows.ts'

const ROWS = 50_000
const OTHERS = 6

let db: Database
let close: () => Promise<void>
let tableId: string
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
  const owner = { workspaceId: (await buildWorkspace(db)).id, environment: 'test' as const }
  tableId = await buildTable(db, owner, [], 'full')
  const others: string[] = []
  for (let number = 0; number < OTHERS; number += 1) others.push(await buildTable(db, owner, [], `other${number}`))
  // A full table next to six that are nearly half as large.
  for (const [id, rows] of [[tableId, ROWS] as const, ...others.map((other) => [other, 20_000] as const)]) {
    await db.pool.query(
      `insert into table_row (table_id, workspace_id, environment, key, data, status, next_at, created_at)
       select $1, $2, 'test', 'p' || n || '@example.com', jsonb_build_object('email', 'p' || n || '@example.com',
         'score', n % 1000, 'company', jsonb_build_object('name', 'Company ' || n % 77)),
         (array['new', 'contacted', 'replied', 'lost'])[1 + n % 4] || case when n % 1000 = 0 then ' rarely' else '' end,
         case when n % 500 = 0 then now() - interval '1 day' else now() + interval '10 days'
           end, now() - n * interval '1 second'
       from generate_series(1, $3::integer) as n`,
      [id, owner.workspaceId, rows],
    )
  }
  await db.pool.query('analyze table_row')
})
afterAll(() => close())

/** The plan of a query, with its real reads: every place where rows are read from the table. */
async function scansOf(request: RequestedQuery, limit = 50) {
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
  await queryRows(noting, { tableId, ...read.value, limit })
  const [query] = statements
  if (query === undefined) throw new Error('unreachable')
  const {
    rows: [row],
  } = await db.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, format json) ${query.statement.text}`,
    [...query.values],
  )
  return scansIn(row?.['QUERY PLAN'][0].Plan)
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

const scansIn = (node: PlanNode | undefined): { scan: string; index: string | undefined; read: number }[] =>
  node === undefined
    ? []
    : [
        ...(node['Node Type'].includes('Scan')
          ? [
              {
                scan: node['Node Type'],
                index: node['Index Name'],
                read: node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0),
              },
            ]
          : []),
        ...(node.Plans ?? []).flatMap(scansIn),
      ]

const read = (scans: Awaited<ReturnType<typeof scansOf>>): number => Math.max(...scans.map((scan) => scan.read))
const indexes = (scans: Awaited<ReturnType<typeof scansOf>>): unknown[] => scans.flatMap(({ index }) => index ?? [])

describe('queries of a full table among others', () => {
  it('read a page of the newest from their index, the first and the hundredth alike', async () => {
    const first = await scansOf({})
    expect([indexes(first), read(first) <= 51]).toEqual([['table_row_newest'], true])
    const request: RequestedQuery = {}
    const page = readRowsQuery(request, { tableId, now: new Date() })
    if (!page.ok) throw new Error('unreachable')
    const { next } = await queryRows(db, { tableId, ...page.value, limit: 5_000 })
    const late = await scansOf({ cursor: page.value.cursorAt(next) ?? '' })
    expect([indexes(late), read(late) <= 52]).toEqual([['table_row_newest'], true])
  })

  it('by a rare status and by due time use the indexes of these', async () => {
    const status = await scansOf({ status: 'new rarely' })
    expect([indexes(status), read(status) <= 100]).toEqual([['table_row_by_status'], true])
    const due = await scansOf({ due: true })
    expect([indexes(due), read(due) <= 200]).toEqual([['table_row_due'], true])
  })

  it('by a field without an index read at most the rows of their own table', async () => {
    const unindexed: RequestedQuery[] = [
      { where: { score: { gt: 5_000 } } },
      { where: { 'company.name': { contains: 'nobody' } }, order: '-score' },
      { order: 'company.name' },
    ]
    for (const request of unindexed) {
      const scans = await scansOf(request)
      expect(scans.filter(({ scan }) => scan === 'Seq Scan')).toEqual([])
      expect(read(scans)).toBeLessThanOrEqual(ROWS)
    }
  })
})
