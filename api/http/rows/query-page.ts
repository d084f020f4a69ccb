import type { Database } from '../../../db/database.ts'
import { isStatementTimeout } from '../../../db/database-errors.ts'
import { queryRows } from '../../../db/tables/rows/query.ts'
import { inSlices, mapInSteps } from '../../../db/time-slices.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import { ROW_BYTES_MAX } from '../../../domain/tables/limits.ts'
import { project } from '../../../domain/rows/projection.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import { type RequestedQuery, type CheckedQuery, readRowsQuery } from '../../../domain/rows/query.ts'
import { PAGE_DEFAULT, type RowsPage } from '../../schemas/rows.ts'
import type { Cursors } from '../../route/cursors.ts'
import { Problem } from '../../errors/problem.ts'
import { invalidRequest } from '../../validation/check.ts'
import { presentRow } from './present.ts'

/** A row in full, its values a second time, and the long names under which the request selected them. */
const SELECTED_LENGTH_MAX = 4 * ROW_BYTES_MAX

/** The dependencies of routes that read rows page by page. */
export interface RowDeps {
  readonly db: Database
  readonly cursors: Cursors
}

export interface QueryParts {
  readonly now: Date
  readonly cursors: Cursors
}

/**
 * The request's query, validated; throws `invalid_request` with every fault. A table belongs to one workspace and
 * environment.
 */
export function requireQuery(
  { cursor, ...request }: RequestedQuery,
  table: TableState,
  { now, cursors }: QueryParts,
): CheckedQuery {
  const list = ['rows', table.id]
  // A cursor of another list is one fault among the others.
  const place = cursor === undefined ? {} : { cursor: cursors.open(list, cursor) ?? '' }
  const read = readRowsQuery({ ...request, ...place }, { tableId: table.id, now })
  if (!read.ok) throw invalidRequest(read.faults)
  const { cursorAt, ...query } = read.value
  return {
    ...query,
    cursorAt(at) {
      const next = cursorAt(at)
      return next === null ? null : cursors.write(list, next)
    },
  }
}

/** One page of rows as the API shows them (decisions, "query"). */
export async function answerQuery(
  { db, cursors }: RowDeps,
  table: TableState,
  request: RequestedQuery & { readonly limit?: number },
): Promise<RowsPage> {
  const { filter, order, fields, after, cursorAt } = requireQuery(request, table, { now: new Date(), cursors })
  const page = await timeoutAsInvalidFilter(
    queryRows(db, { tableId: table.id, filter, order, after, limit: request.limit ?? PAGE_DEFAULT }),
  )
  const once = fields !== null && fields.some((field) => field.kind === 'data' && field.path !== null)
  const rows = await inSlices(
    mapInSteps(page.rows, (row) => {
      const shown = project(presentRow(row), fields)
      if (once) requireOnce(shown)
      return shown
    }),
  )
  return { items: rows.map(selected), next_cursor: cursorAt(page.next) }
}

/** Overlapping paths show one value several times; the most that a request can name would make a page of gigabytes. */
function requireOnce(row: JsonObject): void {
  if (JSON.stringify(row).length <= SELECTED_LENGTH_MAX) return
  throw invalidRequest([{ path: '/fields', message: 'repeats the same field; name each field once' }])
}

/** A projection keeps the key and takes members as they are. */
const selected = (row: ReturnType<typeof project>): RowsPage['items'][number] => ({ ...row, key: String(row['key']) })

/**
 * A valid filter may be too expensive for its table; the client has to change the request. Throws `invalid_request`.
 */
export async function timeoutAsInvalidFilter<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    throw new Problem(
      'invalid_request',
      'The filter takes too long on this table. Nothing was changed. Use fewer or simpler conditions.',
      { param: '/where' },
    )
  }
}
