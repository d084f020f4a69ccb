import type { Identity } from '../../domain/identity/kinds.ts'
import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Queries } from '../database.ts'
import { keepBlockedOfRows } from '../outreach/objections/keep-blocked.ts'
import { statement } from '../statement.ts'
import { dropRows } from '../tables/rows/delete-rows.ts'
import { lockRows } from '../tables/rows/rows.ts'
import { lockTable } from '../tables/tables.ts'
import { NEXT_CURSOR, oneParent, SIZED_BATCH } from './batch.ts'

/** The values of a batch that a do-not-process list is compared with. */
export type ListedBatchValues = {
  readonly workspaceId: string
  readonly environment: Environment
  /** Where the last batch ended; empty: from the beginning. */
  readonly after: string
  readonly limit: number
  readonly bytes: number
}

/** What a list is compared with. */
export interface RowToMatch {
  readonly id: string
  readonly identities: readonly Identity[]
  readonly data: JsonObject
}

export const READ_ROWS_TO_MATCH = statement<
  ListedBatchValues,
  { after: string | null; tableId: string | null; rows: readonly RowToMatch[] }
>({
  name: 'read_rows_to_match',
  effect: false,
  text: `with ${oneParent('workspace_table')}, candidates as materialized (
      select r.id, r.key as place, pg_column_size(r.data) as size
      from parent p join table_row r on r.table_id = p.id and r.key > coalesce(p.child, '') collate "C"
      order by r.key limit :limit
    ), ${SIZED_BATCH}
    select ${NEXT_CURSOR} as after, (select id from parent) as "tableId", (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id::text, 'data', r.data, 'identities', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', i.kind, 'value', i.value)), '[]')
        from row_identity i where i.row_id = r.id and i.kind <> 'field'))), '[]')
      from batch b join table_row r on r.id = b.id) as rows`,
})

/** Deletes rows of people on a list; what a suppression blocks through them stays blocked. Returns how many existed. */
export async function dropListedRows(tx: Queries, tableId: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  // A table is locked before its rows, as everywhere.
  const table = await lockTable(tx, tableId)
  if (table === null) return 0
  const rows = ids.map(BigInt)
  await lockRows(tx, tableId, rows)
  await keepBlockedOfRows(tx, table, rows)
  return (await dropRows(tx, tableId, rows)).length
}

export interface RecordToMatch {
  readonly parent: string
  readonly key: string
  readonly record: Json
}

type ReadRecordsRow = { after: string | null; records: readonly RecordToMatch[] }

export const READ_WATCH_RECORDS_TO_MATCH = statement<ListedBatchValues, ReadRecordsRow>({
  name: 'read_watch_records_to_match',
  effect: false,
  text: `with ${oneParent('watch')}, candidates as materialized (
      select k.key_hash as id, encode(k.key_hash, 'hex') as place, coalesce(pg_column_size(k.record), 0) as size
      from parent p join watch_record k on k.watch_id = p.id and k.key_hash > decode(coalesce(p.child, ''), 'hex')
      order by k.key_hash limit :limit
    ), ${SIZED_BATCH}
    select ${NEXT_CURSOR} as after, (
      select coalesce(jsonb_agg(jsonb_build_object('parent', k.watch_id, 'key', b.place, 'record', k.record)), '[]')
      from parent p cross join batch b join watch_record k on k.watch_id = p.id and k.key_hash = b.id
      where k.record is not null) as records`,
})

/** A record keeps its hashes, so the next refresh does not report it as new. */
export const EMPTY_WATCH_RECORDS = statement<{ watches: readonly string[]; keys: readonly string[] }>({
  name: 'empty_watch_records',
  effect: 'within',
  text: `update watch_record k set record = null
    from unnest(:watches::text[], :keys::text[]) n (watch_id, key)
    where k.watch_id = n.watch_id and k.key_hash = decode(n.key, 'hex')`,
})

export const READ_REFRESHES_TO_MATCH = statement<ListedBatchValues, ReadRecordsRow>({
  name: 'read_refreshes_to_match',
  effect: false,
  text: `with ${oneParent('watch')}, candidates as materialized (
      select f.id, f.id as place, coalesce(pg_column_size(f.answer), 0) as size
      from parent p join watch_refresh f on f.watch_id = p.id and f.id > coalesce(p.child, '')
      order by f.id limit :limit
    ), ${SIZED_BATCH}
    select ${NEXT_CURSOR} as after, (
      select coalesce(jsonb_agg(jsonb_build_object('parent', f.watch_id, 'key', f.id, 'record', f.answer)), '[]')
      from batch b join watch_refresh f on f.id = b.id where f.answer is not null) as records`,
})

/** A refresh that reported someone on a list keeps its counts. */
export const EMPTY_REFRESHES = statement<{ keys: readonly string[] }>({
  name: 'empty_watch_refreshes',
  effect: 'within',
  text: `update watch_refresh set answer = '{"new": [], "changed": []}', table_result = table_result - 'conflicts'
    where id = any(:keys::text[])`,
})
