import type { ErasedNames } from '../../domain/erasures/mentions.ts'
import type { Database } from '../database.ts'
import { OF_PERSON } from '../outbound/related-identities-sql.ts'
import { statement } from '../statement.ts'
import type { ErasureScope, OpenErasure } from './erasures.ts'

/** A person has few names. More of them belong to a list of people rather than to one. */
const NAMES_MAX = 100

/**
 * The identities of the rows that carry the subject, in one hop as for a suppression, and every name by which a network
 * knows these people. An identity that another row carries beside another identity of the subject's kind is shared, as
 * the number of an office is: it does not count. The first answer is kept, because the rows are erased later.
 */
export const FIND_ERASED_NAMES = statement<{ id: string; max: number }, { names: ErasedNames; upTo: string }>({
  name: 'find_erased_names',
  effect: true,
  text: `with e as materialized (
      select id, workspace_id, environment, kind, subject from erasure where id = :id and finished_at is null for update
    ), own_row as materialized (
      select s.row_id from e join row_identity s on s.workspace_id = e.workspace_id and s.environment = e.environment
        and s.kind = e.kind and s.value = e.subject
    ), of_rows as (
      select distinct i.kind, i.value from own_row o join row_identity i on i.row_id = o.row_id and ${OF_PERSON}
      order by i.kind, i.value limit :max
    ), known as materialized (
      select kind, subject as value from e
      union
      select k.kind, k.value from e cross join of_rows k
      where k.kind in ('linkedin', 'handle') or not exists (
        select from row_identity i join row_identity other on other.row_id = i.row_id and other.kind = e.kind
          and other.value <> e.subject
        where i.workspace_id = e.workspace_id and i.environment = e.environment and i.kind = k.kind
          and i.value = k.value and i.row_id not in (select row_id from own_row)
          and (other.kind, other.value) <> (k.kind, k.value)
      )
    ), network as materialized (
      select distinct c.person from e cross join known k join network_connection c
        on c.workspace_id = e.workspace_id and c.environment = e.environment and c.kind = k.kind and c.value = k.value
    ), named as (
      select kind, value from known
      union
      select c.kind, c.value from e cross join network n join network_connection c
        on c.workspace_id = e.workspace_id and c.environment = e.environment and c.person = n.person
    )
    update erasure set up_to = coalesce(erasure.up_to, clock_timestamp()),
      names = coalesce(erasure.names, jsonb_build_object(
        'identities', (select jsonb_agg(jsonb_build_object('kind', kind, 'value', value) order by kind, value)
          from named),
        'networkIds', (select coalesce(jsonb_agg(person order by person), '[]') from network)))
    from e where erasure.id = e.id returning erasure.names, erasure.up_to::text as "upTo"`,
})

/** What an erasure under way looks for; null when it has finished meanwhile. */
export async function scopeOf(db: Database, { id, scope }: OpenErasure): Promise<ErasureScope | null> {
  if (scope !== null) return scope
  const [row] = await db.query(FIND_ERASED_NAMES, { id, max: NAMES_MAX })
  return row ?? null
}
