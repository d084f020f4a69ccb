import { ENVIRONMENTS, type Environment } from '../../domain/runs/states.ts'
import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { Database } from '../database.ts'
import { newId } from '../ids.ts'
import { Account, Wallet } from '../wallets/entity.ts'
import { walletAccount } from '../wallets/ledger.ts'
import { creditWallet } from '../wallets/queries.ts'
import { Workspace } from './entity.ts'

/** Makes a workspace with a wallet in each environment, and credits them once; finds it when the name exists. */
export async function ensureWorkspace(db: Database, name: string, credit: Readonly<Record<Environment, Microdollars>>): Promise<Workspace> {
  const em = db.em()
  const workspace = await em.transactional(async (inner) => {
    const found = await inner.findOne(Workspace, { name })
    if (found !== null) return found
    const created = inner.create(Workspace, { id: newId('ws'), name, createdAt: new Date() })
    // The others refer to it by id alone, so the unit of work cannot know that it goes first.
    await inner.flush()
    for (const environment of ENVIRONMENTS) {
      inner.create(Wallet, {
        workspaceId: created.id, environment, available: 0n, held: 0n, spendDay: '1970-01-01', spent: 0n, guardEnabled: false,
      })
      for (const kind of ['available', 'held'] as const) {
        inner.create(Account, { id: walletAccount(created.id, environment, kind), workspaceId: created.id, environment, kind })
      }
    }
    await inner.flush()
    return created
  })
  for (const environment of ENVIRONMENTS) {
    if (credit[environment] > 0n) {
      await creditWallet(db, { workspaceId: workspace.id, environment, amount: credit[environment], kind: 'promotion', key: `${workspace.id}:${environment}:welcome` })
    }
  }
  return workspace
}
