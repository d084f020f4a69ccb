import type { KeptReason } from '../../domain/erasures/row-fate.ts'
import type { ErasureSubject } from '../../domain/erasures/subject.ts'
import type { Database } from '../database.ts'
import type { StreamOwner } from '../delivery/events/write.ts'
import { statement } from '../statement.ts'
import { findPerson, NAMED_CTES } from './names.ts'
import { OF_ANOTHER, type PersonNames, weighRows } from './weighed-rows.ts'

/** Rows that are shown before an erasure: more than one person has. */
export const PREVIEW_ROWS_MAX = 100

/** What an erasure would find by the identities of a person, before it is requested. */
export interface ErasurePreview {
  /** `kept`: why the row stays; null: it is deleted. */
  readonly rows: readonly {
    readonly id: string
    readonly table: string
    readonly key: string
    readonly kept: KeptReason | null
  }[]
  readonly suppressions: number
  readonly touches: number
  readonly runs: number
}

interface Carrier {
  readonly id: string
  readonly table: string
  readonly key: string
  /** It has an identity of another person. */
  readonly isWeighed: boolean
}

type Counts = Omit<ErasurePreview, 'rows'>

export const PREVIEW = statement<
  { workspaceId: string; environment: string } & PersonNames,
  Counts & { readonly rows: readonly Carrier[] }
>({
  name: 'preview_erasure',
  effect: false,
  text: `with e as materialized (
      select :workspaceId::text as workspace_id, :environment::text as environment
    ), ${NAMED_CTES}, carrier as (
      select distinct i.row_id from e cross join named n join row_identity i on i.workspace_id = e.workspace_id
        and i.environment = e.environment and i.kind = n.kind and i.value = n.value
      limit ${PREVIEW_ROWS_MAX}
    )
    select (select coalesce(json_agg(json_build_object('id', r.id::text, 'table', t.name, 'key', r.key, 'isWeighed',
          exists (select from row_identity i where i.row_id = r.id and ${OF_ANOTHER})) order by t.name, r.key), '[]')
        from carrier c join table_row r on r.id = c.row_id join workspace_table t on t.id = r.table_id) as rows,
      (select count(*)::integer from e cross join named n join suppression s on s.workspace_id = e.workspace_id
        and s.environment = e.environment and s.kind = n.kind
        and s.value = any (stored_names_v1(e.workspace_id, n.kind, n.value))) as suppressions,
      (select count(distinct t.run_id)::integer from e cross join named n join touch t
        on t.workspace_id = e.workspace_id and t.environment = e.environment and t.kind = n.kind
        and t.value = n.value) as touches,
      (select count(distinct s.run_id)::integer from e cross join named n join run_subject s
        on s.workspace_id = e.workspace_id and s.environment = e.environment and s.kind = n.kind
        and s.value = n.value) as runs`,
})

export async function previewErasure(
  db: Database,
  owner: StreamOwner,
  subject: ErasureSubject,
): Promise<ErasurePreview> {
  const { own, shared } = await findPerson(db, owner, subject)
  const person: PersonNames = {
    kinds: own.map(({ kind }) => kind),
    names: own.map(({ value }) => value),
    sharedKinds: shared.map(({ kind }) => kind),
    sharedNames: shared.map(({ value }) => value),
  }
  const { workspaceId, environment } = owner
  const [found] = await db.query(PREVIEW, { workspaceId, environment, ...person })
  if (found === undefined) throw new Error('a preview is one row')
  const { rows, ...counts } = found
  const weighed = await weighRows(
    db,
    person,
    rows.flatMap(({ id, isWeighed }) => (isWeighed ? [id] : [])),
  )
  const fates = new Map(weighed.map(({ row, fate }) => [row.id.toString(), fate]))
  const keptOf = (id: string): KeptReason | null => {
    const fate = fates.get(id)
    return fate?.kind === 'keep' ? fate.reason : null
  }
  return { ...counts, rows: rows.map(({ id, table, key }) => ({ id, table, key, kept: keptOf(id) })) }
}
