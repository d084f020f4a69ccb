import { randomUUID } from 'node:crypto'
import type { Changer } from '../../../domain/access/payer.ts'
import type { JsonObject } from '../../../domain/json/json.ts'
import type { ChangeCause } from '../../../domain/rows/change-cause.ts'
import type { KeyMode } from '../../../domain/tables/keys.ts'
import { type Database } from '../../../db/database.ts'
import { createTable } from '../../../usecases/tables/create-table.ts'
import { lockTable, type TableOwner, type TableState } from '../../../db/tables/tables.ts'
import { type RowsToWrite, type RowsWritten, writeRows } from '../../../db/tables/rows/write.ts'
import { WRITE_ROWS } from '../../../usecases/tables/write-rows.ts'

/** Who may change every table. */
export const A_PERSON: Changer = { id: null, isLimited: false, isApprover: true }

/** Of writes whose cause does not matter. */
export const BY_TEST: ChangeCause = { cause: 'api', writer: null, runId: null }

/** An empty table with a unique name. */
export async function buildTable(db: Database, owner: TableOwner, keyMode: KeyMode = 'auto'): Promise<TableState> {
  const made = await createTable(db, owner, { name: `t-${randomUUID()}`, title: null, description: null, keyMode })
  if (made.kind !== 'created') throw new Error(`the table to build was not created: ${made.kind}`)
  return made.table
}

/** Writes rows as a request does, and returns what was written. */
export async function writeTo(
  db: Database,
  { id }: TableState,
  rows: readonly JsonObject[],
  more: Partial<RowsToWrite> = {},
): Promise<Extract<RowsWritten, { kind: 'written' }>> {
  const written = await tryToWrite(db, id, rows, more)
  if (written.kind !== 'written') throw new Error(`the rows to write found no room: ${written.kind}`)
  return written
}

export const tryToWrite = (
  db: Database,
  tableId: string,
  rows: readonly JsonObject[],
  more: Partial<RowsToWrite> = {},
): Promise<RowsWritten> =>
  db.transaction(WRITE_ROWS, async (tx) => {
    const table = await lockTable(tx, tableId)
    if (table === null) throw new Error('the table to write to is gone')
    return writeRows(tx, { table, rows, mode: 'merge', status: null, now: new Date(), cause: BY_TEST, ...more })
  })

export interface RowAsStored {
  readonly id: string
  readonly key: string
  readonly data: JsonObject
  /** `kind value`, with a mark on those that merge. */
  readonly names: string[]
}

/** Every row of a table by key, with its identities. */
export async function storedRows(db: Database, { id }: TableState): Promise<RowAsStored[]> {
  const { rows } = await db.pool.query(
    `select r.id::text, r.key, r.data, array(
      select i.kind || ' ' || i.value || case when i.merges then ' *' else '' end from row_identity i
        where i.row_id = r.id order by 1
    ) as names from table_row r where r.table_id = $1 order by r.key`,
    [id],
  )
  return rows
}

/** The row count that the table stores, and the number of its rows. */
export async function rowCounts(db: Database, { id }: TableState): Promise<{ stored: number; counted: number }> {
  const {
    rows: [row],
  } = await db.pool.query(
    'select row_count as stored, (select count(*)::integer from table_row where table_id = $1) as counted from workspace_table where id = $1',
    [id],
  )
  return row
}
