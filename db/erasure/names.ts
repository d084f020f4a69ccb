import type { ErasedNames } from '../../domain/erasures/mentions.ts'
import { type CarryingRow, type ErasedPerson, HOPS_MAX, personOf, tiedRow } from '../../domain/erasures/person.ts'
import type { ErasureSubject } from '../../domain/erasures/subject.ts'
import { identityKey } from '../../domain/rows/state.ts'
import type { Queries } from '../database.ts'
import type { StreamOwner } from '../delivery/events/write.ts'
import { statement } from '../statement.ts'

/** Whether the merge `m` joined a row in spite of another name, as its reason states (`domain/rows/same-person.ts`). */
export const OF_TWO_NAMES = `m.reason like '%another name%'`

/** Rows that are read for one identity, and for all of one hop: more than one person has. */
const ROWS_OF_ONE = 100
const ROWS_OF_HOP = 500

export const READ_CARRYING = statement<
  { workspaceId: string; environment: string; kinds: readonly string[]; values: readonly string[] },
  CarryingRow
>({
  name: 'read_carrying_rows',
  effect: false,
  text: `with carrying as materialized (
      select distinct c.row_id from unnest(:kinds::text[], :values::text[]) as n (kind, value) cross join lateral (
        select i.row_id from row_identity i
        where i.workspace_id = :workspaceId and i.environment = :environment and i.kind = n.kind and i.value = n.value
        limit ${ROWS_OF_ONE}
      ) c
      order by c.row_id limit ${ROWS_OF_HOP}
    )
    select r.id::text, r.data, t.key_mode as "keyMode", coalesce((
        select json_agg(json_build_object('kind', i.kind, 'value', i.value, 'isShared',
            i.kind = 'phone' and is_shared_phone_v1(i.workspace_id, i.environment, i.value))
          order by i.kind, i.value)
        from row_identity i where i.row_id = r.id
      ), '[]') as identities,
      exists (select from row_merge m where m.row_id = r.id and ${OF_TWO_NAMES}) as "isOfTwoNames",
      coalesce((select json_agg(c.fields) from row_change c where c.row_id = r.id and c.fields is not null
        and not exists (select from row_merge m where m.row_id = r.id and m.change_number = c.number)
      ), '[]') as changes
    from carrying c join table_row r on r.id = c.row_id join workspace_table t on t.id = r.table_id
    order by r.id`,
})

/**
 * What suppressions of one original tied together, as rows did before they were deleted. Everyone at a domain is not
 * one person.
 */
export const READ_TIED = statement<
  { workspaceId: string; environment: string; kinds: readonly string[]; values: readonly string[] },
  { original: ErasureSubject; tied: readonly ErasureSubject[] }
>({
  name: 'read_tied_suppressions',
  effect: false,
  text: `with original as materialized (
      select distinct coalesce(s.of_kind, s.kind) as kind, coalesce(s.of_value, s.value) as value
      from unnest(:kinds::text[], :values::text[]) as n (kind, value)
      join suppression s on s.workspace_id = :workspaceId and s.environment = :environment and s.kind = n.kind
        and s.value = any (stored_names_v1(:workspaceId::text, n.kind, n.value))
    )
    select json_build_object('kind', o.kind, 'value', o.value) as original, t.tied
    from original o cross join lateral (
      select json_agg(json_build_object('kind', d.kind, 'value', d.value) order by d.kind, d.value) as tied
      from (select d.kind, d.value from suppression d where d.workspace_id = :workspaceId
        and d.environment = :environment and d.of_kind = o.kind and d.of_value = o.value limit ${ROWS_OF_ONE}) d
    ) t
    where o.kind <> 'domain' and t.tied is not null`,
})

/** The person of a subject, as the rows of the environment know them. */
export async function findPerson(
  queries: Queries,
  { workspaceId, environment }: StreamOwner,
  subject: ErasureSubject,
): Promise<ErasedPerson> {
  const rows = new Map<string, CarryingRow>()
  const read = new Set<string>()
  for (let hop = 0; hop <= HOPS_MAX; hop += 1) {
    const next = personOf(subject, [...rows.values()]).own.filter((one) => !read.has(identityKey(one)))
    if (next.length === 0) break
    for (const one of next) read.add(identityKey(one))
    const names = {
      workspaceId,
      environment,
      kinds: next.map(({ kind }) => kind),
      values: next.map(({ value }) => value),
    }
    for (const row of await queries.query(READ_CARRYING, names)) rows.set(row.id, row)
    for (const { original, tied } of await queries.query(READ_TIED, names)) {
      const row = tiedRow([original, ...tied])
      rows.set(row.id, row)
    }
  }
  const { own, shared } = personOf(subject, [...rows.values()])
  // Whether others have the names of the last hop is not known.
  return { own: own.filter((one) => read.has(identityKey(one))), shared }
}

/** CTEs over `e` (`workspace_id`, `environment`) and the values `kinds` and `names`, that end in `named`. */
export const NAMED_CTES = `known as materialized (
      select kind, value from unnest(:kinds::text[], :names::text[]) as n (kind, value)
    ), network as materialized (
      select distinct c.person from e cross join known k join network_connection c
        on c.workspace_id = e.workspace_id and c.environment = e.environment and c.kind = k.kind and c.value = k.value
    ), named as (
      select kind, value from known
      union
      select c.kind, c.value from e cross join network n join network_connection c
        on c.workspace_id = e.workspace_id and c.environment = e.environment and c.person = n.person
    )`

export const LOCK_OPEN = statement<{ id: string }, { id: string }>({
  name: 'lock_open_erasure',
  effect: false,
  text: 'select id from erasure where id = :id and finished_at is null for update',
})

/** The first answer is kept. */
export const NOTE_NAMES = statement<
  { id: string; kinds: readonly string[]; names: readonly string[]; shared: string },
  { names: ErasedNames; upTo: string }
>({
  name: 'note_erased_names',
  effect: 'within',
  text: `with e as materialized (
      select id, workspace_id, environment from erasure where id = :id
    ), ${NAMED_CTES}
    update erasure set up_to = coalesce(erasure.up_to, clock_timestamp()),
      names = coalesce(erasure.names, jsonb_build_object(
        'identities', (select jsonb_agg(jsonb_build_object('kind', kind, 'value', value) order by kind, value)
          from named),
        'shared', :shared::jsonb,
        'networkIds', (select coalesce(jsonb_agg(person order by person), '[]') from network)))
    from e where erasure.id = e.id returning erasure.names, erasure.up_to::text as "upTo"`,
})
