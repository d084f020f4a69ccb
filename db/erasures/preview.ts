import type { ErasureSubject } from '../../domain/erasures/subject.ts'
import type { Database } from '../database.ts'
import type { StreamOwner } from '../events/write.ts'
import { storedNames } from '../outbound/hashed-name.ts'
import { statement } from '../statement.ts'
import { NAMED_CTES } from './names.ts'

/** Rows that are shown before an erasure: more than one person has. */
export const PREVIEW_ROWS_MAX = 100
/** People have few names. More of them belong to a list of people. */
const NAMES_MAX = 100

/** What an erasure would find by the identities of a person, before it is requested. */
export interface ErasurePreview {
  readonly rows: readonly { readonly table: string; readonly key: string; readonly taken: boolean }[]
  readonly suppressions: number
  readonly touches: number
  readonly runs: number
}

const PREVIEW = statement<
  { workspaceId: string; environment: string; kind: string; subject: string; max: number },
  ErasurePreview
>({
  name: 'preview_erasure',
  effect: false,
  text: `with e as materialized (
      select :workspaceId::text as workspace_id, :environment::text as environment, :kind::text as kind,
        :subject::text as subject
    ), ${NAMED_CTES}, carrier as (
      select distinct i.row_id from e cross join named n join row_identity i on i.workspace_id = e.workspace_id
        and i.environment = e.environment and i.kind = n.kind and i.value = n.value
      limit ${PREVIEW_ROWS_MAX}
    )
    select (select coalesce(json_agg(json_build_object('table', t.name, 'key', r.key, 'taken', not exists (
          select from row_identity o where o.row_id = r.id
            and (o.kind in ('email', 'handle') or (o.kind = 'linkedin' and o.value like 'in/%'))
            and not exists (select from named n where n.kind = o.kind and n.value = o.value)
        )) order by t.name, r.key), '[]')
        from carrier c join table_row r on r.id = c.row_id join workspace_table t on t.id = r.table_id) as rows,
      (select count(*)::integer from e cross join named n join suppression s on s.workspace_id = e.workspace_id
        and s.environment = e.environment and s.kind = n.kind
        and s.value = ${storedNames('e.workspace_id', { kind: 'n.kind', value: 'n.value' })}) as suppressions,
      (select count(distinct t.run_id)::integer from e cross join named n join touch t
        on t.workspace_id = e.workspace_id and t.environment = e.environment and t.kind = n.kind
        and t.value = n.value) as touches,
      (select count(distinct s.run_id)::integer from e cross join named n join run_subject s
        on s.workspace_id = e.workspace_id and s.environment = e.environment and s.kind = n.kind
        and s.value = n.value) as runs`,
})

export async function previewErasure(
  db: Database,
  { workspaceId, environment }: StreamOwner,
  { kind, value }: ErasureSubject,
): Promise<ErasurePreview> {
  const [found] = await db.query(PREVIEW, { workspaceId, environment, kind, subject: value, max: NAMES_MAX })
  if (found === undefined) throw new Error('a preview is one row')
  return found
}
