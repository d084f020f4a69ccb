import { isRoleAddress } from '../../../domain/identity/role-address.ts'
import { shownKey } from '../../../domain/rows/identities.ts'
import type { RowIdentityKind } from '../../../domain/tables/limits.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** An identity that a suppression of another one has to keep blocking: `ofKind` and `ofValue` name the suppression. */
interface Derived {
  readonly kind: RowIdentityKind
  readonly value: string
  readonly ofKind: string
  readonly ofValue: string
  readonly reason: string
  readonly source: string
}

/**
 * The identities of persons in `given` (`workspace_id, environment, row_id, kind, value, is_lost`) that a suppression
 * of another identity of their row blocks, through the row alone: one of the two leaves it. What a derived suppression
 * blocks is derived from the same original. Phones that several people share tie nothing.
 */
const derivedSql = (given: string): string => `with given as materialized (${given}), origin as materialized (
      select g.row_id, g.kind, g.value, g.is_lost, s.* from given g cross join lateral (
        select coalesce(s.of_kind, s.kind) as of_kind, coalesce(s.of_value, s.value) as of_value, s.reason, s.source,
          s.created_at
        from suppression s where s.workspace_id = g.workspace_id and s.environment = g.environment and s.kind = g.kind
          and s.value = any (stored_names_v1(g.workspace_id, g.kind, g.value))
        union all
        select coalesce(s.of_kind, s.kind), coalesce(s.of_value, s.value), s.reason, s.source, s.created_at
        from suppression s where s.workspace_id = g.workspace_id and s.environment = g.environment
          and s.kind = 'email' and g.kind = 'email' and mailbox_of(s.value) = mailbox_of(g.value)
        union all
        select s.kind, s.value, s.reason, s.source, s.created_at
        from suppression s where s.workspace_id = g.workspace_id and s.environment = g.environment
          and s.kind = 'domain' and g.kind = 'email' and s.value = any (host_labels_v1(g.kind, g.value))
      ) s
      where not (g.kind = 'phone' and is_shared_phone_v1(g.workspace_id, g.environment, g.value))
    )
    select distinct on (i.kind, i.value) i.kind, i.value, o.of_kind as "ofKind", o.of_value as "ofValue", o.reason,
      o.source
    from origin o join given i on i.row_id = o.row_id and (i.kind, i.value) <> (o.kind, o.value)
      and (i.is_lost or o.is_lost)
    where names_person_v1(i.kind, i.value)
      and not (i.kind = 'phone' and is_shared_phone_v1(i.workspace_id, i.environment, i.value))
      and (i.kind, i.value) <> (o.of_kind, o.of_value)
      and not (o.of_kind = 'domain' and i.kind = 'email'
        and ('.' || host_of_v1(i.value)) like ('%.' || o.of_value))
    order by i.kind, i.value, (o.reason = 'unsubscribe') desc, o.created_at`

export const OF_ROWS = statement<{ tableId: string; ids: readonly string[] }, Derived>({
  name: 'derived_of_rows',
  effect: false,
  text: derivedSql(`select i.workspace_id, i.environment, i.row_id, i.kind, i.value, true as is_lost
      from row_identity i
      where i.row_id = any(:ids::bigint[]) and i.table_id = :tableId and i.kind <> 'field'`),
})

export const OF_CHANGES = statement<
  {
    workspaceId: string
    environment: string
    rowIds: readonly string[]
    kinds: readonly string[]
    values: readonly string[]
    areLost: readonly boolean[]
  },
  Derived
>({
  name: 'derived_of_changes',
  effect: false,
  text: derivedSql(`select :workspaceId::text as workspace_id, :environment::text as environment, g.*
      from unnest(:rowIds::bigint[], :kinds::text[], :values::text[], :areLost::boolean[])
        as g (row_id, kind, value, is_lost)`),
})

/** Sorted: when two transactions derive the same, one waits for the other. A lifted original derives nothing. */
export const ADD_DERIVED = statement<{ workspaceId: string; environment: string; derived: string }>({
  name: 'add_derived_suppressions',
  effect: 'within',
  text: `insert into suppression (workspace_id, environment, kind, value, subject, reason, source, reading, of_kind,
      of_value)
    select s.workspace_id, s.environment, g.kind, g.value, g.subject, g.reason, g.source, 'current', s.kind, s.value
    from jsonb_to_recordset(:derived::jsonb) as g (kind text, value text, subject text, reason text, source text,
      of_kind text, of_value text)
    join suppression s on s.workspace_id = :workspaceId and s.environment = :environment and s.kind = g.of_kind
      and s.value = g.of_value
    order by g.kind, g.value for key share of s
    on conflict do nothing`,
})

type Environment = Readonly<Record<'workspaceId' | 'environment', string>>

async function add(tx: Queries, { workspaceId, environment }: Environment, found: readonly Derived[]): Promise<void> {
  // The mailbox of an office is no person's.
  const derived = found.filter(({ kind, value }) => kind !== 'email' || !isRoleAddress(value))
  if (derived.length === 0) return
  await tx.query(ADD_DERIVED, {
    workspaceId,
    environment,
    derived: JSON.stringify(
      derived.map(({ kind, value, ofKind, ofValue, reason, source }) => ({
        kind,
        value,
        subject: shownKey({ kind, value }),
        reason,
        source,
        of_kind: ofKind,
        of_value: ofValue,
      })),
    ),
  })
}

/** Rows of one statement: each has up to 100 identities, each of which is looked up. */
const ROWS_AT_ONCE = 500

/** Runs before rows are deleted: who is blocked through them stays blocked (decisions, "Objections"). */
export async function keepBlockedOfRows(
  tx: Queries,
  table: Environment & { readonly id: string },
  ids: readonly bigint[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const some = ids.slice(from, from + ROWS_AT_ONCE).map(String)
    await add(tx, table, await tx.query(OF_ROWS, { tableId: table.id, ids: some }))
  }
}

export const NEXT_ROWS = statement<{ tableId: string; after: string; limit: number }, { id: bigint; key: string }>({
  name: 'next_rows_to_keep_blocked',
  effect: false,
  text: `select r.id, r.key from table_row r where r.table_id = :tableId and r.key > :after collate "C"
    order by r.key limit :limit`,
})

export const HAS_SUPPRESSIONS = statement<Environment, { found: boolean }>({
  name: 'has_suppressions',
  effect: false,
  text: `select exists (
    select from suppression where workspace_id = :workspaceId and environment = :environment) as found`,
})

/** The same before an entire table is deleted. */
export async function keepBlockedOfTable(tx: Queries, table: Environment & { readonly id: string }): Promise<void> {
  const { workspaceId, environment } = table
  const [suppressions] = await tx.query(HAS_SUPPRESSIONS, { workspaceId, environment })
  if (suppressions?.found !== true) return
  for (let after = ''; ;) {
    const rows = await tx.query(NEXT_ROWS, { tableId: table.id, after, limit: ROWS_AT_ONCE })
    await keepBlockedOfRows(
      tx,
      table,
      rows.map(({ id }) => id),
    )
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_AT_ONCE) return
    after = last.key
  }
}

export interface ChangedIdentity {
  readonly rowId: bigint
  readonly kind: string
  readonly value: string
  /** The row has it no longer. */
  readonly isLost: boolean
}

/** The same for rows that lose identities: all identities that they have and had. */
export async function keepBlockedOfChanges(
  tx: Queries,
  owner: Environment,
  identities: readonly ChangedIdentity[],
): Promise<void> {
  if (identities.length === 0) return
  const { workspaceId, environment } = owner
  const found = await tx.query(OF_CHANGES, {
    workspaceId,
    environment,
    rowIds: identities.map(({ rowId }) => rowId.toString()),
    kinds: identities.map(({ kind }) => kind),
    values: identities.map(({ value }) => value),
    areLost: identities.map(({ isLost }) => isLost),
  })
  await add(tx, owner, found)
}
