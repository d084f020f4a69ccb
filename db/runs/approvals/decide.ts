import type { Metadata } from '../../../domain/runs/metadata.ts'
import type { RunStatus } from '../../../domain/runs/states.ts'
import { HOLDER_SQL } from '../../money/budgets/sql.ts'
import { SWEEP_AFTER_SECONDS } from '../sweep.ts'
import { statement } from '../../statement.ts'

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

/** The run continues from its reservation; the sweeper resumes it when the signal is lost. */
export const GO_ON = statement<{ runId: string }>({
  name: 'go_on_after_approval',
  effect: 'within',
  text: `update run set status = 'created', sweep_at = clock_timestamp() + interval '${SWEEP_AFTER_SECONDS} seconds'
    where id = :runId and status = 'awaiting_approval'`,
})

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
