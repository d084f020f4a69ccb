import type { ChangeCause } from '../../../domain/rows/change-cause.ts'
import { isWeak } from '../../../domain/rows/same-person.ts'
import { type HeldRow, type RowState, identityChanges, identityKey } from '../../../domain/rows/state.ts'
import { compareNames, readPersonName } from '../../../domain/rows/person-name.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { toStorableList } from '../../storable-text.ts'
import { inSlices, mapInSteps } from '../../time-slices.ts'
import type { TableOfRows } from './find-row.ts'
import { type CauseValues, changeColumns, writeChangesSql } from './row-changes.ts'
import { type ChangedIdentity, keepBlockedOfChanges } from '../../outreach/objections/keep-blocked.ts'
import { noteSharedPhones } from './shared-phones.ts'
import { recountTouches } from './touches.ts'

/** The new state of a row; `held` is null for a new row. */
export interface RowToStore {
  readonly held: HeldRow | null
  readonly state: RowState
}

/** Runs before other rows get these identities: at any time, an identity belongs to one row of the table only. */
export const DROP_IDENTITIES = statement<{
  rowIds: readonly string[]
  kinds: readonly string[]
  values: readonly string[]
}>({
  name: 'drop_row_identities',
  effect: 'within',
  text: `delete from row_identity i using unnest(:rowIds::bigint[], :kinds::text[], :values::text[]) as lost (row_id,
    kind, value)
    where i.row_id = lost.row_id and i.kind = lost.kind and i.value = lost.value`,
})

/**
 * All identities that a row has and had, where it loses one; none where another name states that it is another person's
 * now.
 */
function identitiesOfPerson({ held, state }: RowToStore): ChangedIdentity[] {
  if (held === null) return []
  const today = new Set(state.identities.map(identityKey))
  const left = held.identities.filter((one) => !today.has(identityKey(one)))
  if (left.length === 0 || compareNames(readPersonName(held.data), readPersonName(state.data)) === 'differ') return []
  return [
    ...left.map((one) => ({ ...one, rowId: held.id, isLost: true })),
    ...state.identities.map((one) => ({ ...one, rowId: held.id, isLost: false })),
  ]
}

/** Keys must be unique only at the end of the statement, so rows may hand them over to each other. */
export const STORE_ROWS = statement<
  CauseValues & { tableId: string; workspaceId: string; environment: string; rows: string },
  { id: bigint; key: string }
>({
  name: 'store_rows',
  effect: 'within',
  text: `with input as materialized (
      select * from jsonb_to_recordset(:rows::jsonb) as g (id bigint, key text, data jsonb, status text,
        next_at timestamptz, gained jsonb, fields text[], field_count integer)
    ), added as (
      insert into table_row (table_id, workspace_id, environment, key, data, status, next_at, changes)
      select :tableId, :workspaceId, :environment, key, data, status, next_at, 1 from input where id is null
      returning id, key, created_at
    ), changed as (
      update table_row r set key = g.key, data = g.data, status = g.status, next_at = g.next_at,
        updated_at = clock_timestamp(), changes = r.changes + (g.field_count > 0)::integer
      from input g where r.id = g.id
      returning r.id, r.changes, r.updated_at, g.fields, g.field_count
    ), changes as (
      select id as row_id, 1 as number, created_at as at, null::text[] as fields, 0 as field_count from added
      union all
      select id, changes, updated_at, fields, field_count from changed where field_count > 0
    ), ${writeChangesSql('changes')}, gained as (
      insert into row_identity (row_id, table_id, workspace_id, environment, kind, value, merges)
      select coalesce(g.id, a.id), :tableId, :workspaceId, :environment, i.kind, i.value, i.merges
      from input g left join added a on g.id is null and a.key = g.key
      cross join lateral jsonb_to_recordset(g.gained) as i (kind text, value text, merges boolean)
    ), counted as (
      update workspace_table set row_count = row_count + (select count(*)::integer from input where id is null),
        updated_at = clock_timestamp()
      where id = :tableId
    )
    select id, key from added`,
})

/** The most new rows in one statement: their ids arrive at once, and parsing more would block the event loop. */
const NEW_ROWS_AT_ONCE = 5_000

/**
 * Writes rows of a locked table with their keys, identities and changes, and recounts their touches where identities
 * changed. Returns the ids of new rows by their keys. The caller has checked the quotas.
 */
export async function storeRows(
  tx: Queries,
  table: TableOfRows,
  rows: readonly RowToStore[],
  cause: ChangeCause,
): Promise<ReadonlyMap<string, bigint>> {
  const ids = new Map<string, bigint>()
  // Held rows hand keys and identities over to each other and to new rows, so they are written first, together.
  for (const batch of batchesOf(rows))
    for (const { id, key } of await storeBatch(tx, table, batch, cause)) ids.set(key, id)
  return ids
}

function batchesOf(rows: readonly RowToStore[]): (readonly RowToStore[])[] {
  if (rows.length <= NEW_ROWS_AT_ONCE) return rows.length === 0 ? [] : [rows]
  const batches = [rows.filter(({ held }) => held !== null)].filter((batch) => batch.length > 0)
  const added = rows.filter(({ held }) => held === null)
  for (let from = 0; from < added.length; from += NEW_ROWS_AT_ONCE)
    batches.push(added.slice(from, from + NEW_ROWS_AT_ONCE))
  return batches
}

async function storeBatch(
  tx: Queries,
  table: TableOfRows,
  rows: readonly RowToStore[],
  cause: ChangeCause,
): Promise<{ id: bigint; key: string }[]> {
  const changes = await inSlices(mapInSteps(rows, (row) => ({ ...row, ...identityChanges(row.held, row.state) })))
  const lost = changes.flatMap(({ held, lost: identities }) =>
    held === null ? [] : identities.map((identity) => ({ id: held.id, ...identity })),
  )
  if (lost.length > 0) {
    if (cause.cause !== 'erasure') await keepBlockedOfChanges(tx, table, changes.flatMap(identitiesOfPerson))
    await tx.query(DROP_IDENTITIES, {
      rowIds: lost.map(({ id }) => id.toString()),
      kinds: lost.map(({ kind }) => kind),
      values: lost.map(({ value }) => value),
    })
  }
  const toStore = await toStorableList(changes, ({ held, state, gained }) => ({
    id: held === null ? null : held.id.toString(),
    key: state.key,
    data: state.data,
    status: state.status,
    next_at: state.nextAt?.toISOString() ?? null,
    gained: gained.map(({ kind, value, merges }) => ({ kind, value, merges })),
    ...(held === null ? {} : changeColumns(held, state)),
  }))
  const added = await tx.query(STORE_ROWS, {
    tableId: table.id,
    workspaceId: table.workspaceId,
    environment: table.environment,
    rows: toStore,
    ...cause,
  })
  const withNewIdentities = changes.flatMap(({ held, gained, lost: identities }) =>
    held !== null && gained.length + identities.length > 0 ? [held.id] : [],
  )
  await recountTouches(tx, [...added.map(({ id }) => id), ...withNewIdentities])
  const phones = changes.flatMap(({ gained }) => gained.filter(isWeak).map(({ value }) => value))
  await noteSharedPhones(tx, table, [...new Set(phones)])
  return added
}
