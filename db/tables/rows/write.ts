import type { JsonObject } from '../../../domain/json/json.ts'
import type { ChangeCause } from '../../../domain/rows/change-cause.ts'
import { identitiesOf, type RowIdentity } from '../../../domain/rows/identities.ts'
import { type RowIdentityKind, ROWS_PER_TABLE_MAX } from '../../../domain/tables/limits.ts'
import { keptData } from '../../../domain/rows/merge.ts'
import {
  type PlannedRow,
  planningRows,
  type RowConflict,
  type RowRefusal,
  type RowsPlan,
  type WriteMode,
} from '../../../domain/rows/plan.ts'
import { CALL, type RowSource } from '../../../domain/rows/row-source.ts'
import { mayBeShared } from '../../../domain/rows/same-person.ts'
import { type HeldRow, identityKey } from '../../../domain/rows/state.ts'
import type { Queries } from '../../database.ts'
import { inSlices, mapInSteps } from '../../time-slices.ts'
import type { QuotaReached } from '../../../domain/plans/quotas.ts'
import { reserveTableQuota, type TableFull } from '../quota.ts'
import { lockRowsByIdentity } from './rows.ts'
import { storeMerges } from './row-merges.ts'
import { storeRows } from './store-rows.ts'
import type { TableState } from '../tables.ts'

export interface RowsToWrite {
  /** The caller has locked it in this transaction (`lockTable`, `openTable`), with all other tables that it writes. */
  readonly table: TableState
  /**
   * The rows as they were sent: data, `status` and `next_at`. At most 500 for one request; the number of round trips
   * does not depend on their number.
   */
  readonly rows: readonly JsonObject[]
  /** Where they come from, if they are no rows of a call. */
  readonly source?: RowSource
  readonly mode: WriteMode
  /** The status of new rows that bring none. */
  readonly status: string | null
  /** The time from which relative times are counted. */
  readonly now: Date
  readonly cause: ChangeCause
}

/** A row of the table that the call affected. */
export interface WrittenRow {
  readonly id: bigint
  readonly key: string
  readonly outcome: PlannedRow['outcome']
  /** The indexes of the sent rows that affected it. */
  readonly indexes: readonly number[]
}

/** A sent row that went into a row though it may be about another person. */
export interface MergedRow {
  readonly index: number
  readonly key: string
  readonly kind: RowIdentityKind
  readonly identity: string
  readonly reason: string
}

export type RowsWritten =
  | {
      readonly kind: 'written'
      readonly rows: readonly WrittenRow[]
      readonly conflicts: readonly RowConflict[]
      readonly refused: readonly RowRefusal[]
      readonly merged: readonly MergedRow[]
      readonly hints: readonly string[]
    }
  /** Nothing was written. */
  | QuotaReached
  | TableFull

/**
 * Writes rows by the rules of Spec 4.7, in the caller's transaction: finds the rows that they name, decides in
 * `domain/rows/plan.ts`, and stores rows, identities and touch counts. The table's lock makes the result exact: no
 * other transaction writes the table in the meantime.
 */
export async function writeRows(
  tx: Queries,
  { table, rows, source = CALL, mode, status, now, cause }: RowsToWrite,
): Promise<RowsWritten> {
  const plan = await planWith(
    tx,
    table,
    (held) => planningRows({ keyMode: table.keyMode, held, rows, source, mode, status, now }),
    rows,
  )
  const full = await reserveRowQuota(tx, table, plan.rows.filter(({ outcome }) => outcome === 'inserted').length)
  if (full !== null) return full
  const added = await storeRows(
    tx,
    table,
    plan.rows.filter(({ outcome }) => outcome !== 'unchanged'),
    cause,
  )
  const written = mapInSteps(plan.rows, ({ held: before, state, outcome, indexes }): WrittenRow => {
    const id = before?.id ?? added.get(state.key)
    if (id === undefined) throw new Error('a row was not stored under its key')
    return { id, key: state.key, outcome, indexes }
  })
  const stored = await inSlices(written)
  await storeMerges(
    tx,
    plan.rows.flatMap(({ merges, outcome }, at) => {
      const id = stored[at]?.id
      return id === undefined || outcome === 'unchanged' ? [] : [{ rowId: id, merges }]
    }),
  )
  return {
    kind: 'written',
    conflicts: plan.conflicts,
    refused: plan.refused,
    merged: mergedOf(plan),
    hints: plan.hints,
    rows: stored,
  }
}

const mergedOf = ({ rows }: RowsPlan): MergedRow[] =>
  rows
    .flatMap(({ merges, state: { key } }) =>
      merges.map(({ index, kind, identity, reason }) => ({ index, key, kind, identity, reason })),
    )
    .toSorted((left, right) => left.index - right.index)

/**
 * Plans with every row that the plan depends on. Held and new values together may name a row that neither named alone
 * (a new platform next to a held handle). That row is looked up too, and the plan is made again.
 */
async function planWith(
  tx: Queries,
  table: TableState,
  planOn: (held: readonly HeldRow[]) => Generator<void, RowsPlan>,
  rows: readonly JsonObject[],
): Promise<RowsPlan> {
  let identities = await inSlices(
    naming(
      rows,
      (row) => identitiesOf(keptData(row), table.keyMode),
      (identity) => identity.merges || (table.keyMode === 'auto' && mayBeShared(identity)),
    ),
  )
  const known = new Set<string>()
  const held = new Map<bigint, HeldRow>()
  for (;;) {
    for (const row of await lockRowsByIdentity(tx, table, identities)) held.set(row.id, row)
    await inSlices(mapInSteps(identities, (identity) => known.add(identityKey(identity))))
    await inSlices(
      mapInSteps(held.values(), (row) => {
        for (const identity of row.identities) if (identity.merges) known.add(identityKey(identity))
      }),
    )
    const plan = await inSlices(planOn([...held.values()]))
    identities = await inSlices(
      naming(
        plan.rows,
        ({ state }) => state.identities,
        (identity) => identity.merges && !known.has(identityKey(identity)),
      ),
    )
    if (identities.length === 0) return plan
  }
}

/** The wanted identities of all items; one step per item. */
function* naming<Item>(
  items: Iterable<Item>,
  of: (item: Item) => readonly RowIdentity[],
  isWanted: (identity: RowIdentity) => boolean,
): Generator<void, RowIdentity[]> {
  const identities: RowIdentity[] = []
  for (const item of items) {
    for (const identity of of(item)) if (isWanted(identity)) identities.push(identity)
    yield
  }
  return identities
}

export async function reserveRowQuota(
  tx: Queries,
  table: TableState,
  inserts: number,
): Promise<QuotaReached | TableFull | null> {
  if (inserts === 0) return null
  if (table.rowCount + inserts > ROWS_PER_TABLE_MAX)
    return { kind: 'table full', used: table.rowCount, limit: ROWS_PER_TABLE_MAX }
  return reserveTableQuota(tx, table.workspaceId, { tables: 0, rows: inserts })
}
