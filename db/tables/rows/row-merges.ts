import { type MergeParts, MERGES_KEPT, type RowMerge } from '../../../domain/rows/row-merge.ts'
import type { RowIdentityKind } from '../../../domain/tables/limits.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { toStorableList } from '../../storable-text.ts'

/** The merges of one row in one call. */
export interface MergesToStore {
  readonly rowId: bigint
  readonly merges: readonly RowMerge[]
}

/** Runs after the row is stored: a merge names the change that the row got by it. */
export const STORE_MERGES = statement<{ merges: string }>({
  name: 'store_row_merges',
  effect: 'within',
  text: `with given as materialized (
      select g.*, row_number() over (partition by g.row_id order by g.position) as place
      from jsonb_to_recordset(:merges::jsonb) as g (row_id bigint, position integer, kind text, identity text,
        reason text, parts jsonb)
    ), numbered as materialized (
      select g.*, r.changes, g.place
        + coalesce((select max(m.number) from row_merge m where m.row_id = g.row_id), 0) as number
      from given g join table_row r on r.id = g.row_id
    ), dropped as (
      delete from row_merge m using (select row_id, max(number) as newest from numbered group by row_id) n
      where m.row_id = n.row_id and m.number <= n.newest - ${MERGES_KEPT}
    )
    insert into row_merge (row_id, number, change_number, kind, identity, reason, parts)
    select row_id, number, changes, kind, identity, reason, parts from numbered`,
})

/** Stores the newest merges of each row; older parts are no longer known. */
export async function storeMerges(tx: Queries, rows: readonly MergesToStore[]): Promise<void> {
  const merges = rows.flatMap(({ rowId, merges: all }) =>
    all.slice(-MERGES_KEPT).map((merge, position) => ({ rowId, position, merge })),
  )
  if (merges.length === 0) return
  await tx.query(STORE_MERGES, {
    merges: await toStorableList(merges, ({ rowId, position, merge: { kind, identity, reason, parts } }) => ({
      row_id: rowId.toString(),
      position,
      kind,
      identity,
      reason,
      parts: {
        sent: parts.sent,
        status: parts.status,
        before: parts.before,
        gained: parts.gained.map(({ kind: of, value, merges: isMerging }) => ({ kind: of, value, merges: isMerging })),
      },
    })),
  })
}

/** A merge as it is stored. */
export interface StoredMerge {
  readonly number: number
  readonly kind: RowIdentityKind
  readonly identity: string
  readonly reason: string
  readonly parts: MergeParts
}

export const READ_MERGE = statement<{ rowId: string; number: number | null }, StoredMerge>({
  name: 'read_row_merge',
  effect: false,
  text: `select number, kind, identity, reason, parts from row_merge
    where row_id = :rowId and (:number::integer is null or number = :number::integer) order by number desc limit 1`,
})

/** A merge of a locked row, the newest one where no number is given; null: its parts are not known. */
export async function readMerge(tx: Queries, rowId: bigint, number: number | null): Promise<StoredMerge | null> {
  const [merge] = await tx.query(READ_MERGE, { rowId: rowId.toString(), number })
  return merge ?? null
}

export const DROP_MERGE = statement<{ rowId: string; number: number }>({
  name: 'drop_row_merge',
  effect: 'within',
  text: 'delete from row_merge where row_id = :rowId and number = :number',
})

export const dropMerge = (tx: Queries, rowId: bigint, number: number): Promise<unknown> =>
  tx.query(DROP_MERGE, { rowId: rowId.toString(), number })
