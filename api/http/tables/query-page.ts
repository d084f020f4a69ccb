import { type Database, isStatementTimeout } from '../../../db/database.ts'
import { queryRows } from '../../../db/tables/query.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import { project } from '../../../domain/tables/projection.ts'
import { type AskedQuery, type ReadQuery, readRowsQuery } from '../../../domain/tables/rows-query.ts'
import { PAGE_DEFAULT, type RowsPage } from '../../schemas/rows.ts'
import { Problem } from '../../problem.ts'
import { invalidRequest } from '../../validation.ts'
import { presentRow } from './present.ts'

/** A query as it was asked, checked; throws `invalid_request` with every fault of it. */
export function requireQuery(asked: AskedQuery, table: TableState, now: Date): ReadQuery {
  const read = readRowsQuery(asked, { tableId: table.id, now })
  if (!read.ok) throw invalidRequest(read.faults)
  return read.value
}

/** One page of rows as the API shows them (decisions, "query"). */
export async function answerQuery(db: Database, table: TableState, asked: AskedQuery & { readonly limit?: number }): Promise<RowsPage> {
  const { filter, order, fields, after, cursorAt } = requireQuery(asked, table, new Date())
  const page = await inTime(queryRows(db, { tableId: table.id, filter, order, after, limit: asked.limit ?? PAGE_DEFAULT }))
  return { items: page.rows.map((row) => selected(project(presentRow(row), fields))), next_cursor: cursorAt(page.next) }
}

/** A projection keeps the key and takes members as they are. */
const selected = (row: ReturnType<typeof project>): RowsPage['items'][number] => ({ ...row, key: String(row['key']) })

/** A filter that is allowed and yet too much for its table: it is the request's to change. Throws `invalid_request`. */
export async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    throw new Problem('invalid_request', 'The filter takes too long on the rows of this table. Nothing was changed. Ask with fewer or simpler conditions.', { param: '/where' })
  }
}
