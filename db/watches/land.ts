import type { Json, JsonObject } from '../../domain/json/json.ts'
import type { HashedRecord } from '../../domain/watches/compare.ts'
import { resultOfNew } from '../../domain/watches/landing.ts'
import { resultRows } from '../../domain/rows/result-rows.ts'
import type { TableResult } from '../../domain/tables/links.ts'
import type { Queries } from '../database.ts'
import { areTablesOn } from '../tables/features.ts'
import { insertResultRows } from '../rows/insert-result-rows.ts'
import type { StoredWatch } from './watches.ts'

export interface NewRecordsToLand {
  readonly fresh: readonly HashedRecord[]
  readonly result: Json
  readonly now: Date
}

/** `note`: one sentence that says why records were not stored; null when all were. */
export interface NewRecordsLanded {
  readonly table: TableResult | null
  readonly note: string | null
}

/**
 * Stores the new records of a refresh in the watch's table (Spec 4.6 `into`). Records without room, and a table that is
 * off or deleted, are reported in the result, and nothing is lost: the refresh keeps its records.
 */
export async function landNew(
  tx: Queries,
  { workspaceId, capability, input, landing }: StoredWatch,
  { fresh, result, now }: NewRecordsToLand,
): Promise<NewRecordsLanded> {
  if (landing === null || fresh.length === 0) return { table: null, note: null }
  const rows = resultRows({
    capability,
    input,
    result: resultOfNew({ capability, result, fresh: fresh.map(({ record }) => record) }),
  })
  if (!(await areTablesOn(tx, workspaceId)))
    return notLanded(landing.table, rows, 'Tables are off for this workspace, so nothing was landed.')
  const landed = await insertResultRows(tx, { tableId: landing.table_id, status: landing.status, rows, now })
  if (landed === null)
    return notLanded(landing.table, rows, `The table ${landing.table} was deleted, so nothing was landed.`)
  const { refused = 0 } = landed.result
  return {
    table: landed.result,
    note:
      refused === 0
        ? null
        : `${refused} of ${rows.length} rows were not imported: the table is full, or they have no identity for its key.`,
  }
}

const notLanded = (name: string, rows: readonly JsonObject[], note: string): NewRecordsLanded => ({
  table: { name, inserted: 0, updated: 0, unchanged: 0, refused: rows.length },
  note,
})
