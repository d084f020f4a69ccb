import type { ChangeCause } from '../../../domain/rows/change-cause.ts'
import { CHANGES_KEPT, changedFields } from '../../../domain/rows/changed-fields.ts'
import type { RowState } from '../../../domain/rows/state.ts'
import type { RowIdentityKind } from '../../../domain/tables/limits.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** The values that `writeChangesSql` adds to its statement. */
export type CauseValues = Pick<ChangeCause, keyof ChangeCause>

/**
 * CTEs that write the changes of rows in the statement that changes the rows. `changes` is a relation of `row_id`,
 * `number` (the row's new `changes`), `at`, `fields` (null: the row was created) and `field_count`. A change drops the
 * one that it pushes out of the newest ones: one look into the primary key, and no job that has to search.
 */
export const writeChangesSql = (changes: string): string => `written_changes as (
      insert into row_change (row_id, number, at, cause, writer, run_id, fields, field_count)
      select row_id, number, at, :cause, :writer, :runId, fields, field_count from ${changes}
    ), dropped_changes as (
      delete from row_change c using ${changes} n
      where n.number > ${CHANGES_KEPT} and c.row_id = n.row_id and c.number <= n.number - ${CHANGES_KEPT}
    )`

type RowValues = Pick<RowState, 'data' | 'status' | 'nextAt'>

/** The columns of a row's change, for the statement that stores its next state. */
export function changeColumns(held: RowValues, next: RowValues): { fields: string[]; field_count: number } {
  const { names, count } = changedFields(held, next)
  return { fields: [...names], field_count: count }
}

/** A change of a row as it is read. */
export interface StoredChange extends ChangeCause {
  readonly at: Date
  readonly created: boolean
  /** null: a raw run, or no run. */
  readonly capability: string | null
  readonly watchId: string | null
  readonly fields: readonly string[]
  readonly fieldCount: number
  /** What went into the row by this change though it may be about another person, and can be taken out again. */
  readonly merges: readonly ChangeMerge[]
}

export interface ChangeMerge {
  readonly number: number
  readonly kind: RowIdentityKind
  readonly reason: string
}

export const READ_ROW_CHANGES = statement<{ rowId: string }, StoredChange>({
  name: 'read_row_changes',
  effect: false,
  text: `select c.at, c.cause, c.writer, c.run_id as "runId", r.capability, f.watch_id as "watchId",
      c.fields is null as created, coalesce(c.fields, '{}') as fields, c.field_count as "fieldCount",
      coalesce((
        select json_agg(json_build_object('number', m.number, 'kind', m.kind, 'reason', m.reason) order by m.number)
        from row_merge m where m.row_id = c.row_id and m.change_number = c.number
      ), '[]') as merges
    from row_change c
    left join run r on r.id = c.run_id
    left join watch_refresh f on f.run_id = c.run_id
    where c.row_id = :rowId order by c.number desc limit ${CHANGES_KEPT}`,
})

/** The newest changes of a row of the caller's table, newest first. */
export const readRowChanges = (queries: Queries, rowId: bigint): Promise<StoredChange[]> =>
  queries.query(READ_ROW_CHANGES, { rowId: rowId.toString() })
