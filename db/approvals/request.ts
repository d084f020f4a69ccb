import { APPROVAL_HOURS_MAX, type ApprovalReason } from '../../domain/approvals/approval.ts'
import { formatUsd, type Microdollars } from '../../domain/money/microdollars.ts'
import { type Metadata, metadataOf } from '../../domain/runs/metadata.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { type QuotaReached, quotaReached } from '../../domain/plans/quotas.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { type StreamOwner, writeEvents } from '../events/write.ts'
import { newId } from '../ids.ts'
import { SWEEP_AFTER_SECONDS } from '../runs/sweep.ts'
import { statement } from '../statement.ts'
import { lockForQuota } from '../workspaces/lock.ts'

/** The run waits, and its event reports it. */
export const REQUEST_APPROVAL: Transaction = { name: 'request_approval', effect: true }

/**
 * Nothing is held while a run waits. The sweeper leaves it alone until the approval has expired or is decided. A run
 * that has become dearer since its approval gets a new one in the same row.
 */
export const AWAIT_APPROVAL = statement<
  { id: string; runId: string; reason: ApprovalReason; estimate: string },
  { id: string; expiresAt: Date; metadata: Metadata | null }
>({
  name: 'await_approval',
  effect: 'within',
  text: `with awaiting as (
      update run set status = 'awaiting_approval', sweep_at = clock_timestamp()
        + interval '${APPROVAL_HOURS_MAX} hours ${SWEEP_AFTER_SECONDS} seconds'
      where id = :runId and status = 'created'
      returning id, workspace_id, environment, metadata
    )
    insert into approval (id, run_id, workspace_id, environment, reason, estimate, requested_at, expires_at)
    select :id, id, workspace_id, environment, :reason, :estimate::bigint, clock_timestamp(),
      clock_timestamp() + interval '${APPROVAL_HOURS_MAX} hours'
    from awaiting
    on conflict (run_id) do update set id = excluded.id, reason = excluded.reason, estimate = excluded.estimate,
      requested_at = excluded.requested_at, expires_at = excluded.expires_at, decision = null, decided_at = null,
      decided_by = null, note = null
    returning id, expires_at as "expiresAt", (select metadata from awaiting) as metadata`,
})

/** By the index `approval_undecided`, which also has runs that were cancelled. */
export const COUNT_WAITING = statement<{ workspaceId: string; besides: string }, { waiting: number }>({
  name: 'count_waiting_approvals',
  effect: false,
  text: `select count(*)::integer as waiting from approval a join run r on r.id = a.run_id
    where a.workspace_id = :workspaceId and a.decision is null and a.expires_at > clock_timestamp()
      and r.status = 'awaiting_approval' and a.run_id <> :besides`,
})

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
  | { readonly kind: 'moved' }
  /** As many runs of the workspace wait as may: this one does not. */
  | QuotaReached

/** Rolls the transaction of an approval back. */
class NoPlace extends Error {
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
    if (error instanceof NoPlace) return error.reached
    throw error
  }
}

/** The run is locked first, and then the workspace (decisions, "Lock order"). */
async function requirePlace(tx: Queries, { workspaceId, runId }: ApprovalToRequest): Promise<void> {
  const quotaClass = await lockForQuota(tx, workspaceId)
  const [counted] = await tx.query(COUNT_WAITING, { workspaceId, besides: runId })
  const used = { waiting_approvals: counted?.waiting ?? 0 }
  const full = quotaReached(quotaClass, { used, added: { waiting_approvals: 1 } })
  if (full !== null) throw new NoPlace(full)
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
    if (approval === undefined) return { kind: 'moved' }
    await requirePlace(tx, wanted)
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
