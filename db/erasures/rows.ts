import type { Queries } from '../database.ts'
import { dropRows } from '../rows/delete-rows.ts'
import { statement } from '../statement.ts'
import { lockTable } from '../tables/tables.ts'
import { type Batch, type BatchValues, type ErasedBatch, mentions } from './batch.ts'

interface FoundRow {
  readonly tableId: string
  readonly key: string
  readonly id: string
  /** The row is the person's. Otherwise it only mentions them. */
  readonly whole: boolean
  readonly mentioned: boolean
}

/** A place is a table and a key in it. */
const FIND_ROWS = statement<BatchValues & { kinds: readonly string[]; names: readonly string[] }, FoundRow>({
  name: 'find_rows_to_erase',
  effect: false,
  text: `select r.table_id as "tableId", r.key, r.id::text, ${mentions('r.data::text, r.status')} as mentioned,
      ${mentions('r.key')} or exists (select from row_identity i where i.row_id = r.id and (i.kind, i.value) in (
        select kind, value from unnest(:kinds::text[], :names::text[]) as n (kind, value))) as whole
    from workspace_table t cross join lateral (
      select * from table_row r where r.table_id = t.id
        and (t.id > split_part(:after, ' ', 1) or r.key > substr(:after, strpos(:after, ' ') + 1) collate "C")
      order by r.key limit :limit
    ) r
    where t.workspace_id = :workspaceId and t.environment = :environment and t.id >= split_part(:after, ' ', 1)
    order by r.table_id, r.key limit :limit`,
})

/** A field that mentions the person goes with its whole value. */
const ERASE_FIELDS = statement<{ tableId: string; ids: readonly string[]; pattern: string }, { fields: number }>({
  name: 'erase_row_fields',
  effect: 'within',
  text: `with held as materialized (
      select id, array(select key from jsonb_each(data) where ${mentions('key, value::text')}) as fields
      from table_row where table_id = :tableId and id = any(:ids::bigint[]) order by id for no key update
    ), erased as (
      update table_row r set data = r.data - h.fields,
        status = case when not ${mentions('r.status')} then r.status end, updated_at = clock_timestamp()
      from held h where r.id = h.id and r.table_id = :tableId
      returning cardinality(h.fields) as fields
    )
    select coalesce(sum(fields), 0)::integer as fields from erased`,
})

export async function eraseRows(tx: Queries, { values, kinds, names }: Batch): Promise<ErasedBatch> {
  const found = await tx.query(FIND_ROWS, { ...values, kinds, names })
  let [rows, fields] = [0, 0]
  // In the order of the tables: each is locked before its rows, as everywhere.
  for (const [tableId, ofTable] of Map.groupBy(
    found.filter(({ whole, mentioned }) => whole || mentioned),
    (row) => row.tableId,
  )) {
    if ((await lockTable(tx, tableId)) === null) continue
    const gone = ofTable.filter(({ whole }) => whole).map(({ id }) => BigInt(id))
    rows += (await dropRows(tx, tableId, gone)).length
    const ids = ofTable.filter(({ whole }) => !whole).map(({ id }) => id)
    if (ids.length > 0)
      fields += (await tx.query(ERASE_FIELDS, { tableId, ids, pattern: values.pattern }))[0]?.fields ?? 0
  }
  const last = found.at(-1)
  return {
    after: last === undefined || found.length < values.limit ? null : `${last.tableId} ${last.key}`,
    erased: { rows, row_fields: fields },
  }
}
