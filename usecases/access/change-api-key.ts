import { READ_KEY, SET_KEY_TERMS, type StoredApiKey } from '../../db/access/api-keys/list.ts'
import { setBudget } from '../../db/money/budgets/write.ts'
import type { Database, Transaction } from '../../db/database.ts'
import type { KeyLimits } from '../../domain/access/key-limits.ts'
import type { BudgetLimit } from '../../domain/budgets/budget.ts'

/** Undefined members keep their value; null removes what they set. */
export interface KeyChange {
  readonly name?: string | undefined
  readonly budget?: BudgetLimit | null | undefined
  readonly allow?: KeyLimits | null | undefined
  readonly expiresAt?: Date | null | undefined
  readonly approver?: boolean | undefined
}

export const CHANGE_API_KEY: Transaction = { name: 'change_api_key', effect: true }

/** Changes an active key's name and terms, from its next request on. null: the workspace has no such key. */
export const changeApiKey = (
  db: Database,
  { workspaceId, id }: { readonly workspaceId: string; readonly id: string },
  change: KeyChange,
): Promise<StoredApiKey | null> =>
  db.transaction(CHANGE_API_KEY, async (tx) => {
    const changed = await tx.query(SET_KEY_TERMS, {
      id,
      workspaceId,
      name: change.name ?? null,
      setsAllow: change.allow !== undefined,
      allow: change.allow == null ? null : JSON.stringify(change.allow),
      setsExpiry: change.expiresAt !== undefined,
      expiresAt: change.expiresAt ?? null,
      approver: change.approver ?? null,
    })
    if (changed.length === 0) return null
    if (change.budget !== undefined) await setBudget(tx, { workspaceId, holderId: id }, change.budget)
    const [key] = await tx.query(READ_KEY, { id })
    return key ?? null
  })
