import { formatUsd } from '../../domain/money/microdollars.ts'
import { type Metadata, metadataOf } from '../../domain/runs/metadata.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import type { RunStatus } from '../../domain/runs/states.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { HOLDER_SQL } from '../budgets/sql.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { type StreamOwner, writeEvents } from '../events/write.ts'
import { endRunWithin, readRunStatus } from '../runs/settle.ts'
import { SWEEP_AFTER_SECONDS } from '../runs/sweep.ts'
import { statement } from '../statement.ts'

export interface Decider {
  /** The person or the key. */
  readonly by: string
  readonly note: string | null
}

export interface DecisionToMake extends StreamOwner, Decider {
  readonly runId: string
}

export type Decided =
  | { readonly kind: 'decided'; readonly deliveries: readonly DeliveryToStart[] }
  /** The run does not wait for an approval, or its approval has expired. */
  | { readonly kind: 'refused'; readonly status: RunStatus }
  /** The decider has requested the run. */
  | { readonly kind: 'own' }
  | { readonly kind: 'missing' }

interface WaitingRun {
  readonly status: RunStatus
  readonly requestedBy: string | null
  /** The key or app whose watch it refreshes: what it repeats is that one's request too. */
  readonly watchedBy: string | null
  /** Its approval can still be decided. */
  readonly isOpen: boolean
  readonly approvalId: string | null
  readonly estimate: bigint | null
  readonly metadata: Metadata | null
}

/** Locks the run, and then its approval with the decision: the clock decides under the same lock. */
export const LOCK_WAITING_RUN = statement<{ runId: string; workspaceId: string; environment: string }, WaitingRun>({
  name: 'lock_waiting_run',
  effect: false,
  text: `with locked as materialized (
      select id, status, metadata, ${HOLDER_SQL('run')} as requested_by from run
      where id = :runId and workspace_id = :workspaceId and environment = :environment for update
    )
    select l.status, l.metadata, l.requested_by as "requestedBy",
      (select ${HOLDER_SQL('w')} from watch_refresh f join watch w on w.id = f.watch_id
        where f.run_id = l.id) as "watchedBy", a.id as "approvalId", a.estimate,
      coalesce(l.status = 'awaiting_approval' and a.decision is null and a.expires_at > clock_timestamp(), false)
        as "isOpen"
    from locked l left join approval a on a.run_id = l.id`,
})

export const STORE_DECISION = statement<{
  approvalId: string
  decision: 'approved' | 'rejected'
  by: string
  note: string | null
}>({
  name: 'store_decision',
  effect: 'within',
  text: `update approval set decision = :decision, decided_at = clock_timestamp(), decided_by = :by, note = :note
    where id = :approvalId and decision is null returning id`,
})

/** The run goes on from its reservation; the sweeper resumes it when the signal is lost. */
export const GO_ON = statement<{ runId: string }>({
  name: 'go_on_after_approval',
  effect: 'within',
  text: `update run set status = 'created', sweep_at = clock_timestamp() + interval '${SWEEP_AFTER_SECONDS} seconds'
    where id = :runId and status = 'awaiting_approval'`,
})

/** A request's decision with its stored answer. */
export const DECIDE_BY_REQUEST: Transaction = { name: 'decide_by_request', effect: true }

/** Approves a waiting run in the caller's transaction: it is priced again and goes on. */
export const approveRun = (tx: Queries, decision: DecisionToMake): Promise<Decided> =>
  decide(tx, decision, 'approved', async () => {
    await tx.query(GO_ON, { runId: decision.runId })
  })

/** Rejects a waiting run in the caller's transaction: it ends as `blocked`. */
export const rejectRun = (tx: Queries, decision: DecisionToMake): Promise<Decided> =>
  decide(tx, decision, 'rejected', async () => {
    await endRunWithin(tx, {
      ...endOf(decision.runId),
      error: {
        code: 'approval_rejected',
        message: `The run was rejected${decision.note === null ? '' : `: ${decision.note}`}. Nothing was charged.`,
      },
    })
  })

async function decide(
  tx: Queries,
  decision: DecisionToMake,
  how: 'approved' | 'rejected',
  takeEffect: () => Promise<void>,
): Promise<Decided> {
  const { runId, workspaceId, environment, by, note } = decision
  const [run] = await tx.query(LOCK_WAITING_RUN, { runId, workspaceId, environment })
  if (run === undefined) return { kind: 'missing' }
  const { approvalId, estimate } = run
  if (run.requestedBy === by || run.watchedBy === by) return { kind: 'own' }
  if (!run.isOpen || approvalId === null || estimate === null) return { kind: 'refused', status: run.status }
  const stored = await tx.query(STORE_DECISION, { approvalId, decision: how, by, note })
  // While this one waited for the lock, the run became dearer and got a new approval: the decider has not seen it.
  if (stored.length === 0) return { kind: 'refused', status: run.status }
  await takeEffect()
  const data = {
    run_id: runId,
    ...metadataOf(run),
    approval_id: approvalId,
    estimate: formatUsd(estimate),
    decided_by: by,
    note,
  }
  const { deliveries } = await writeEvents(
    tx,
    decision,
    how === 'approved' ? [{ type: 'run.approved', data }] : [{ type: 'run.rejected', data }],
  )
  return { kind: 'decided', deliveries }
}

/** The clock has decided, and the run ends. */
export const EXPIRE_APPROVAL: Transaction = { name: 'expire_approval', effect: true }

export const STORE_EXPIRY = statement<{ runId: string }, { id: string }>({
  name: 'store_expiry',
  effect: 'within',
  text: `with locked as materialized (
      select id from run where id = :runId and status = 'awaiting_approval' for update
    )
    update approval a set decision = 'expired', decided_at = clock_timestamp() from locked l
    where a.run_id = l.id and a.decision is null and a.expires_at <= clock_timestamp()
    returning a.id`,
})

/** Ends a run whose approval has expired. Returns the status that counts: a decision may have come first. */
export const expireApproval = (db: Database, runId: string): Promise<RunStatus> =>
  db.transaction(EXPIRE_APPROVAL, async (tx) => {
    const expired = await tx.query(STORE_EXPIRY, { runId })
    return expired.length === 0 ? readRunStatus(tx, runId) : endRunWithin(tx, { ...endOf(runId), error: EXPIRED })
  })

const EXPIRED: RunError = {
  code: 'approval_expired',
  message: 'The run was not approved in time. Nothing was charged.',
}

const endOf = (runId: string) =>
  ({
    runId,
    status: 'blocked',
    charge: 0n,
    attempt: null,
    provider: null,
    outcomeReason: null,
    ownKey: false,
    releasesKey: false,
  }) as const
