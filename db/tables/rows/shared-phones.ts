import type { JsonObject } from '../../../domain/json/json.ts'
import type { RowIdentity } from '../../../domain/rows/identities.ts'
import { CARRIERS_MAX, isShared, recordOf } from '../../../domain/rows/same-person.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import type { TableOfRows } from './find-row.ts'

interface Carrier {
  readonly phone: string
  readonly data: JsonObject
  readonly identities: readonly RowIdentity[]
}

/**
 * The rows of the environment with phones that more than one row has: at most one more than are compared. A number that
 * is noted already is left out and locked, so that it is not forgotten before these rows are seen.
 */
export const READ_CARRIERS = statement<
  { workspaceId: string; environment: string; phones: readonly string[]; again: boolean },
  Carrier
>({
  name: 'read_phone_carriers',
  effect: 'within',
  text: `with noted as materialized (
      select s.value from shared_phone s where s.workspace_id = :workspaceId and s.environment = :environment
        and s.value = any(:phones::text[]) and s.is_shared and not :again::boolean
      for share
    ), carrier as materialized (
      select w.value, c.row_id, count(*) over (partition by w.value) as rows
      from (select distinct value from unnest(:phones::text[]) as g (value)) w
      cross join lateral (
        select i.row_id from row_identity i
        where i.workspace_id = :workspaceId and i.environment = :environment and i.kind = 'phone' and i.value = w.value
        limit ${CARRIERS_MAX + 1}
      ) c
      where not exists (select from noted n where n.value = w.value)
    )
    select c.value as phone, r.data, coalesce((
        select json_agg(json_build_object('kind', i.kind, 'value', i.value, 'merges', i.merges)) from row_identity i
        where i.row_id = r.id
      ), '[]') as identities
    from carrier c join table_row r on r.id = c.row_id where c.rows > 1`,
})

/** Sorted: when two writes find the same numbers, one waits for the other, and they cannot deadlock. */
export const ADD_SHARED = statement<{ workspaceId: string; environment: string; phones: readonly string[] }>({
  name: 'add_shared_phones',
  effect: 'within',
  text: `insert into shared_phone (workspace_id, environment, value)
    select :workspaceId, :environment, value from unnest(:phones::text[]) as g (value) order by value
    on conflict (workspace_id, environment, value) do update set is_shared = true, judged_at = clock_timestamp()`,
})

/** Each has up to 21 rows of up to 16 KB. */
export const PHONES_AT_ONCE = 200

type Environment = Readonly<Record<'workspaceId' | 'environment', string>>

/** Which of these numbers several people share. `again`: also of those that are noted already. */
export async function sharedOf(
  tx: Queries,
  { workspaceId, environment }: Environment,
  { phones, again }: { readonly phones: readonly string[]; readonly again: boolean },
): Promise<string[]> {
  const carriers = await tx.query(READ_CARRIERS, { workspaceId, environment, phones, again })
  return [...Map.groupBy(carriers, ({ phone }) => phone)].flatMap(([phone, rows]) =>
    isShared(rows.map(({ data, identities }) => recordOf(data, identities))) ? [phone] : [],
  )
}

/**
 * Notes which of these phones several people of the environment share, by the rule that decides when two records are
 * one person. Such a number ties no row to another. Called after rows have gained phones.
 */
export async function noteSharedPhones(
  tx: Queries,
  { workspaceId, environment }: TableOfRows,
  phones: readonly string[],
): Promise<void> {
  for (let from = 0; from < phones.length; from += PHONES_AT_ONCE) {
    const batch = phones.slice(from, from + PHONES_AT_ONCE)
    const shared = await sharedOf(tx, { workspaceId, environment }, { phones: batch, again: false })
    if (shared.length > 0) await tx.query(ADD_SHARED, { workspaceId, environment, phones: shared })
  }
}

type Noted = Environment & { readonly value: string }

export const NEXT_TO_JUDGE = statement<{ before: string; limit: number }, Noted>({
  name: 'next_phones_to_judge',
  effect: 'within',
  text: `select workspace_id as "workspaceId", environment, value from shared_phone
    where judged_at <= :before::timestamptz order by judged_at limit :limit for update skip locked`,
})

export const KEEP_SHARED = statement<Environment & { phones: readonly string[]; shared: readonly string[] }>({
  name: 'keep_shared_phones',
  effect: 'within',
  text: `with kept as (
      update shared_phone set is_shared = true, judged_at = clock_timestamp()
      where workspace_id = :workspaceId and environment = :environment and value = any(:shared::text[])
    )
    delete from shared_phone where workspace_id = :workspaceId and environment = :environment
      and value = any(:phones::text[]) and value <> all(:shared::text[])`,
})
