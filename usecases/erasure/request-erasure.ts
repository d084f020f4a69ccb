import type { ErasureSubject } from '../../domain/erasures/subject.ts'
import { type QuotaReached, quotaReached } from '../../domain/plans/quotas.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { COUNT_OPEN, INSERT_ERASURE, type StoredErasure } from '../../db/erasure/erasures.ts'
import type { StreamOwner } from '../../db/delivery/events/write.ts'
import { lockForQuota } from '../../db/access/workspaces/lock.ts'

export const REQUEST_ERASURE: Transaction = { name: 'request_erasure', effect: true }

export interface NewErasure {
  readonly id: string
  readonly subject: ErasureSubject
  readonly reference: string | null
  /** A suppression of the person stays, so that they are not contacted again. */
  readonly keepSuppression: boolean
}

/** Reserves room for one more until the transaction ends; null: there is room. */
async function refusalOf(tx: Queries, workspaceId: string): Promise<QuotaReached | null> {
  const quotaClass = await lockForQuota(tx, workspaceId)
  const [counted] = await tx.query(COUNT_OPEN, { workspaceId })
  if (counted === undefined) throw new Error('a count returns its row')
  return quotaReached(quotaClass, { used: { open_erasures: counted.open }, added: { open_erasures: 1 } })
}

/** `saveResponse` stores the request's answer in the same transaction. */
export const requestErasure = (
  db: Database,
  { workspaceId, environment }: StreamOwner,
  { erasure, saveResponse }: { erasure: NewErasure; saveResponse: (tx: Queries, made: StoredErasure) => Promise<void> },
): Promise<StoredErasure | QuotaReached> =>
  db.transaction(REQUEST_ERASURE, async (tx) => {
    const refusal = await refusalOf(tx, workspaceId)
    if (refusal !== null) return refusal
    const { id, subject, reference, keepSuppression } = erasure
    const [made] = await tx.query(INSERT_ERASURE, {
      id,
      workspaceId,
      environment,
      kind: subject.kind,
      subject: subject.value,
      reference,
      keepSuppression,
    })
    if (made === undefined) throw new Error('an insert returns its row')
    await saveResponse(tx, made)
    return made
  })
