import type { ApprovalReason } from '../../domain/approvals/approval.ts'
import { formatUsd, type Microdollars } from '../../domain/money/microdollars.ts'
import { type QuotaReached, quotaReached } from '../../domain/plans/quotas.ts'
import { metadataOf } from '../../domain/runs/metadata.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { AWAIT_APPROVAL, COUNT_WAITING } from '../../db/runs/approvals/request.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { type StreamOwner, writeEvents } from '../../db/delivery/events/write.ts'
import { newId } from '../../db/ids.ts'
import { lockForQuota } from '../../db/access/workspaces/lock.ts'

/** The run waits, and its event reports it. */
export const REQUEST_APPROVAL: Transaction = { name: 'request_approval', effect: true }

export interface ApprovalToRequest extends StreamOwner {
  readonly runId: string
  /** The capability, or the endpoint of a raw run. */
  readonly work: string
  readonly reason: ApprovalReason
  readonly estimate: Microdollars
  /** Where a person decides. */
  readonly url: string
}

export type ApprovalRequested =
  | { readonly kind: 'requested'; readonly deliveries: readonly DeliveryToStart[] }
  /** The run was not in `created` any more. */
  | { readonly kind: 'statusChanged' }
  /** As many runs of the workspace wait as may: this one does not. */
  | QuotaReached

/** Rolls the transaction of an approval back. */
class ApprovalLimitReached extends Error {
  readonly reached: QuotaReached

  constructor(reached: QuotaReached) {
    super('as many runs of the workspace wait for an approval as may')
    this.reached = reached
  }
}

/** Moves a run that needs an approval to `awaiting_approval`. */
export async function requestApproval(db: Database, wanted: ApprovalToRequest): Promise<ApprovalRequested> {
  try {
    return await waitForApproval(db, wanted)
  } catch (error) {
    if (error instanceof ApprovalLimitReached) return error.reached
    throw error
  }
}

/** The run is locked first, and then the workspace (decisions, "Lock order"). */
async function requireApprovalQuota(tx: Queries, { workspaceId, runId }: ApprovalToRequest): Promise<void> {
  const quotaClass = await lockForQuota(tx, workspaceId)
  const [counted] = await tx.query(COUNT_WAITING, { workspaceId, besides: runId })
  const used = { waiting_approvals: counted?.waiting ?? 0 }
  const full = quotaReached(quotaClass, { used, added: { waiting_approvals: 1 } })
  if (full !== null) throw new ApprovalLimitReached(full)
}

const waitForApproval = (db: Database, wanted: ApprovalToRequest): Promise<ApprovalRequested> =>
  db.transaction(REQUEST_APPROVAL, async (tx) => {
    const { runId, reason, estimate } = wanted
    const [approval] = await tx.query(AWAIT_APPROVAL, {
      id: newId('appr'),
      runId,
      reason,
      estimate: estimate.toString(),
    })
    if (approval === undefined) return { kind: 'statusChanged' }
    await requireApprovalQuota(tx, wanted)
    const { deliveries } = await writeEvents(tx, wanted, [
      {
        type: 'run.awaiting_approval',
        data: {
          run_id: runId,
          ...metadataOf(approval),
          approval_id: approval.id,
          work: wanted.work,
          reason,
          estimate: formatUsd(estimate),
          expires_at: approval.expiresAt.toISOString(),
          url: wanted.url,
        },
      },
    ])
    return { kind: 'requested', deliveries }
  })
