import { openTable, type TableOpened, type TableToOpen } from '../../db/tables/open-table.ts'
import { type RowsToWrite, type RowsWritten, writeRows } from '../../db/tables/rows/write.ts'
import type { TableOwner, TableState } from '../../db/tables/tables.ts'
import { type BeforeCommit, type Database, noop, type Queries, type Transaction } from '../../db/database.ts'
import { DROP_TABLE } from '../../db/tables/change-table.ts'

/** Writes a request's rows; a run writes its rows as part of its settlement. */
export const WRITE_ROWS: Transaction = { name: 'write_rows', effect: true }

export type TableWrite = TableToOpen & Omit<RowsToWrite, 'table'>

/** The written rows and their table. */
export type WrittenInto = Extract<RowsWritten, { kind: 'written' }> & {
  readonly table: TableState
  readonly created: boolean
}

export type TableWritten =
  | WrittenInto
  | Exclude<RowsWritten, { kind: 'written' }>
  | Exclude<TableOpened, { kind: 'open' | 'raced' }>

/**
 * The number of tries: two callers that create and delete a table in a loop would otherwise keep a third one waiting.
 */
const OPENINGS_MAX = 10

/**
 * Writes rows into the table of this name, which the first write creates (Spec 4.7). When a quota is reached, or when
 * all rows are refused, nothing changes: a file with other columns creates no table.
 */
export async function writeTable(
  db: Database,
  owner: TableOwner,
  write: TableWrite,
  beforeCommit: BeforeCommit<WrittenInto> = noop,
): Promise<TableWritten> {
  for (let opening = 1; opening <= OPENINGS_MAX; opening += 1) {
    const written = await db.transaction(WRITE_ROWS, async (tx) => {
      const done = await writeOnce(tx, owner, write)
      if (done.kind === 'written') await beforeCommit(tx, done)
      return done
    })
    if (written.kind !== 'raced') return written
  }
  throw new Error('a table was made and deleted again whenever rows should be written to it')
}

async function writeOnce(tx: Queries, owner: TableOwner, write: TableWrite): Promise<TableWritten | { kind: 'raced' }> {
  const opened = await openTable(tx, owner, write)
  if (opened.kind !== 'open') return opened
  const { table, created } = opened
  const written = await writeRows(tx, { ...write, table })
  const empty = written.kind !== 'written' || (write.rows.length > 0 && written.rows.length === 0)
  if (created && empty)
    await tx.query(DROP_TABLE, { workspaceId: owner.workspaceId, environment: owner.environment, name: write.name })
  return written.kind === 'written' ? { ...written, table, created: created && !empty } : written
}
