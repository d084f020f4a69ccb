import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export const DROP_ROWS = statement<{ tableId: string; ids: readonly string[] }, { key: string }>({
  name: 'drop_rows',
  effect: 'within',
  text: `with gone as (delete from table_row where table_id = :tableId and id = any(:ids::bigint[]) returning id, key),
    counted as (update workspace_table set row_count = row_count - (select count(*)::integer from gone),
      updated_at = clock_timestamp() where id = :tableId)
    select key from gone order by id`,
})

/**
 * Deletes rows of a locked table with their identities and saved enrichments; returns the keys of those that existed.
 */
export async function dropRows(tx: Queries, tableId: string, ids: readonly bigint[]): Promise<string[]> {
  if (ids.length === 0) return []
  const gone = await tx.query(DROP_ROWS, { tableId, ids: ids.map(String) })
  return gone.map(({ key }) => key)
}
