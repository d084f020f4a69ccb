import { type QuotaName, QUOTAS, type QuotaReached, sentenceOf } from '../../domain/plans/quotas.ts'
import type { Queries } from '../../db/database.ts'
import { readQuotaClass } from '../../db/access/workspaces/quota-class.ts'
import { Problem } from './problem.ts'

export const quotaProblem = (reached: QuotaReached): Problem => new Problem('limit_reached', sentenceOf(reached))

/** For a place that was refused: the quota is used up. */
export async function quotaExceeded(queries: Queries, workspaceId: string, of: QuotaName): Promise<Problem> {
  const quotaClass = await readQuotaClass(queries, workspaceId)
  const limit = QUOTAS[quotaClass][of]
  return quotaProblem({ kind: 'quota reached', of, used: limit, added: 1, limit, quotaClass })
}
