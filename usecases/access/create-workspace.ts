import type { Database, Queries, Transaction } from '../../db/database.ts'
import { newId } from '../../db/ids.ts'
import { creditWallet } from '../../db/money/wallets/queries.ts'
import { FIND_SEEDED, INSERT_WORKSPACE, OPEN_WALLETS } from '../../db/access/workspaces/queries.ts'
import type { Microdollars } from '../../domain/money/microdollars.ts'
import { type Environment, ENVIRONMENTS } from '../../domain/runs/states.ts'

/** The promotional credit of a new workspace, by environment. */
export type WelcomeCredit = Readonly<Record<Environment, Microdollars>>

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
