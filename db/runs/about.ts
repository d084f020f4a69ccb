import { aboutOf } from '../../domain/runs/about.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'

/** A run as one line of a list names it. */
export interface RunLine {
  readonly capability: string | null
  readonly endpoint: string | null
  /** null: its input states nothing, or is deleted. */
  readonly about: string | null
}

/** More members than the input of any capability has. */
const MEMBERS_MAX = 40
/** A line of a list shows fewer. */
const LENGTH_MAX = 80

export const READ_LINES = statement<
  { runIds: readonly string[]; workspaceId: string; environment: Environment },
  Omit<RunLine, 'about'> & { readonly id: string; readonly texts: Readonly<Record<string, string>> }
>({
  name: 'read_run_lines',
  effect: false,
  text: `select r.id, r.capability, r.raw_request ->> 'endpoint' as endpoint, coalesce((
      select jsonb_object_agg(m.key, left(m.text, ${LENGTH_MAX})) from (
        select e.key, case jsonb_typeof(e.value) when 'string' then e.value #>> '{}'
          else case jsonb_typeof(e.value -> 0) when 'string' then e.value ->> 0 end end as text
        from jsonb_each(case jsonb_typeof(r.input) when 'object' then r.input else '{}' end
          || coalesce(r.raw_request -> 'path', '{}') || coalesce(r.raw_request -> 'query', '{}')) e
        limit ${MEMBERS_MAX}) m
      where m.text is not null), '{}') as texts
    from run r
    where r.id = any(:runIds) and r.workspace_id = :workspaceId and r.environment = :environment`,
})

/** What the given runs of a workspace and environment are and are about, by id. An empty list reads nothing. */
export async function readRunLines(
  db: Database,
  runIds: readonly string[],
  scope: { workspaceId: string; environment: Environment },
): Promise<ReadonlyMap<string, RunLine>> {
  if (runIds.length === 0) return new Map()
  const rows = await db.query(READ_LINES, {
    runIds,
    workspaceId: scope.workspaceId,
    environment: scope.environment,
  })
  return new Map(rows.map(({ id, texts, ...line }) => [id, { ...line, about: aboutOf(texts) }]))
}
