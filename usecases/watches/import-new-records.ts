import type { Json } from '../../domain/json/json.ts'
import { resultOf } from '../../domain/rows/change-cause.ts'
import type { ResultRow } from '../../domain/rows/result-rows.ts'
import type { ImportLink, TableResult } from '../../domain/tables/links.ts'
import type { Compared } from '../../domain/watches/compare.ts'
import { recordsWaiting, rowsToImport } from '../../domain/watches/import-rows.ts'
import type { Queries } from '../../db/database.ts'
import { insertResultRows } from '../../db/tables/rows/insert-result-rows.ts'
import { areTablesOn } from '../../db/tables/features.ts'
import { markWaiting, readWaiting } from '../../db/tables/watches/waiting.ts'
import type { StoredWatch } from '../../db/tables/watches/watches.ts'

export interface NewRecordsToImport {
  readonly compared: Compared
  readonly result: Json
  readonly now: Date
  readonly runId: string
}

/** `note`: one sentence that states why records were not stored; null when all were. */
export interface NewRecordsImported {
  readonly table: TableResult | null
  readonly note: string | null
}

/**
 * Stores the new records of a refresh in the watch's table (Spec 4.6 `into`), and before them those that an earlier
 * refresh could not store. A record without room, with a conflict, or of a workspace whose tables are off, waits for
 * the next refresh. The refresh reports it.
 */
export async function importNewRecords(
  tx: Queries,
  watch: StoredWatch,
  { compared, result, now, runId }: NewRecordsToImport,
): Promise<NewRecordsImported> {
  if (watch.landing === null) return { table: null, note: null }
  const found = new Map(
    [...compared.changed.map(({ after }) => after), ...compared.unchanged].map((one) => [one.keyHash, one.record]),
  )
  const earlier = (await readWaiting(tx, watch.id)).flatMap(({ key, record }) => {
    const newest = found.get(key) ?? record
    return newest === null ? [] : [{ keyHash: key, record: newest }]
  })
  const tried = [...earlier, ...compared.added]
  if (tried.length === 0) return { table: null, note: null }
  const records = tried.map(({ record }) => record)
  const rows = rowsToImport({ capability: watch.capability, input: watch.input, result, records })
  const { waiting, ...imported } = await importRows(tx, watch, watch.landing, { rows, now, runId })
  const left = recordsWaiting(rows, waiting, records)
  if (earlier.length > 0 || left.size > 0)
    await markWaiting(
      tx,
      watch.id,
      tried.map(({ keyHash, record }) => ({ key: keyHash, waits: left.has(record) })),
    )
  return imported
}

/** `waiting`: the indexes of the rows that may be stored later. */
async function importRows(
  tx: Queries,
  { workspaceId }: StoredWatch,
  landing: ImportLink,
  { rows, now, runId }: { readonly rows: readonly ResultRow[]; readonly now: Date; readonly runId: string },
): Promise<NewRecordsImported & { readonly waiting: readonly number[] }> {
  const nothing: TableResult = { name: landing.table, inserted: 0, updated: 0, unchanged: 0, refused: rows.length }
  if (!(await areTablesOn(tx, workspaceId)))
    return {
      table: nothing,
      note: 'Tables are off for this workspace, so nothing was imported. The first refresh after they are on imports it.',
      waiting: [...rows.keys()],
    }
  const imported = await insertResultRows(tx, {
    tableId: landing.table_id,
    status: landing.status,
    rows: rows.map(({ row }) => row),
    now,
    cause: resultOf('watch', runId),
  })
  if (imported === null)
    return { table: nothing, note: `The table ${landing.table} was deleted, so nothing was imported.`, waiting: [] }
  const { refused = 0 } = imported.result
  return {
    table: imported.result,
    note:
      refused === 0
        ? null
        : `${refused} of ${rows.length} rows were not imported: the table is full, or they have no identity for its key. The next refresh imports those that then have room.`,
    waiting: imported.waiting,
  }
}
