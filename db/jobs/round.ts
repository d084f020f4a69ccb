import { type EndedRow, type Round, roundOf } from '../../domain/jobs/round.ts'
import { newsOf } from '../../domain/jobs/news.ts'
import type { NewEvent } from '../../domain/events/types.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { hasEnded, type JobReason, type JobStatus, type OutcomeCounts } from '../../domain/jobs/states.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import type { Metadata } from '../../domain/runs/metadata.ts'
import type { EndedStatus, Environment } from '../../domain/runs/states.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { type EventToWrite, writeEvents } from '../events/write.ts'
import { newId } from '../ids.ts'
import { NOTE_METADATA_SQL } from '../runs/accept.ts'
import { statement } from '../statement.ts'

/** How long a job is left alone before the sweeper looks after its workflow. */
const SWEEP_JOB_AFTER_SECONDS = 60
export const SWEEP_LATER_SQL = `clock_timestamp() + interval '${SWEEP_JOB_AFTER_SECONDS} seconds'`

interface RoundRow {
  readonly workspaceId: string
  readonly environment: Environment
  readonly name: string
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
  /** Every row whose run has not been taken in. */
  readonly begun: readonly BegunRow[] | null
}

interface BegunRow {
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
      'blocked', j.blocked, 'invalid', j.invalid, 'saved', j.saved, 'cancelled', j.cancelled)`

const LOCK_JOB = statement<{ jobId: string }>({
  name: 'lock_job_for_round',
  effect: false,
  text: `select id from job where id = :jobId for update`,
})

/**
 * Read under the lock, by a statement that begins after it: a statement that waits for a lock sees the rows of before.
 * Every row of `job j` waits to begin, but those that have ended and those whose runs are `begun`.
 */
const READ_JOB = statement<{ jobId: string }, RoundRow>({
  name: 'read_job_for_round',
  effect: false,
  text: `with j as materialized (select * from job where id = :jobId),
    begun as materialized (
      select w.number, w.run_id as "runId", r.status, r.finished_at is not null as ended, r.error,
        r.source is not null as "isSaved", w.request @> '{"erased": true}' as "isErased", w.refusals
      from job_row w join run r on r.id = w.run_id
      where w.job_id = :jobId and w.outcome is null and w.run_id is not null
      order by w.number
    )
    select j.workspace_id as "workspaceId", j.environment, coalesce(j.capability, j.raw_request ->> 'endpoint') as name,
      j.status, j.reason, j.is_cancelled as "isCancelled", j.approve, j.concurrency, j.pilot_until as "pilotUntil",
      j.row_count as rows, ${COUNTS_SQL} as counts, j.metadata, j.callback_url as "callbackUrl",
      clock_timestamp() as now, b.amount as ceiling, b.spent, b.held,
      (j.estimate ->> 'hold_max')::bigint as "holdMax", j.needed,
      j.row_count - (j.found + j.missed + j.failed + j.blocked + j.invalid + j.saved + j.cancelled)
        - (select count(*) from begun) as waiting,
      case when j.pilot_until is null then 0 else (select count(*) from job_row w
        where w.job_id = j.id and w.outcome is null and w.run_id is null and w.number <= j.pilot_until) end
        as "waitingOfPilot",
      (select jsonb_agg(to_jsonb(begun) order by number) from begun) as begun
    from j join budget b on b.holder_id = j.id`,
})

/** A row whose run is another one by now has been taken in by another executor of the round. */
const STORE_ENDS = statement<{
  jobId: string
  numbers: readonly number[]
  runIds: readonly string[]
  outcomes: readonly (string | null)[]
  refusals: readonly number[]
}>({
  name: 'store_job_ends',
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
        count(*) filter (where outcome = 'cancelled') as cancelled
      from stored
    )
    update job j set found = j.found + n.found, missed = j.missed + n.missed, failed = j.failed + n.failed,
      blocked = j.blocked + n.blocked, invalid = j.invalid + n.invalid, saved = j.saved + n.saved,
      cancelled = j.cancelled + n.cancelled
    from n where j.id = :jobId`,
})

const CANCEL_WAITING = statement<{ jobId: string }>({
  name: 'cancel_waiting_job_rows',
  effect: 'within',
  text: `with ended as (
      update job_row set outcome = 'cancelled', request = null
      where job_id = :jobId and outcome is null and run_id is null returning number
    )
    update job set cancelled = cancelled + (select count(*) from ended) where id = :jobId`,
})

/**
 * How long a run of a job may take to be taken up by a worker before the sweeper starts it: less than a single run, as
 * the runs that a dead worker has begun and not started keep other rows from beginning.
 */
const SWEEP_RUN_AFTER_SECONDS = 10

/** The rows that begin, as ordinary runs of the job's maker: a row has one run at a time. */
const BEGIN_ROWS = statement<{ jobId: string; runIds: readonly string[]; until: number | null }, { runId: string }>({
  name: 'begin_job_rows',
  effect: 'within',
  text: `with next as materialized (
      select w.number, w.request, row_number() over (order by w.number) as ord
      from job_row w
      where w.job_id = :jobId and w.outcome is null and w.run_id is null
        and (:until::integer is null or w.number <= :until::integer)
      order by w.number limit cardinality(:runIds::text[])
    ), numbered as materialized (
      select n.*, i.id from next n join unnest(:runIds::text[]) with ordinality i(id, ord) on i.ord = n.ord
    ), begun as (
      update job_row w set run_id = n.id from numbered n where w.job_id = :jobId and w.number = n.number
    ), inserted as (
    insert into run (id, workspace_id, environment, api_key_id, connected_app_id, request_id, kind, capability,
      endpoint, raw_request, input, routing, include_raw, request_hash, subjects, send, enrichment, record, metadata,
      job_id, sweep_at)
    select n.id, j.workspace_id, j.environment, j.api_key_id, j.connected_app_id, j.request_id,
      case when j.capability is null then 'endpoint' else 'capability' end, j.capability,
      n.request -> 'raw' ->> 'endpoint', nullif(n.request -> 'raw', 'null'), n.request -> 'input', j.routing, false,
      sha256(convert_to(n.request::text, 'UTF8')), n.request -> 'subjects', nullif(n.request -> 'send', 'null'),
      nullif(n.request -> 'enrichment', 'null'), nullif(n.request -> 'record', 'null'), j.metadata,
      j.id, clock_timestamp() + interval '${SWEEP_RUN_AFTER_SECONDS} seconds'
    from numbered n cross join job j where j.id = :jobId
    returning id, workspace_id, environment, metadata
    ), ${NOTE_METADATA_SQL}
    select id as "runId" from inserted`,
})

const MOVE_JOB = statement<{
  jobId: string
  status: string
  reason: string | null
  needed: string | null
  pilotIsOver: boolean
  hasEnded: boolean
  rests: boolean
}>({
  name: 'move_job',
  effect: 'within',
  text: `update job set status = :status, reason = :reason, needed = :needed::bigint,
      pilot_until = case when :pilotIsOver::boolean then null else pilot_until end,
      finished_at = case when :hasEnded::boolean then coalesce(finished_at, clock_timestamp()) end,
      sweep_at = case when :hasEnded::boolean or :rests::boolean then null else ${SWEEP_LATER_SQL} end
    where id = :jobId`,
})

export const PLAY_JOB_ROUND: Transaction = { name: 'play_job_round', effect: true }

/** What a round has done. */
export interface PlayedRound {
  readonly workspaceId: string
  readonly environment: Environment
  readonly name: string
  readonly status: JobStatus
  readonly reason: JobReason | null
  readonly isCancelled: boolean
  readonly hasMoved: boolean
  readonly pilotIsOver: boolean
  readonly counts: OutcomeCounts
  readonly rows: number
  readonly metadata: Metadata | null
  readonly callbackUrl: string | null
  /** Microdollars. */
  readonly spent: bigint
  readonly ceiling: bigint
  /** How many rows have ended in this round. */
  readonly ended: number
  /** To be passed to `startDeliveries` after the commit. */
  readonly deliveries: readonly DeliveryToStart[]
  /** Runs that have begun in this round, to be started after the commit. */
  readonly begun: readonly string[]
  /** Runs of earlier rounds that have not ended. */
  readonly underWay: readonly { readonly runId: string; readonly status: string }[]
}

/**
 * One round of a job in one transaction under its lock: the ends of its runs are taken in, and rows begin. A repeated
 * round finds what the first one did. null: there is no such job.
 */
export const playJobRound = (db: Database, jobId: string): Promise<PlayedRound | null> =>
  db.transaction(PLAY_JOB_ROUND, async (tx) => {
    await tx.query(LOCK_JOB, { jobId })
    const [row] = await tx.query(READ_JOB, { jobId })
    if (row === undefined) return null
    const begunBefore = row.begun ?? []
    const ended = begunBefore.filter((one) => one.ended).map(endedRow)
    const underWay = begunBefore.filter((one) => !one.ended).map(({ runId, status }) => ({ runId, status }))
    const before = {
      ...row,
      deliveries: [],
      begun: [],
      underWay,
      ended: ended.length,
      hasMoved: false,
      pilotIsOver: false,
    }
    if (hasEnded(row.status)) return before
    const round = roundOf({ ...row, ...numbersOf(row), underWay: underWay.length }, ended)
    if (round.outcomes.length > 0)
      await tx.query(STORE_ENDS, {
        jobId,
        numbers: round.outcomes.map(({ number }) => number),
        runIds: round.outcomes.map(({ runId }) => runId),
        outcomes: round.outcomes.map(({ outcome }) => outcome),
        refusals: round.outcomes.map(({ refusals }) => refusals),
      })
    if (row.isCancelled && hasEnded(round.status)) await tx.query(CANCEL_WAITING, { jobId })
    const begun = round.begin === 0 ? [] : await beginRows(tx, jobId, { row, round })
    const rests = begun.length === 0 && underWay.length === 0 && round.reason !== null
    await tx.query(MOVE_JOB, {
      jobId,
      status: round.status,
      reason: round.reason,
      needed: round.needed?.toString() ?? null,
      pilotIsOver: round.pilotIsOver,
      hasEnded: hasEnded(round.status),
      rests,
    })
    const played = {
      ...before,
      status: round.status,
      reason: round.reason,
      hasMoved: round.status !== row.status,
      pilotIsOver: round.pilotIsOver,
      counts: round.counts,
      begun,
    }
    const news = newsOf({ ...played, jobId }, row.now)
    const { deliveries } =
      news.length === 0 ? { deliveries: [] } : await writeEvents(tx, played, news.map(withCallback(row.callbackUrl)))
    return { ...played, deliveries }
  })

/** Its events are delivered to the callback of a job too. */
export const withCallback =
  (callbackUrl: string | null) =>
  (event: NewEvent): EventToWrite =>
    callbackUrl === null ? event : { ...event, callbackUrl }

const numbersOf = ({ waiting, waitingOfPilot }: RoundRow) => ({
  waiting: Number(waiting),
  waitingOfPilot: Number(waitingOfPilot),
})

const endedRow = ({ number, runId, status, error, isSaved, isErased, refusals }: BegunRow): EndedRow => ({
  number,
  runId,
  // The statement marks it as ended.
  status: status as EndedStatus,
  error,
  isSaved,
  isErased,
  refusals,
})

async function beginRows(
  tx: Queries,
  jobId: string,
  { row, round }: { row: RoundRow; round: Round },
): Promise<string[]> {
  const runIds = Array.from({ length: round.begin }, () => newId('run'))
  const begun = await tx.query(BEGIN_ROWS, { jobId, runIds, until: round.pilotIsOver ? null : row.pilotUntil })
  return begun.map(({ runId }) => runId)
}
