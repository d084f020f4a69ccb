import type { ErasedNames } from '../../domain/erasures/mentions.ts'
import type { Database } from '../database.ts'
import { IS_SHARED_PHONE, OF_PERSON } from '../outbound/related-identities-sql.ts'
import { statement } from '../statement.ts'
import type { ErasureScope, OpenErasure } from './erasures.ts'

/** A person has few names. More of them belong to a list of people rather than to one. */
const NAMES_MAX = 100

/**
 * Rows that carry the subject and may be about two people: something was merged into them, or they have another
 * identity of the subject's kind that their data do not name together with it. A number that several people share is
 * the key of none of them.
 */
const IN_DOUBT = `${IS_SHARED_PHONE('s')} or exists (select from row_merge m where m.row_id = s.row_id)
        or (e.kind <> 'phone' and exists (
          select from row_identity x join table_row r on r.id = x.row_id
          cross join lateral (select lower(r.data::text) as text) d
          where x.row_id = s.row_id and x.kind = e.kind and x.value <> e.subject
            and split_part(x.value, ':', 1) = case e.kind when 'handle' then split_part(e.subject, ':', 1)
              else split_part(x.value, ':', 1) end
            and (strpos(d.text, split_part(x.value, ':', -1)) = 0 or strpos(d.text, split_part(e.subject, ':', -1)) = 0)
        ))`

/** CTEs over `e`, a person (`workspace_id`, `environment`, `kind`, `subject`), that end in `named`. */
export const NAMED_CTES = `own_row as materialized (
      select s.row_id, (${IN_DOUBT}) as in_doubt
      from e join row_identity s on s.workspace_id = e.workspace_id and s.environment = e.environment
        and s.kind = e.kind and s.value = e.subject
    ), of_rows as (
      select distinct i.kind, i.value from own_row o join row_identity i on i.row_id = o.row_id and ${OF_PERSON}
      where not o.in_doubt
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
      ) and not (k.kind = 'phone' and exists (
        select from row_identity i join row_identity o on o.row_id = i.row_id
        where i.workspace_id = e.workspace_id and i.environment = e.environment and i.kind = 'phone'
          and i.value = k.value and i.row_id not in (select row_id from own_row)
          and (o.kind in ('email', 'handle') or (o.kind = 'linkedin' and o.value like 'in/%'))
          and not exists (select from of_rows r where r.kind = o.kind and r.value = o.value)
      ))
    ), network as materialized (
      select distinct c.person from e cross join known k join network_connection c
        on c.workspace_id = e.workspace_id and c.environment = e.environment and c.kind = k.kind and c.value = k.value
    ), named as (
      select kind, value from known
      union
      select c.kind, c.value from e cross join network n join network_connection c
        on c.workspace_id = e.workspace_id and c.environment = e.environment and c.person = n.person
    )`

/**
 * The identities of the rows that carry the subject, in one hop as for a suppression, and every name by which a network
 * knows these people. A row that may be about two people adds none. An identity that another row carries beside another
 * identity of the subject's kind is shared, as the number of an office is: it does not count, and neither does a phone
 * that another row has with another email, profile or handle. The first answer is kept, because the rows are
 * erased later.
 */
export const FIND_ERASED_NAMES = statement<{ id: string; max: number }, { names: ErasedNames; upTo: string }>({
  name: 'find_erased_names',
  effect: true,
  text: `with e as materialized (
      select id, workspace_id, environment, kind, subject from erasure where id = :id and finished_at is null for update
    ), ${NAMED_CTES}
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
