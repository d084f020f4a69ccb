import { setBudget } from '../../db/money/budgets/write.ts'
import { INSERT_APP, REPLACE_EARLIER } from '../../db/access/connected-apps/grants.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { lockWorkspace } from '../../db/access/workspaces/lock.ts'
import type { OAuthScope } from '../../domain/access/scopes.ts'
import type { BudgetLimit } from '../../domain/budgets/budget.ts'

export interface AppToConnect {
  readonly id: string
  readonly workspaceId: string
  readonly userId: string
  readonly clientId: string
  readonly name: string
  readonly scopes: readonly OAuthScope[]
  readonly resources: readonly string[]
  /** What its runs may spend; null: only wallet and spend guard limit them. */
  readonly budget: BudgetLimit | null
}

export const CONNECT_APP: Transaction = { name: 'connect_app', effect: true }

/**
 * Stores a person's consent. It replaces an earlier consent to the same app and voids the codes and tokens of that one.
 * false: the workspace has as many apps as it may have.
 */
export const connectApp = (db: Database, app: AppToConnect): Promise<boolean> =>
  db.transaction(CONNECT_APP, async (tx) => {
    // There is one grant per person and app.
    await lockWorkspace(tx, app.workspaceId)
    await tx.query(REPLACE_EARLIER, { workspaceId: app.workspaceId, userId: app.userId, clientId: app.clientId })
    const connected = await tx.query(INSERT_APP, {
      id: app.id,
      workspaceId: app.workspaceId,
      userId: app.userId,
      clientId: app.clientId,
      name: app.name,
      scopes: app.scopes,
      resources: app.resources,
    })
    if (connected.length !== 1) return false
    if (app.budget !== null) await setBudget(tx, { workspaceId: app.workspaceId, holderId: app.id }, app.budget)
    return true
  })
