import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export const INSERT_WORKSPACE = statement<{
  id: string
  name: string
  seededAs: string | null
  awaitsConfirmation: boolean
}>({
  name: 'insert_workspace',
  effect: 'within',
  text: `insert into workspace (id, name, seeded_as, awaits_confirmation, created_at)
    values (:id, :name, :seededAs, :awaitsConfirmation, clock_timestamp())
    on conflict (seeded_as) do nothing returning id`,
})

export const OPEN_WALLETS = statement<{ id: string; environments: readonly string[] }>({
  name: 'open_wallets',
  effect: 'within',
  text: `with wallets as (
      insert into wallet (workspace_id, environment) select :id, environment
        from unnest(:environments::text[]) environment
    )
    insert into account (id, workspace_id, environment, kind)
    select :id || ':' || environment || ':' || kind, :id, environment, kind
    from unnest(:environments::text[]) environment, unnest(array['available', 'held']) kind`,
})

export const FIND_SEEDED = statement<{ name: string }, { id: string }>({
  name: 'find_seeded_workspace',
  effect: false,
  text: 'select id from workspace where seeded_as = :name',
})

export const FIND_WORKSPACES = statement<{ idOrName: string }, { id: string; name: string }>({
  name: 'find_workspaces_by_name',
  effect: false,
  text: 'select id, name from workspace where id = :idOrName or name = :idOrName order by id limit 2',
})

/** By id or name; null: there is none, or several have the name. */
export async function findWorkspace(
  queries: Queries,
  idOrName: string,
): Promise<{ readonly id: string; readonly name: string } | null> {
  const [found, other] = await queries.query(FIND_WORKSPACES, { idOrName })
  return found === undefined || other !== undefined ? null : found
}
