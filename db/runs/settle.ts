import type { MetricEvent } from '../../domain/metrics/events.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import type { EndedStatus, RunStatus } from '../../domain/runs/states.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import type { SavedResult } from '../tables/saved-answer.ts'

/** What is known of a run that has just ended, as `ended_run_v1`; its status is null where none has. */
export type EndRow = Omit<Extract<MetricEvent, { kind: 'run_ended' }>, 'kind' | 'run' | 'status'> & {
  readonly raw: boolean
  readonly status: EndedStatus | null
}

export function emitRunEnded(
  queries: Pick<Queries, 'emit'>,
  { environment, raw, status, code, seconds, charged, provider }: EndRow,
): void {
  if (status !== null)
    queries.emit({
      kind: 'run_ended',
      environment,
      run: raw ? 'raw' : 'capability',
      status,
      code,
      seconds,
      charged,
      provider,
    })
}

export type EndValues = {
  readonly charge: string
  readonly status: EndedStatus
  readonly attempt: number | null
  readonly provider: string | null
  readonly outcomeReason: string | null
  readonly error: string | null
  readonly ownKey: boolean
}

/** Ends a run. An end that does not fit its hold, or whose rows are not written yet, changes nothing. */
export const SETTLE_RUN = statement<
  EndValues & {
    runId: string
    releasesKey: boolean
    rowsWritten: boolean
    tableResult: string | null
    source: string | null
    sourceRunId: string | null
    sourceAttempt: number | null
  },
  EndRow & { linked: boolean }
>({
  name: 'settle_run',
  effect: true,
  neverNull: { 'the function sets them': ['linked', 'environment', 'raw', 'seconds', 'charged'] },
  text: `select * from settle_run_v1(of_run => :runId, charge => :charge, ends_as => :status, attempt => :attempt,
    by_provider => :provider, outcome_reason => :outcomeReason, why => :error, own_key => :ownKey,
    releases_key => :releasesKey, rows_written => :rowsWritten, rows_result => :tableResult, saved => :source,
    saved_run_id => :sourceRunId, saved_attempt => :sourceAttempt)`,
})

export const READ_STATUS = statement<{ runId: string }, { status: RunStatus }>({
  name: 'read_run_status',
  effect: false,
  text: `select status from run where id = :runId`,
})

export interface RunEnd {
  readonly runId: string
  readonly status: EndedStatus
  /** Microdollars; at most the held amount. */
  readonly charge: bigint
  readonly attempt: number | null
  readonly provider: string | null
  /** Appended to the reason that the reservation wrote; null appends nothing. */
  readonly outcomeReason: string | null
  readonly error: RunError | null
  /** The call used the workspace's own connection: the platform funded nothing. */
  readonly ownKey: boolean
  /** The run ended before any provider call for lack of money or offers: the next request with its key runs. */
  readonly releasesKey: boolean
  /** A saved row answers the run (Spec 4.6); left out otherwise. */
  readonly saved?: SavedResult
}

export const endValues = (end: RunEnd): EndValues => ({
  charge: end.charge.toString(),
  status: end.status,
  attempt: end.attempt,
  provider: end.provider,
  outcomeReason: end.outcomeReason,
  error: end.error === null ? null : JSON.stringify(end.error),
  ownKey: end.ownKey,
})

export async function readRunStatus(queries: Queries, runId: string): Promise<RunStatus> {
  const [stored] = await queries.query(READ_STATUS, { runId })
  if (stored === undefined) throw new Error('the run to end does not exist')
  return stored.status
}
