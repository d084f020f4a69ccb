import type { RowFilter } from '../../../domain/rows/filter.ts'
import type { Queries } from '../../database.ts'
import { generatedStatement } from '../../statement.ts'
import { filterSql } from './filter-sql.ts'
import { Parameters, ROWS_UNPACKED } from './parameters.ts'

export const COUNT_ROWS = (text: string) =>
  generatedStatement<{ rows: number }>({ name: 'count_rows', text, effect: false, plannedEachTime: true })

/** How many rows of a table match. The caller must have checked that the table belongs to the workspace. */
export async function countRows(
  queries: Queries,
  { tableId, filter }: { readonly tableId: string; readonly filter: RowFilter },
): Promise<number> {
  const parameters = new Parameters('d.data')
  const text = `select count(*)::integer as rows from ${ROWS_UNPACKED}
    where r.table_id = ${parameters.add(tableId, 'text')} and ${filterSql(filter, parameters)}`
  const [counted] = await queries.query(COUNT_ROWS(text), parameters.values)
  return counted?.rows ?? 0
}
