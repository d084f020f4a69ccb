import type { JobReason, JobStatus } from '../../domain/jobs/states.ts'
import { HOLDER_SQL } from '../money/budgets/sql.ts'
import { statement } from '../statement.ts'
import { SWEEP_LATER_SQL } from '../sweep-job.ts'
import { DONE_SQL } from './round.ts'

interface LockedJob {
  readonly status: JobStatus
  readonly reason: JobReason | null
  /** The key or the app; null: a person. */
  readonly madeBy: string | null
}

export const LOCK = statement<{ id: string; workspaceId: string; environment: string }, LockedJob>({
  name: 'lock_job',
  effect: false,
  text: `select status, reason, ${HOLDER_SQL('job')} as "madeBy" from job
    where id = :id and workspace_id = :workspaceId and environment = :environment for update`,
})

/** From now on the job's rows run without a rest: their pace is measured from here. */
const NEW_PACE_SQL = `pace_since = clock_timestamp(), pace_done = ${DONE_SQL}`

/**
 * Where a change may begin, and the columns that it writes. A job that continues is swept, should its signal be lost.
 */
export const CHANGES = {
  pause: { from: ['estimating', 'running'], set: `status = 'paused', reason = 'requested'` },
  resume: {
    from: ['paused'],
    set: `status = case when pilot_until is null then 'running' else 'estimating' end, reason = null, needed = null,
      ${NEW_PACE_SQL}`,
  },
  approve: {
    from: ['awaiting_approval', 'estimating'],
    // What the policy covers is approved before the pilot, which still comes first.
    set: `status = case when reason = 'approval_needed' and pilot_until is not null then 'estimating'
        else 'running' end,
      pilot_until = case when reason = 'approval_needed' then pilot_until end,
      approve = case when reason = 'approval_needed' then approve else 'auto' end, reason = null, needed = null,
      ${NEW_PACE_SQL}`,
  },
  cancel: {
    from: ['estimating', 'awaiting_approval', 'running', 'paused', 'finishing'],
    set: `status = 'finishing', reason = null, is_cancelled = true`,
  },
} as const

const changeOf = (kind: keyof typeof CHANGES) =>
  statement<{ id: string }>({
    name: `${kind}_job`,
    effect: 'within',
    text: `update job j set ${CHANGES[kind].set}, sweep_at = ${SWEEP_LATER_SQL} where id = :id`,
  })

export const STATEMENTS = {
  pause: changeOf('pause'),
  resume: changeOf('resume'),
  approve: changeOf('approve'),
  cancel: changeOf('cancel'),
}

/** The job of a revoked key, or of one that may no longer run its rows, continues as the caller's. */
export const TAKE_OVER = statement<{ id: string; apiKeyId: string | null; connectedAppId: string | null }>({
  name: 'take_over_job',
  effect: 'within',
  text: 'update job set api_key_id = :apiKeyId, connected_app_id = :connectedAppId where id = :id',
})

/** The budget is locked as a reservation locks it: what is held and spent then is what the new ceiling must cover. */
export const SET_CEILING = statement<
  { id: string; ceiling: string; most: string | null },
  { committed: bigint; changed: boolean }
>({
  name: 'set_job_ceiling',
  effect: 'within',
  text: `with now as materialized (
      select id, amount, spent + held as committed from budget where holder_id = :id for update
    ),
    changed as (
      update budget b set amount = :ceiling::bigint from now n
      where b.id = n.id and n.committed <= :ceiling::bigint
        and (:most::bigint is null or :ceiling::bigint <= greatest(n.amount, :most::bigint))
      returning b.id
    )
    select committed, exists (select from changed) as changed from now`,
})

export const SET_CONCURRENCY = statement<{ id: string; concurrency: number }>({
  name: 'set_job_concurrency',
  effect: 'within',
  text: `update job set concurrency = :concurrency where id = :id`,
})
