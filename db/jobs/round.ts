import type { KeyLimits } from '../../domain/access/key-limits.ts'
import { CONCURRENCY_MAX } from '../../domain/jobs/limits.ts'
import type { JobReason, JobStatus, OutcomeCounts } from '../../domain/jobs/states.ts'
import type { RoutingRequest } from '../../domain/routing/plan.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import type { Metadata } from '../../domain/runs/metadata.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { payerSql } from '../access/payer.ts'
import { statement } from '../statement.ts'
import { SWEEP_JOB_AFTER_SECONDS, SWEEP_LATER_SQL } from '../sweep-job.ts'

/**
 * Rows under way are among the first open rows of their job. A waiting row with a lower number begins earlier, so no
 * more open rows are before the last that has begun than were under way at once. Twice the largest plan's bound
 * leaves room for a bound that falls.
 */
export const OPEN_ROWS_READ = 2 * Math.max(...Object.values(CONCURRENCY_MAX))

export interface RoundRow {
  readonly workspaceId: string
  readonly environment: Environment
  readonly name: string
  readonly capability: string | null
  readonly provider: string | null
  readonly routing: RoutingRequest
  /** Of the key or app that made it. */
  readonly isRevoked: boolean
  readonly limits: KeyLimits | null
  readonly status: JobStatus
  readonly reason: JobReason | null
  readonly isCancelled: boolean
  readonly approve: 'auto' | 'manual'
  readonly concurrency: number
  readonly pilotUntil: number | null
  readonly rows: number
  readonly counts: OutcomeCounts
  readonly metadata: Metadata | null
  readonly callbackUrl: string | null
  readonly ceiling: bigint
  readonly now: Date
  readonly spent: bigint
  readonly held: bigint
  readonly holdMax: bigint
  readonly needed: bigint | null
  readonly waiting: bigint
  readonly waitingOfPilot: bigint
  readonly isSwept: boolean
  /** Less than half of the time until its sweep is left, or it is not swept. */
  readonly sweepIsDue: boolean
  /** Every row whose run has not been taken in. */
  readonly begun: readonly BegunRow[] | null
}

export interface BegunRow {
  readonly number: number
  readonly runId: string
  readonly status: string
  readonly ended: boolean
  readonly error: RunError | null
  readonly isSaved: boolean
  readonly isErased: boolean
  readonly refusals: number
}

/** The counts of `job j` as one JSON value. */
export const COUNTS_SQL = `jsonb_build_object('found', j.found, 'missed', j.missed, 'failed', j.failed,
      'blocked', j.blocked, 'invalid', j.invalid, 'saved', j.saved, 'cancelled', j.cancelled,
      'repeated', j.repeated)`

/** How many rows of `job j` have ended. */
export const DONE_SQL = '(j.found + j.missed + j.failed + j.blocked + j.invalid + j.saved + j.cancelled + j.repeated)'

export const LOCK_JOB = statement<{ jobId: string }>({
  name: 'lock_job_for_round',
  effect: false,
  text: `select id from job where id = :jobId for update`,
})

/**
 * Read under the lock, by a statement that begins after it: a statement that waits for a lock sees the rows of before.
 * Every row of `job j` waits to begin, but those that have ended and those whose runs are `begun`.
 */
export const READ_JOB = statement<{ jobId: string }, RoundRow>({
  name: 'read_job_for_round',
  effect: false,
  neverNull: {
    'every estimate has it': ['holdMax'],
    'a job has a capability or a raw request (check)': ['name'],
  },
  text: `with j as materialized (select * from job where id = :jobId),
    begun as materialized (
      select w.number, w.run_id as "runId", r.status, r.finished_at is not null as ended, r.error,
        r.source is not null as "isSaved", w.request @> '{"erased": true}' as "isErased", w.refusals
      from (
        select number, run_id, request, refusals from job_row where job_id = :jobId and outcome is null
        order by number limit ${OPEN_ROWS_READ}
      ) w join run r on r.id = w.run_id
    )
    select j.workspace_id as "workspaceId", j.environment, coalesce(j.capability, j.raw_request ->> 'endpoint') as name,
      j.capability, coalesce(j.raw_request ->> 'provider', nullif(j.routing ->> 'provider', 'auto')) as provider,
      j.routing, p.limits, coalesce(p."isRevoked", false) as "isRevoked",
      j.status, j.reason, j.is_cancelled as "isCancelled", j.approve, j.concurrency, j.pilot_until as "pilotUntil",
      j.row_count as rows, ${COUNTS_SQL} as counts, j.metadata, j.callback_url as "callbackUrl",
      clock_timestamp() as now, b.amount as ceiling, b.spent, b.held,
      (j.estimate ->> 'hold_max')::bigint as "holdMax", j.needed,
      j.row_count - ${DONE_SQL} - (select count(*) from begun) as waiting,
      case when j.pilot_until is null then 0 else (select count(*) from job_row w
        where w.job_id = j.id and w.outcome is null and w.run_id is null and w.number <= j.pilot_until) end
        as "waitingOfPilot",
      j.sweep_at is not null as "isSwept",
      coalesce(j.sweep_at < clock_timestamp() + interval '${SWEEP_JOB_AFTER_SECONDS / 2} seconds', true)
        as "sweepIsDue",
      (select jsonb_agg(to_jsonb(begun) order by number) from begun) as begun
    from j join budget b on b.holder_id = j.id
      left join lateral (${payerSql({ apiKeyId: 'j.api_key_id', connectedAppId: 'j.connected_app_id' })}) p on true`,
})

/**
 * How the round's rows have ended, and where the job goes. A row whose run is another one by now has been taken in by
 * another executor of the round. The job is only written where something of it changes.
 */
export const STORE_ROUND = statement<{
  jobId: string
  numbers: readonly number[]
  runIds: readonly string[]
  outcomes: readonly (string | null)[]
  refusals: readonly number[]
  moves: boolean
  status: string
  reason: string | null
  needed: string | null
  pilotIsOver: boolean
  hasEnded: boolean
  sweep: SweepTime
}>({
  name: 'store_job_round',
  effect: 'within',
  text: `with e as (
      select * from unnest(:numbers::integer[], :runIds::text[], :outcomes::text[], :refusals::smallint[])
        e (number, run_id, outcome, refusals)
    ),
    stored as (
      update job_row w set outcome = e.outcome, refusals = e.refusals,
        run_id = case when e.outcome is null then null else w.run_id end,
        request = case when e.outcome is null then w.request end
      from e where w.job_id = :jobId and w.number = e.number and w.run_id = e.run_id and w.outcome is null
      returning w.outcome
    ), n as (
      select count(*) filter (where outcome = 'found') as found, count(*) filter (where outcome = 'missed') as missed,
        count(*) filter (where outcome = 'failed') as failed, count(*) filter (where outcome = 'blocked') as blocked,
        count(*) filter (where outcome = 'invalid') as invalid, count(*) filter (where outcome = 'saved') as saved,
        count(*) filter (where outcome = 'cancelled') as cancelled, count(outcome) as ended
      from stored
    )
    update job j set found = j.found + n.found, missed = j.missed + n.missed, failed = j.failed + n.failed,
      blocked = j.blocked + n.blocked, invalid = j.invalid + n.invalid, saved = j.saved + n.saved,
      cancelled = j.cancelled + n.cancelled, status = :status, reason = :reason, needed = :needed::bigint,
      pilot_until = case when :pilotIsOver::boolean then null else j.pilot_until end,
      finished_at = case when :hasEnded::boolean then clock_timestamp() end,
      sweep_at = case :sweep::text when 'never' then null when 'later' then ${SWEEP_LATER_SQL} else j.sweep_at end
    from n where j.id = :jobId and (:moves::boolean or n.ended > 0)`,
})

/** When the sweeper looks after the job: as before, as late as it may, or not at all. */
export type SweepTime = 'as_before' | 'later' | 'never'

export const CANCEL_WAITING = statement<{ jobId: string }>({
  name: 'cancel_waiting_job_rows',
  effect: 'within',
  text: `with ended as (
      update job_row set outcome = 'cancelled', request = null
      where job_id = :jobId and outcome is null and run_id is null returning number
    )
    update job set cancelled = cancelled + (select count(*) from ended) where id = :jobId`,
})

/** The rows of a job of which none has begun state nothing: they go at once, and count no longer. */
export const DELETE_WAITING = statement<{ jobId: string }>({
  name: 'delete_waiting_job_rows',
  effect: 'within',
  text: `with gone as (
      delete from job_row where job_id = :jobId and run_id is null and (outcome is null or outcome = 'repeated')
      returning number
    ), cells as (
      delete from job_row_cells c using gone g where c.job_id = :jobId and c.number = g.number
    ), n as materialized (
      select count(*)::integer as gone from gone
    )
    update job set cancelled = cancelled + n.gone, repeated = 0, kept_rows = invalid, kept_bytes = 0
    from n where id = :jobId`,
})
