import { ENVIRONMENTS, type Environment } from '../../domain/runs/states.ts'
import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { statement } from '../statement.ts'
import { newId } from '../ids.ts'
import { creditWallet } from '../wallets/queries.ts'

/** The promotional credit of a new workspace, by environment. */
export type WelcomeCredit = Readonly<Record<Environment, Microdollars>>

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

/**
 * Creates a workspace with a wallet in each environment, in the caller's transaction. `exists`: one was seeded under
 * the same name before.
 */
export async function createWorkspace(
  tx: Queries,
  {
    id,
    name,
    seededAs,
    credit,
    awaitsConfirmation = false,
  }: {
    readonly id: string
    readonly name: string
    readonly seededAs: string | null
    readonly credit: WelcomeCredit
    readonly awaitsConfirmation?: boolean
  },
): Promise<'created' | 'exists'> {
  const created = await tx.query(INSERT_WORKSPACE, { id, name, seededAs, awaitsConfirmation })
  if (created.length === 0) return 'exists'
  await tx.query(OPEN_WALLETS, { id, environments: ENVIRONMENTS })
  await welcome(tx, id, credit)
  return 'created'
}

async function welcome(tx: Queries, workspaceId: string, credit: WelcomeCredit): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    if (credit[environment] > 0n) {
      await creditWallet(tx, {
        workspaceId,
        environment,
        amount: credit[environment],
        key: `${workspaceId}:${environment}:welcome`,
      })
    }
  }
}

export const ENSURE_WORKSPACE: Transaction = { name: 'ensure_workspace', effect: true }

export const FIND_SEEDED = statement<{ name: string }, { id: string }>({
  name: 'find_seeded_workspace',
  effect: false,
  text: 'select id from workspace where seeded_as = :name',
})

/**
 * The one workspace that commands know under this name, created by the first call: of two simultaneous calls, the
 * second waits and finds it.
 */
export const ensureWorkspace = (db: Database, name: string, credit: WelcomeCredit): Promise<{ readonly id: string }> =>
  db.transaction(ENSURE_WORKSPACE, async (tx) => {
    const id = newId('ws')
    if ((await createWorkspace(tx, { id, name, seededAs: name, credit })) === 'created') return { id }
    const [found] = await tx.query(FIND_SEEDED, { name })
    if (found === undefined) throw new Error('a workspace that exists was not found')
    return found
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
