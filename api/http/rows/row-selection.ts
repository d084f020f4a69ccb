import type { Queries } from '../../../db/database.ts'
import { findRows } from '../../../db/tables/rows/find-row.ts'
import type { TableState } from '../../../db/tables/tables.ts'
import type { RowSelection } from '../../../usecases/tables/update-rows.ts'
import type { RequestedQuery, CheckedQuery } from '../../../domain/rows/query.ts'
import { Problem } from '../../errors/problem.ts'
import { invalidRequest } from '../../validation/check.ts'

type RequestedRows = Omit<RequestedQuery, 'fields'> & {
  readonly keys?: readonly string[] | undefined
  readonly limit?: number | undefined
}

const FILTER = ['status', 'due', 'where'] as const
const PAGE = ['order', 'limit', 'cursor'] as const

/**
 * Requires `keys` or a filter, never both and never neither, so that a forgotten member does not change an entire
 * table. Throws `invalid_request`.
 */
export function requireRowsNamed(request: RequestedRows, { claims }: { readonly claims: boolean }): void {
  const filter = FILTER.filter((name) => request[name] !== undefined)
  if (request.keys !== undefined) {
    const other = [...filter, ...PAGE.filter((name) => request[name] !== undefined)]
    if (other.length > 0)
      throw invalidRequest(
        other.map((name) => ({
          path: `/${name}`,
          message: 'is allowed only with a filter; `keys` select the rows already',
        })),
      )
    return
  }
  const keepsSome = request.status !== undefined || request.due === true || Object.keys(request.where ?? {}).length > 0
  if (!keepsSome && !claims) {
    throw invalidRequest([
      { path: '', message: 'must select rows by `keys`, or by a filter (`status`, `due`, `where`) with a `limit`' },
    ])
  }
}

/** A row that the caller names by a key that no row of the table has. */
export const noSuchRow = (param: string): Problem =>
  new Problem(
    'not_found',
    'The table has no row with this key. Name a row by its key, or by an address or profile that it has, for example `ada@example.com`.',
    { param },
  )

/** The rows of these keys; throws `not_found` with every key that matches no row, and then nothing is changed. */
export async function requireRows(queries: Queries, table: TableState, keys: readonly string[]): Promise<RowSelection> {
  const found = await findRows(queries, table, keys)
  const lost = keys.flatMap((key, index) =>
    found[index] === null ? [{ path: `/keys/${index}`, message: `matches no row: ${key}` }] : [],
  )
  const [first] = lost
  if (first !== undefined) {
    const many = lost.length === 1 ? 'One of the keys matches' : `${lost.length} of the keys match`
    throw new Problem('not_found', `${many} no row of the table. Nothing was changed.`, {
      param: first.path,
      details: lost,
    })
  }
  return { ids: [...new Set(found.flatMap((row) => (row === null ? [] : [row.id])))] }
}

export const rowsOfFilter = ({ filter, order, after }: CheckedQuery, limit: number): RowSelection => ({
  filter,
  order,
  after,
  limit,
})
