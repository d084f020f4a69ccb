import type { JsonObject } from '../../../../domain/json/json.ts'
import { readRowsQuery } from '../../../../domain/rows/query.ts'
import { isStatementTimeout } from '../../../../db/database-errors.ts'
import { countRows } from '../../../../db/tables/rows/count.ts'
import { findTable } from '../../../../db/tables/tables.ts'
import { RowsPage } from '../../../schemas/rows.ts'
import type { PageParts, View } from '../../page.ts'

/** The rows of a table that a job would run: how many, and the first ones in its order. */
interface MatchingRows {
  /** null: the table is too large to count them in the time that a request has. */
  readonly count: number | null
  readonly first: readonly JsonObject[]
}

interface Matching {
  readonly name: string
  readonly where: JsonObject
  readonly limit: number
}

/** Throws `invalid_request` for a filter that a query cannot have. */
export function createMatchReader({ find, db }: Pick<PageParts, 'find' | 'db'>) {
  const queryRows = find('queryRows', RowsPage)
  return async (view: View, { name, where, limit }: Matching): Promise<MatchingRows> => {
    const { items } = await queryRows(view, { params: { name }, body: { where, limit, order: 'row_created_at' } })
    const count = await countMatching(db, view, { name, where })
    return { count, first: items.map((row) => JSON.parse(JSON.stringify(row))) }
  }
}

/** The route has checked the filter, and that the table is there. */
async function countMatching(
  db: PageParts['db'],
  { caller: { principal } }: View,
  { name, where }: Omit<Matching, 'limit'>,
): Promise<number | null> {
  const table = await findTable(db, principal, name)
  const read = table === null ? null : readRowsQuery({ where }, { tableId: table.id, now: new Date() })
  if (table === null || read?.ok !== true) return null
  try {
    return await countRows(db, { tableId: table.id, filter: read.value.filter })
  } catch (error) {
    if (isStatementTimeout(error)) return null
    throw error
  }
}
