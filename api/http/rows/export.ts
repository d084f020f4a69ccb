import Type from 'typebox'
import type { Database } from '../../../db/database.ts'
import { allRows, fieldsOfRows } from '../../../db/tables/rows/export.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import type { StoredRow } from '../../../db/tables/rows/rows.ts'
import { ROW_FIELD_TYPES } from '../../../domain/rows/field.ts'
import type { RequestedQuery } from '../../../domain/rows/query.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../domain/json/json.ts'
import { parseExactJson } from '../../../domain/json/exact.ts'
import { FIELDS_MAX } from '../../../domain/rows/projection.ts'
import { slicing } from '../../../db/time-slices.ts'
import { Problem } from '../../errors/problem.ts'
import { defineRoute } from '../../route/route.ts'
import { RowsExportQuery } from '../../schemas/rows.ts'
import { TableParams } from '../../schemas/tables.ts'
import { invalidRequest } from '../../validation/check.ts'
import { headerLine, rowLines } from './csv-writer.ts'
import { listOf } from './list-of.ts'
import { requireQuery, type RowDeps, timeoutAsInvalidFilter } from './query-page.ts'
import { requireTable } from '../tables/find.ts'
import { requireTables } from '../tables/require-tables.ts'

/** Spec 4.7: the table, or the rows of a filter, as CSV, sent while it is read. */
export const exportRows = (deps: RowDeps) =>
  defineRoute({
    operationId: 'exportRows',
    method: 'GET',
    path: '/v1/tables/{name}/export.csv',
    summary: 'Export a table as CSV',
    description:
      "Every row, or those of a filter: `status`, `due` and `where` as in a query. Newest rows first, unless `order` states otherwise. The columns are `key`, `status`, `next_at`, `touches`, `last_touch_at`, `last_touch_channel`, `last_reply_at`, `last_reply_class`, then those of the table. Lists and objects are JSON. A cell that a spreadsheet would execute starts with `'`, which the import removes. An exported file therefore imports to the same rows. Declared columns come before the others, which are sorted by name; there are at most 1,000. Numbers and booleans are unquoted; text that looks like one is quoted. The table is read while it is sent: a response that fails midway breaks off.",
    tags: ['Tables'],
    spec: '4.7',
    access: 'read',
    allow: requireTables(deps.db),
    params: TableParams,
    query: RowsExportQuery,
    responses: {
      200: {
        description: 'The file.',
        contentType: 'text/csv; charset=utf-8',
        stream: true,
        schema: Type.String(),
        headers: { 'Content-Disposition': '`attachment`; the file name is the name of the table.' },
      },
    },
    errors: ['forbidden', 'not_found', 'limit_reached'],
    async handler({ params, query, principal, reply }) {
      const table = await requireTable(deps.db, principal, params.name)
      const { filter, order } = requireQuery(requestedIn(query), table, { now: new Date(), cursors: deps.cursors })
      const rows = allRows(deps.db, { tableId: table.id, filter, order })
      // A filter that takes too long is refused before the file begins.
      const first = await timeoutAsInvalidFilter(rows.next())
      // A table's name is a valid file name: letters, digits, `_` and `-`.
      return reply(200, fileOf(await columnsOf(deps.db, table), first.value ?? [], rows), {
        'Content-Disposition': `attachment; filename="${table.name}.csv"`,
      })
    },
  })

const requestedIn = ({ status, where, due, order }: RowsExportQuery): RequestedQuery => ({
  due,
  order,
  ...(status === undefined ? {} : { status: listOf(status) }),
  ...(where === undefined ? {} : { where: conditionsIn(where) }),
})

/** Throws `invalid_request` for a text that is no JSON object. */
function conditionsIn(text: string): JsonObject {
  const value = valueOf(text)
  if (isJsonObject(value)) return value
  throw invalidRequest([{ path: '/where', message: 'must be a JSON object of fields and conditions' }])
}

function valueOf(text: string): Json {
  try {
    return parseExactJson(text)
  } catch {
    return null
  }
}

/**
 * The columns that the workspace has declared, in its order, then the other fields by name. A field with an empty name
 * fits into no file, and the row fields are already in front.
 */
async function columnsOf(db: Database, { id, columns }: TableState): Promise<string[]> {
  const found = await fieldsOfRows(db, id)
  const all = [...new Set([...columns.map(({ name }) => name), ...found])].filter(
    (name) => name.trim() !== '' && !Object.hasOwn(ROW_FIELD_TYPES, name),
  )
  if (all.length <= FIELDS_MAX) return all
  throw new Problem(
    'limit_reached',
    `The rows have more than ${FIELDS_MAX} different fields, the limit of columns. Query the rows instead.`,
  )
}

/** Rows have up to 16 KB: writing an entire page of them in one step would block other requests. */
const ROWS_AT_ONCE = 50

async function* fileOf(
  columns: readonly string[],
  first: readonly StoredRow[],
  others: AsyncIterable<readonly StoredRow[]>,
): AsyncGenerator<string> {
  yield headerLine(columns)
  const slice = slicing()
  const linesOf = async function* (rows: readonly StoredRow[]): AsyncGenerator<string> {
    for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
      await slice()
      yield rowLines(rows.slice(from, from + ROWS_AT_ONCE), columns)
    }
  }
  yield* linesOf(first)
  for await (const rows of others) yield* linesOf(rows)
}
