import type { ChangeCause } from '../../domain/rows/change-cause.ts'
import type { QuotaReached } from '../../domain/plans/quotas.ts'
import { planUnmerge } from '../../domain/rows/unmerge.ts'
import { type BeforeCommit, type Database, noop, type Queries, type Transaction } from '../../db/database.ts'
import { lockTable, type TableState } from '../../db/tables/tables.ts'
import { dropMerge, readMerge, type StoredMerge } from '../../db/tables/rows/row-merges.ts'
import { lockRows, lockRowsByIdentity, readRows, type StoredRow } from '../../db/tables/rows/rows.ts'
import type { TableFull } from '../../db/tables/quota.ts'
import { findRow } from '../../db/tables/rows/find-row.ts'
import { reserveRowQuota } from '../../db/tables/rows/write.ts'
import { storeRows } from '../../db/tables/rows/store-rows.ts'

/** Takes a merge of a row apart: the row is written without the part, and the part as a new row. */
export const UNMERGE_ROW: Transaction = { name: 'unmerge_row', effect: true }

export interface RowToUnmerge {
  readonly table: TableState
  readonly key: string
  /** The number of the merge; null: the newest. */
  readonly number: number | null
  readonly cause: ChangeCause
}

export interface PartedRow {
  readonly kind: 'unmerged'
  readonly merge: StoredMerge
  /** The row without the part. */
  readonly row: StoredRow
  /** The part, as a separate row. */
  readonly part: StoredRow
}

export type UnmergeOutcome =
  | PartedRow
  /** The table or row does not exist. */
  | { readonly kind: 'missing' }
  /** The row has no such merge whose parts are known. */
  | { readonly kind: 'no merge' }
  /** The parts cannot be two rows. */
  | { readonly kind: 'impossible'; readonly reason: string }
  | QuotaReached
  | TableFull

export const unmergeRow = (
  db: Database,
  request: RowToUnmerge,
  beforeCommit: BeforeCommit<PartedRow> = noop,
): Promise<UnmergeOutcome> =>
  db.transaction(UNMERGE_ROW, async (tx) => {
    const done = await unmergeWithin(tx, request)
    if (done.kind === 'unmerged') await beforeCommit(tx, done)
    return done
  })

async function unmergeWithin(
  tx: Queries,
  { table: { id }, key, number, cause }: RowToUnmerge,
): Promise<UnmergeOutcome> {
  const table = await lockTable(tx, id)
  const found = table === null ? null : await findRow(tx, table, key)
  if (table === null || found === null) return { kind: 'missing' }
  const [held] = await lockRows(tx, id, [found.id])
  if (held === undefined) return { kind: 'missing' }
  const merge = await readMerge(tx, held.id, number)
  if (merge === null) return { kind: 'no merge' }
  const wanted = [...held.identities, ...merge.parts.gained]
  const others = (await lockRowsByIdentity(tx, table, wanted)).filter((row) => row.id !== held.id)
  const plan = planUnmerge({ held, parts: merge.parts, others, keyMode: table.keyMode })
  if (plan.kind === 'impossible') return plan
  const full = await reserveRowQuota(tx, table, 1)
  if (full !== null) return full
  const rows = [
    { held, state: plan.rest },
    { held: null, state: plan.part },
  ]
  const added = await storeRows(tx, table, rows, cause)
  await dropMerge(tx, held.id, merge.number)
  const partId = added.get(plan.part.key)
  const [row, part] = await readRows(tx, id, [held.id, partId ?? 0n])
  if (row === undefined || part === undefined) throw new Error('both rows of a merge are stored')
  return { kind: 'unmerged', merge, row, part }
}
