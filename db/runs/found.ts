import { MEMBERS_SHOWN_MAX } from '../../domain/runs/about.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'

/** A line of a list shows fewer. */
const LENGTH_MAX = 80

export const READ_FOUND = statement<
  { runIds: readonly string[]; workspaceId: string; environment: Environment; order: readonly string[] },
  { readonly id: string; readonly members: readonly (readonly [name: string, text: string])[] }
>({
  name: 'read_run_found',
  effect: false,
  text: `select r.id, found.members
    from run r
    join attempt d on d.run_id = coalesce(r.source_run_id, r.id)
      and d.number = coalesce(r.source_attempt, r.delivered_attempt)
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_array(m.name, m.text) order by m.place, m.name), '[]') as members from (
        select e.key as name, left(e.value #>> '{}', ${LENGTH_MAX}) as text,
          array_position(:order::text[], e.key) as place
        from jsonb_each(case jsonb_typeof(d.output) when 'object' then d.output else '{}' end) e
        where jsonb_typeof(e.value) in ('string', 'number', 'boolean') and e.value <> '""'
        order by place, e.key limit ${MEMBERS_SHOWN_MAX}) m) found
    where r.id = any(:runIds) and r.workspace_id = :workspaceId and r.environment = :environment
      and r.purged_at is null`,
})

/**
 * The first simple members of what the given runs of a workspace and environment have found, by id; `order` names
 * those that come first. Without the runs that found nothing, and those whose payload is deleted.
 */
export async function readFoundMembers(
  db: Database,
  runIds: readonly string[],
  { workspaceId, environment, order }: { workspaceId: string; environment: Environment; order: readonly string[] },
): Promise<ReadonlyMap<string, readonly (readonly [name: string, text: string])[]>> {
  if (runIds.length === 0) return new Map()
  const rows = await db.query(READ_FOUND, { runIds, workspaceId, environment, order })
  return new Map(rows.map(({ id, members }) => [id, members]))
}
