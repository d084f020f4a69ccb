import { APPROVAL_HOURS_MAX, type ApprovalReason } from '../../../domain/approvals/approval.ts'
import type { Metadata } from '../../../domain/runs/metadata.ts'
import { SWEEP_AFTER_SECONDS } from '../sweep.ts'
import { statement } from '../../statement.ts'

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
      where id = :runId and status in ('created', 'scheduled')
      returning id, workspace_id, environment, metadata
    ), unplanned as (
      delete from waiting_send w using awaiting a where w.run_id = a.id
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
