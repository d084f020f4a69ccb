import type { Channel } from '../../../domain/outbound/channels.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { AnswerClass } from '../../../domain/replies/classes.ts'
import type { RowIdentity } from '../../../domain/rows/identities.ts'
import { CARRIERS_MAX, mayBeShared } from '../../../domain/rows/same-person.ts'
import type { HeldRow } from '../../../domain/rows/state.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import type { TableOfRows } from './find-row.ts'

/** A row as it is read (decisions, "row"). */
export interface StoredRow {
  readonly id: bigint
  readonly key: string
  readonly data: JsonObject
  readonly status: string | null
  readonly nextAt: Date | null
  readonly touches: number
  readonly lastTouchAt: Date | null
  readonly lastTouchChannel: Channel | null
  readonly lastReplyAt: Date | null
  readonly lastReplyClass: AnswerClass | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The columns of a StoredRow, of a table_row called `r`. */
export const ROW_COLUMNS = `r.id, r.key, r.data, r.status, r.next_at as "nextAt", r.touches,
  r.last_touch_at as "lastTouchAt",
  r.last_touch_channel as "lastTouchChannel", r.last_reply_at as "lastReplyAt",
  r.last_reply_class as "lastReplyClass", r.created_at as "createdAt", r.updated_at as "updatedAt"`

/** The columns of a HeldRow, of a table_row called `r`. */
export const HELD_COLUMNS = `r.id, r.key, r.data, r.status, r.next_at as "nextAt", coalesce((
    select json_agg(json_build_object('kind', i.kind, 'value', i.value, 'merges', i.merges)) from row_identity i
      where i.row_id = r.id
  ), '[]') as identities`

/** Locked in the order of their ids (decisions, "Lock order"); the caller has locked their table before. */
export const LOCK_ROWS = statement<{ tableId: string; ids: readonly string[] }, HeldRow>({
  name: 'lock_rows',
  effect: false,
  text: `select ${HELD_COLUMNS} from table_row r where r.table_id = :tableId and r.id = any(:ids::bigint[])
    order by r.id for no key update of r`,
})

/** Locks rows of a locked table and reads them with all their identities; rows that no longer exist are left out. */
export const lockRows = (tx: Queries, tableId: string, ids: readonly bigint[]): Promise<HeldRow[]> =>
  tx.query(LOCK_ROWS, { tableId, ids: ids.map(String) })

export const LOCK_ROWS_BY_IDENTITY = statement<
  {
    tableId: string
    workspaceId: string
    environment: string
    kinds: readonly string[]
    values: readonly string[]
    sharedKinds: readonly string[]
    sharedValues: readonly string[]
  },
  HeldRow
>({
  name: 'lock_rows_by_identity',
  effect: false,
  text: `with owners as materialized (
      select i.row_id from unnest(:kinds::text[], :values::text[]) as wanted (kind, value)
      join row_identity i on i.table_id = :tableId and i.kind = wanted.kind and i.value = wanted.value and i.merges
      union
      select c.row_id from unnest(:sharedKinds::text[], :sharedValues::text[]) as wanted (kind, value)
      cross join lateral (
        select i.row_id from row_identity i
        where i.workspace_id = :workspaceId and i.environment = :environment and i.kind = wanted.kind
          and i.value = wanted.value and i.table_id = :tableId
        limit ${CARRIERS_MAX + 1}
      ) c
    )
    select ${HELD_COLUMNS} from table_row r where r.id in (select row_id from owners) order by r.id
      for no key update of r`,
})

/** More identities in one statement would block the event loop while values are written and rows are parsed. */
const IDENTITIES_AT_ONCE = 5_000

/**
 * Locks the rows of a locked table that have one of these identities as a merging identity. In an `auto` table it also
 * locks rows that carry one that people may share: at most one more than are compared. A row is returned once.
 */
export async function lockRowsByIdentity(
  tx: Queries,
  { id: tableId, workspaceId, environment, keyMode }: TableOfRows,
  identities: readonly Pick<RowIdentity, 'kind' | 'value'>[],
): Promise<HeldRow[]> {
  const held = new Map<bigint, HeldRow>()
  for (let from = 0; from < identities.length; from += IDENTITIES_AT_ONCE) {
    const batch = identities.slice(from, from + IDENTITIES_AT_ONCE)
    const shared = keyMode === 'auto' ? batch.filter(mayBeShared) : []
    for (const row of await tx.query(LOCK_ROWS_BY_IDENTITY, {
      tableId,
      workspaceId,
      environment,
      kinds: batch.map(({ kind }) => kind),
      values: batch.map(({ value }) => value),
      sharedKinds: shared.map(({ kind }) => kind),
      sharedValues: shared.map(({ value }) => value),
    }))
      held.set(row.id, row)
  }
  return [...held.values()]
}

export const READ_ROWS = statement<{ tableId: string; ids: readonly string[] }, StoredRow>({
  name: 'read_rows',
  effect: false,
  text: `select ${ROW_COLUMNS} from table_row r where r.table_id = :tableId and r.id = any(:ids::bigint[])
    order by r.id`,
})

/** Rows of a table by their ids, in the order of the ids. */
export const readRows = (queries: Queries, tableId: string, ids: readonly bigint[]): Promise<StoredRow[]> =>
  queries.query(READ_ROWS, { tableId, ids: ids.map(String) })
