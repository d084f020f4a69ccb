import type { Queries } from '../database.ts'
import { dropRows } from '../rows/delete-rows.ts'
import { statement } from '../statement.ts'
import { lockTable } from '../tables/tables.ts'
import {
  type Batch,
  type BatchValues,
  type ErasedBatch,
  mentions,
  NEXT_PLACE,
  oneParent,
  onlyRow,
  SIZED_BATCH,
} from './batch.ts'

interface FoundRows {
  readonly after: string | null
  /** null: no table is left. */
  readonly tableId: string | null
  /** Rows of the person. */
  readonly gone: readonly string[]
  /** Other rows, which only mention them. */
  readonly mentioning: readonly string[]
}

/** A place is a table and a key in it. */
const FIND_ROWS = statement<
  BatchValues & { kinds: readonly string[]; names: readonly string[]; bytes: number },
  FoundRows
>({
  name: 'find_rows_to_erase',
  effect: false,
  text: `with ${oneParent('workspace_table')}, candidates as materialized (
      select r.id, r.key as place, pg_column_size(r.data) as size
      from parent p join table_row r on r.table_id = p.id and r.key > coalesce(p.child, '') collate "C"
      order by r.key limit :limit
    ), ${SIZED_BATCH}, judged as materialized (
      select r.id, ${mentions('r.data::text, r.status')} as mentioned,
        ${mentions('r.key')} or exists (select from row_identity i where i.row_id = r.id and (i.kind, i.value) in (
          select kind, value from unnest(:kinds::text[], :names::text[]) as n (kind, value))) as whole
      from batch b join table_row r on r.id = b.id
      where r.created_at <= :upTo::timestamptz
    )
    select ${NEXT_PLACE} as after, (select id from parent) as "tableId",
      array(select id::text from judged where whole order by id) as gone,
      array(select id::text from judged where mentioned and not whole order by id) as mentioning`,
})

/** A field that mentions the person goes with its whole value. Its name says what a value without an address is. */
const ERASE_FIELDS = statement<{ tableId: string; ids: readonly string[]; pattern: string }, { fields: number }>({
  name: 'erase_row_fields',
  effect: 'within',
  text: `with held as materialized (
      select id, array(select key from jsonb_each(data)
        where ${mentions('jsonb_build_object(key, value)::text')}) as fields
      from table_row where table_id = :tableId and id = any(:ids::bigint[]) order by id for no key update
    ), erased as (
      update table_row r set data = r.data - h.fields,
        status = case when not ${mentions('r.status')} then r.status end, updated_at = clock_timestamp()
      from held h where r.id = h.id and r.table_id = :tableId
      returning cardinality(h.fields) as fields
    )
    select coalesce(sum(fields), 0)::integer as fields from erased`,
})

export async function eraseRows(tx: Queries, { values, kinds, names, bytes }: Batch): Promise<ErasedBatch> {
  const found = onlyRow(await tx.query(FIND_ROWS, { ...values, kinds, names, bytes }))
  const { after, tableId, gone, mentioning } = found
  // A table is locked before its rows, as everywhere.
  if (tableId === null || gone.length + mentioning.length === 0 || (await lockTable(tx, tableId)) === null)
    return { after, erased: {} }
  const rows = (await dropRows(tx, tableId, gone.map(BigInt))).length
  const [erased] =
    mentioning.length > 0 ? await tx.query(ERASE_FIELDS, { tableId, ids: mentioning, pattern: values.pattern }) : []
  return { after, erased: { rows, row_fields: erased?.fields ?? 0 } }
}
