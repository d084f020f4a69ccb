import type { JsonObject } from '../../../../domain/json/json.ts'
import { readRowsQuery } from '../../../../domain/rows/query.ts'
import { countRows } from '../../../../db/rows/count.ts'
import { timeoutAsInvalidFilter } from '../../../http/rows/query-page.ts'
import { requireTable } from '../../../http/tables/find.ts'
import { RowsPage } from '../../../schemas/rows.ts'
import { invalidRequest } from '../../../validation/check.ts'
import type { PageParts, View } from '../../page.ts'

/** The rows of a table that a job would run: how many, and the first ones in its order. */
interface MatchingRows {
  readonly count: number
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
    const table = await requireTable(db, view.caller.principal, name)
    const read = readRowsQuery({ where }, { tableId: table.id, now: new Date() })
    if (!read.ok) throw invalidRequest(read.faults)
    const count = await timeoutAsInvalidFilter(countRows(db, { tableId: table.id, filter: read.value.filter }))
    return { count, first: items.map((row) => JSON.parse(JSON.stringify(row))) }
  }
}
