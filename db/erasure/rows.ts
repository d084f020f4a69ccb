import { CHANGED_NAME_LENGTH_MAX, CHANGED_NAMES_MAX } from '../../domain/rows/changed-fields.ts'
import { ERASURE } from '../../domain/rows/change-cause.ts'
import { isSame } from '../../domain/rows/merge.ts'
import { isChanged } from '../../domain/rows/state.ts'
import type { Queries } from '../database.ts'
import { dropRows } from '../tables/rows/delete-rows.ts'
import type { TableOfRows } from '../tables/rows/find-row.ts'
import { type CauseValues, writeChangesSql } from '../tables/rows/row-changes.ts'
import { lockRows } from '../tables/rows/rows.ts'
import { type RowToStore, storeRows } from '../tables/rows/store-rows.ts'
import { statement } from '../statement.ts'
import { lockTable } from '../tables/tables.ts'
import {
  type Batch,
  type BatchValues,
  type ErasedBatch,
  mentions,
  NEXT_CURSOR,
  oneParent,
  onlyRow,
  SIZED_BATCH,
} from './batch.ts'
import { IS_NAMED, OF_ANOTHER, OTHER_KEY, type PersonNames, weighRows } from './weighed-rows.ts'

interface FoundRows {
  readonly after: string | null
  /** null: no table is left. */
  readonly tableId: string | null
  /** Rows of the person. */
  readonly gone: readonly string[]
  /** Rows that have, or had, an identity of theirs, and one of another person. */
  readonly weighed: readonly string[]
  /** Other rows, which only mention them. */
  readonly mentioning: readonly string[]
}

/** A place is a table and a key in it. */
export const FIND_ROWS = statement<BatchValues & PersonNames & { bytes: number }, FoundRows>({
  name: 'find_rows_to_erase',
  effect: false,
  text: `with ${oneParent('workspace_table')}, candidates as materialized (
      select r.id, r.key as place, pg_column_size(r.data) as size
      from parent p join table_row r on r.table_id = p.id and r.key > coalesce(p.child, '') collate "C"
      order by r.key limit :limit
    ), ${SIZED_BATCH}, seen as materialized (
      select r.id, ${mentions('r.data::text, r.status')} or exists (select from row_change c where c.row_id = r.id
          and c.fields is not null and ${mentions(`array_to_string(c.fields, ' ')`)}) as mentioned,
        exists (select from row_merge m where m.row_id = r.id and ${mentions('m.identity, m.parts::text')}) as merged,
        ${mentions('r.key')} as keyed,
        exists (select from row_identity i where i.row_id = r.id and ${IS_NAMED}) as named,
        :pattern <> '' and exists (select from row_identity i where i.row_id = r.id and ${OF_ANOTHER}) as shared,
        exists (select from row_identity i where i.row_id = r.id and ${OTHER_KEY}) as has_other_key
      from batch b join table_row r on r.id = b.id
      where r.created_at <= :upTo::timestamptz
    ), judged as (
      select id, mentioned, keyed or named or merged as weighed,
        (keyed or named) and not (shared and (has_other_key or not keyed)) as entire from seen
    )
    select ${NEXT_CURSOR} as after, (select id from parent) as "tableId",
      array(select id::text from judged where entire order by id) as gone,
      array(select id::text from judged where weighed and not entire order by id) as weighed,
      array(select id::text from judged where mentioned and not weighed order by id) as mentioning`,
})

/**
 * A field that mentions the person goes with its entire value. Its name states what a value without an address is. The
 * row's changes list no name that mentions them. A row that is another person's too loses the identities of the erased
 * one, and has another key where the key was theirs.
 */
export const ERASE_FIELDS = statement<
  CauseValues & {
    tableId: string
    ids: readonly string[]
    /** Those of which parts were taken out. */
    parted: readonly string[]
    pattern: string
  } & PersonNames,
  { fields: number }
>({
  name: 'erase_row_fields',
  effect: 'within',
  text: `with held as materialized (
      select r.id, ${mentions('r.status')} as status, array(select key from jsonb_each(r.data)
        where ${mentions('jsonb_build_object(key, value)::text')}) as fields,
        case when ${mentions('r.key')} then (
          select case i.kind when 'linkedin' then 'https://www.linkedin.com/' || i.value else i.value end
          from row_identity i where i.row_id = r.id and ${OTHER_KEY}
          order by array_position(array['email', 'linkedin', 'phone', 'handle', 'domain'], i.kind), i.value limit 1
        ) end as key
      from table_row r where r.table_id = :tableId and r.id = any(:ids::bigint[]) order by r.id for no key update
    ), erased as (
      update table_row r set data = r.data - h.fields, key = coalesce(h.key, r.key),
        status = case when not h.status then r.status end,
        updated_at = clock_timestamp(), changes = r.changes + 1
      from held h where r.id = h.id and r.table_id = :tableId
        and (h.status or h.fields <> '{}' or h.key is not null)
      returning r.id, r.changes, r.updated_at, h.fields, h.status
    ), changes as (
      select id as row_id, changes as number, updated_at as at, array(
          select name from unnest(fields || case when status then array['status'] else '{}' end) as f (name)
          where length(name) <= ${CHANGED_NAME_LENGTH_MAX} and not ${mentions('name')} limit ${CHANGED_NAMES_MAX}
        ) as fields, cardinality(fields) + status::integer as field_count
      from erased where cardinality(fields) > 0 or status
    ), ${writeChangesSql('changes')}, unnamed as (
      delete from row_identity i where i.row_id = any(:ids::bigint[]) and ${IS_NAMED}
    ), unmerged as (
      delete from row_merge m where m.row_id = any(:ids::bigint[])
        and (m.row_id = any(:parted::bigint[]) or ${mentions('m.identity, m.parts::text')})
    ), cleaned as (
      update row_change c set fields = array(select name from unnest(c.fields) as f (name)
        where not ${mentions('name')})
      where c.row_id = any(:ids::bigint[]) and exists (select from unnest(c.fields) as f (name)
        where ${mentions('name')})
    )
    select coalesce(sum(cardinality(fields)), 0)::integer as fields from erased`,
})

/** Takes the parts of the person out of rows that are another person's too; answers with how many fields went. */
async function takeParts(tx: Queries, table: TableOfRows, rows: readonly RowToStore[]): Promise<number> {
  await storeRows(tx, table, rows, ERASURE)
  const changed = rows.flatMap(({ held, state }) =>
    Object.entries(held?.data ?? {}).filter(([field, value]) => !isSame(value, state.data[field] ?? null)),
  )
  return changed.length
}

export async function eraseRows(tx: Queries, batch: Batch): Promise<ErasedBatch> {
  const { values, kinds, names, sharedKinds, sharedNames, bytes } = batch
  const person = { kinds, names, sharedKinds, sharedNames }
  const { after, tableId, ...found } = onlyRow(await tx.query(FIND_ROWS, { ...values, ...person, bytes }))
  if (tableId === null || found.gone.length + found.weighed.length + found.mentioning.length === 0)
    return { after, erased: {} }
  // A table is locked before its rows, as everywhere.
  const table = await lockTable(tx, tableId)
  if (table === null) return { after, erased: {} }
  await lockRows(tx, tableId, found.weighed.map(BigInt))
  const weighed = await weighRows(tx, person, found.weighed)
  const gone = weighed.flatMap(({ row, fate }) => (fate.kind === 'delete' ? [row.id] : []))
  const rows = (await dropRows(tx, tableId, [...found.gone.map(BigInt), ...gone])).length
  const parted = weighed.flatMap(({ row: held, fate }) =>
    fate.kind === 'keep' && isChanged(held, fate.state) ? [{ held, state: fate.state }] : [],
  )
  const taken = parted.length === 0 ? 0 : await takeParts(tx, table, parted)
  const kept = weighed.flatMap(({ row: { id }, fate }) =>
    fate.kind === 'keep' ? [{ id: id.toString(), reason: fate.reason }] : [],
  )
  const left = [...found.weighed.filter((id) => !gone.includes(BigInt(id))), ...found.mentioning]
  const [erased] =
    left.length > 0
      ? await tx.query(ERASE_FIELDS, {
          tableId,
          ids: left,
          parted: parted.map(({ held }) => held.id.toString()),
          pattern: values.pattern,
          ...person,
          ...ERASURE,
        })
      : []
  return { after, erased: { rows, row_fields: taken + (erased?.fields ?? 0) }, kept }
}
