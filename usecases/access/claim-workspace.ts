import { CLOSE_CLAIM_MAIL, END_QUARANTINE, KEEP_KEY } from '../../db/access/agents/claim.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { hashToken } from '../../db/hash-token.ts'
import { SET_MEMBER } from '../../db/access/members/join.ts'
import type { BudgetLimit } from '../../domain/budgets/budget.ts'

export const CLAIM_WORKSPACE: Transaction = { name: 'claim_workspace', effect: true }

export interface WorkspaceClaim {
  readonly token: string
  readonly userId: string
  /** What the agent's live key may spend. */
  readonly budget: BudgetLimit
}

/** Makes the person the owner of the workspace, and ends its quarantine. null: the link does not work any more. */
export const claimWorkspace = (
  db: Database,
  { token, userId, budget }: WorkspaceClaim,
): Promise<{ readonly workspaceId: string; readonly claimedAt: Date } | null> =>
  db.transaction(CLAIM_WORKSPACE, async (tx) => {
    const tokenHash = hashToken(token)
    const { period } = budget
    const [claimed] = await tx.query(END_QUARANTINE, { tokenHash, userId, amount: budget.amount.toString(), period })
    if (claimed === undefined) return null
    const { workspaceId, apiKeyId, claimedAt } = claimed
    await tx.query(SET_MEMBER, { workspaceId, userId, role: 'owner' })
    await tx.query(KEEP_KEY, { apiKeyId })
    await tx.query(CLOSE_CLAIM_MAIL, { tokenHash })
    return { workspaceId, claimedAt }
  })
