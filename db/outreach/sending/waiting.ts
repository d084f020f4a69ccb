import type { Metadata } from '../../../domain/runs/metadata.ts'
import type { WaitReason } from '../../../domain/sending/slot.ts'
import { statement } from '../../statement.ts'
import type { SenderLane } from './slots.ts'

/**
 * The send waits: nothing is held. Its workflow lets it be judged again at the planned time, and the sweeper if that is
 * lost; one without a planned time is judged once a day.
 */
export const SCHEDULE_SEND = statement<
  SenderLane & {
    runId: string
    turn: number
    eligibleAt: Date
    plannedAt: Date | null
    reason: WaitReason
    sweepAfterSeconds: number
  },
  { isNew: boolean; metadata: Metadata | null }
>({
  name: 'schedule_send',
  effect: 'within',

  text: `with scheduled as (
      update run set status = 'scheduled', sweep_at = coalesce(:plannedAt::timestamptz,
          clock_timestamp() + interval '1 day') + make_interval(secs => :sweepAfterSeconds)
      where id = :runId and status = 'created'
      returning id, job_id, metadata
    )
    insert into waiting_send (run_id, workspace_id, environment, sender_id, channel, holder, turn, eligible_at,
      planned_at, reason)
    select id, :workspaceId, :environment, :senderId, :channel, coalesce(job_id, ''), :turn::bigint,
      :eligibleAt::timestamptz, :plannedAt::timestamptz, :reason from scheduled
    on conflict (run_id) do update set eligible_at = excluded.eligible_at, planned_at = excluded.planned_at,
      reason = excluded.reason
    returning xmax = 0 as "isNew", (select metadata from scheduled) as metadata`,
})

/** Moves the send that waits first up to its time; one that is being judged now finds it by itself. */
export const MOVE_UP = statement<{ runId: string; at: Date }>({
  name: 'move_waiting_send_up',
  effect: 'within',
  text: `with first as materialized (
      select id from run where id = :runId and status = 'scheduled' for update skip locked
    ), planned as (
      update waiting_send w set planned_at = :at::timestamptz from first where w.run_id = first.id
    )
    update run set sweep_at = :at::timestamptz from first where run.id = first.id`,
})

/** Of a sender whose limits have changed: the first of each channel is judged by them, and plans the others. */
export const WAKE_SENDER = statement<{ workspaceId: string; environment: string; senderId: string }>({
  name: 'wake_sender',
  effect: 'within',
  text: `select wake_next_v1(:workspaceId, :environment, :senderId, c.channel) from (
      select distinct channel from waiting_send where workspace_id = :workspaceId and environment = :environment
        and sender_id = :senderId) c`,
})
