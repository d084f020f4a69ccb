import { type QuotaReached, quotaReached, QUOTAS } from '../../domain/plans/quotas.ts'
import type { StreamOwner } from '../../db/delivery/events/write.ts'
import type { BeforeCommit, Database, Queries, Transaction } from '../../db/database.ts'
import {
  type AddedSuppressions,
  addSuppressions,
  type NewSuppression,
  READ_SUPPRESSION_QUOTA,
  type RemovedSuppression,
  removeSuppressions,
  type ToRemove,
} from '../../db/outreach/outbound/suppressions.ts'
import { lockForQuota } from '../../db/access/workspaces/lock.ts'

/** A request's suppressions with its stored answer. */
export const SUPPRESS: Transaction = { name: 'suppress', effect: true }

async function refusalOf(
  tx: Queries,
  owner: StreamOwner,
  subjects: readonly NewSuppression[],
): Promise<QuotaReached | null> {
  const quotaClass = await lockForQuota(tx, owner.workspaceId)
  const [room] = await tx.query(READ_SUPPRESSION_QUOTA, {
    workspaceId: owner.workspaceId,
    environment: owner.environment,
    kinds: subjects.map(({ kind }) => kind),
    values: subjects.map(({ value }) => value),
    countedMax: QUOTAS[quotaClass].suppressions + 1,
  })
  if (room === undefined) throw new Error('a count returns its row')
  return quotaReached(quotaClass, { used: { suppressions: room.used }, added: { suppressions: room.added } })
}

/** Suppresses them as `addSuppressions` does, with what the caller adds to the transaction. */
export const suppress = (
  db: Database,
  owner: StreamOwner,
  given: Parameters<typeof addSuppressions>[2],
  beforeCommit: BeforeCommit<AddedSuppressions>,
): Promise<AddedSuppressions | QuotaReached> =>
  db.transaction(SUPPRESS, async (tx) => {
    const refusal = await refusalOf(tx, owner, given.subjects)
    if (refusal !== null) return refusal
    const added = await addSuppressions(tx, owner, given)
    await beforeCommit(tx, added)
    return added
  })

/** A request's removals with its stored answer. */
export const UNSUPPRESS: Transaction = { name: 'unsuppress', effect: true }

/** Removes them as `removeSuppressions` does, with what the caller adds to the transaction. */
export const unsuppress = (
  db: Database,
  owner: StreamOwner,
  requested: ToRemove,
  beforeCommit: BeforeCommit<RemovedSuppression[]>,
): Promise<RemovedSuppression[]> =>
  db.transaction(UNSUPPRESS, async (tx) => {
    const removed = await removeSuppressions(tx, owner, requested)
    await beforeCommit(tx, removed)
    return removed
  })
