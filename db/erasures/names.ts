import type { ErasedNames } from '../../domain/erasures/mentions.ts'
import type { Database } from '../database.ts'
import { OF_PERSON } from '../outbound/related-identities-sql.ts'
import { statement } from '../statement.ts'
import type { OpenErasure } from './erasures.ts'

/**
 * The identities of the rows that carry the subject, in one hop as for a suppression, and the ids by which a network
 * names these people. The first answer is kept: the rows are erased later.
 */
export const FIND_ERASED_NAMES = statement<{ id: string }, { names: ErasedNames }>({
  name: 'find_erased_names',
  effect: true,
  text: `with e as materialized (
      select id, workspace_id, environment, kind, subject from erasure where id = :id and finished_at is null for update
    ), known as materialized (
      select kind, subject as value from e
      union
      select i.kind, i.value from e
        join row_identity s on s.workspace_id = e.workspace_id and s.environment = e.environment and s.kind = e.kind
          and s.value = e.subject
        join row_identity i on i.row_id = s.row_id and ${OF_PERSON}
    )
    update erasure set names = coalesce(erasure.names, jsonb_build_object(
      'identities', (select jsonb_agg(jsonb_build_object('kind', kind, 'value', value) order by kind, value)
        from known),
      'networkIds', (select coalesce(jsonb_agg(distinct c.person), '[]') from known k join network_connection c
        on c.workspace_id = e.workspace_id and c.environment = e.environment and c.kind = k.kind
          and c.value = k.value)))
    from e where erasure.id = e.id returning erasure.names`,
})

/** Every name of the subject of an erasure under way; null when it has finished meanwhile. */
export async function erasedNames(db: Database, { id, names }: OpenErasure): Promise<ErasedNames | null> {
  if (names !== null) return names
  const [row] = await db.query(FIND_ERASED_NAMES, { id })
  return row?.names ?? null
}
