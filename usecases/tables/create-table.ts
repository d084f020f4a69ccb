import { type BeforeCommit, type Database, noop, type Transaction } from '../../db/database.ts'
import {
  findTable,
  makeTable,
  type NewTable,
  type TableMade,
  type TableOwner,
  type TableState,
} from '../../db/tables/tables.ts'

export const CREATE_TABLE: Transaction = { name: 'create_table', effect: true }

/** `POST /v1/tables`: `taken` when another table of this environment has the name. */
export async function createTable(
  db: Database,
  owner: TableOwner,
  table: NewTable,
  beforeCommit: BeforeCommit<TableState> = noop,
): Promise<TableMade> {
  if ((await findTable(db, owner, table.name)) !== null) return { kind: 'taken' }
  return db.transaction(CREATE_TABLE, async (tx) => {
    const made = await makeTable(tx, owner, table)
    if (made.kind === 'created') await beforeCommit(tx, made.table)
    return made
  })
}
