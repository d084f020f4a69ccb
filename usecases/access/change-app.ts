import { setBudget } from '../../db/money/budgets/write.ts'
import { type ListedApp, READ_APP } from '../../db/access/connected-apps/queries.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { BudgetLimit } from '../../domain/budgets/budget.ts'

export const CHANGE_APP: Transaction = { name: 'change_connected_app', effect: true }

/** Sets what the app's runs may spend, from its next run on. null: the workspace has no such app. */
export const changeApp = (
  db: Database,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  budget: BudgetLimit | null,
): Promise<ListedApp | null> =>
  db.transaction(CHANGE_APP, async (tx) => {
    const [found] = await tx.query(READ_APP, { id, workspaceId })
    if (found === undefined) return null
    await setBudget(tx, { workspaceId, holderId: id }, budget)
    const [changed] = await tx.query(READ_APP, { id, workspaceId })
    return changed ?? null
  })
