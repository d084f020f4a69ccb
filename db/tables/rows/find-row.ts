import type { KeyMode } from '../../../domain/tables/keys.ts'
import { keyMeaningsOf } from '../../../domain/rows/lookup.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface FoundRow {
  readonly id: bigint
  readonly key: string
}

/**
 * For each requested key: the row with that key, otherwise the row that merges by an identity that the key names,
 * otherwise the only row that carries such an identity. Where several rows carry it, the key is ambiguous and finds
 * none.
 */
export const FIND_ROWS = statement<
  {
    tableId: string
    keys: readonly string[]
    positions: readonly number[]
    ranks: readonly number[]
    kinds: readonly string[]
    values: readonly string[]
    workspaceId: string
    environment: string
  },
  FoundRow & { at: number }
>({
  name: 'find_rows',
  effect: false,
  text: `with requested as (
      select (ordinality - 1)::integer as at, text from unnest(:keys::text[]) with ordinality as a (text, ordinality)
    ), named as (
      select n.at, n.rank, i.row_id, i.merges
        from unnest(:positions::integer[], :ranks::integer[], :kinds::text[], :values::text[]) as n (at, rank, kind,
        value)
      join row_identity i on i.workspace_id = :workspaceId and i.environment = :environment and i.kind = n.kind
        and i.value = n.value and i.table_id = :tableId
    ), found as (
      select a.at, r.id, 0 as rank from requested a join table_row r on r.table_id = :tableId and r.key = a.text
      union all
      select at, row_id, 1 + rank from named where merges
      union all
      select at, min(row_id), 1000 from named where not merges group by at having count(distinct row_id) = 1
    )
    select distinct on (f.at) f.at, r.id, r.key from found f join table_row r on r.id = f.id
      order by f.at, f.rank, f.id`,
})

/** The table in which rows are searched. */
export interface TableOfRows {
  readonly id: string
  readonly workspaceId: string
  readonly environment: string
  readonly keyMode: KeyMode
}

/**
 * Rows by a key or by any email, URL, phone or `platform:handle` that they carry (Spec 4.7), in the requested order;
 * null where there is none.
 */
export async function findRows(
  queries: Queries,
  table: TableOfRows,
  keys: readonly string[],
): Promise<(FoundRow | null)[]> {
  const meanings = keys.flatMap((key, at) =>
    keyMeaningsOf(key, table.keyMode).map((meaning, rank) => ({ at, rank, ...meaning })),
  )
  const rows = await queries.query(FIND_ROWS, {
    tableId: table.id,
    keys: keys.map((key) => key.trim()),
    positions: meanings.map(({ at }) => at),
    ranks: meanings.map(({ rank }) => rank),
    kinds: meanings.map(({ kind }) => kind),
    values: meanings.map(({ value }) => value),
    workspaceId: table.workspaceId,
    environment: table.environment,
  })
  const found = new Map(rows.map(({ at, id, key }) => [at, { id, key }]))
  return keys.map((_, at) => found.get(at) ?? null)
}

/** The same for one key. */
export async function findRow(queries: Queries, table: TableOfRows, key: string): Promise<FoundRow | null> {
  const [found] = await findRows(queries, table, [key])
  return found ?? null
}
