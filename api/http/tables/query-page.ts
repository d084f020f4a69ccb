import type { Database } from '../../../db/database.ts'
import { queryRows } from '../../../db/tables/query.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import { project } from '../../../domain/tables/projection.ts'
import { type AskedQuery, type ReadQuery, readRowsQuery } from '../../../domain/tables/rows-query.ts'
import { PAGE_DEFAULT, type RowsPage } from '../../schemas/rows.ts'
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
  const page = await queryRows(db, { tableId: table.id, filter, order, after, limit: asked.limit ?? PAGE_DEFAULT })
  return { items: page.rows.map((row) => selected(project(presentRow(row), fields))), next_cursor: cursorAt(page.next) }
}

/** A projection keeps the key and takes members as they are. */
const selected = (row: ReturnType<typeof project>): RowsPage['items'][number] => ({ ...row, key: String(row['key']) })
