import type { MetricEvent } from '../../domain/metrics/events.ts'
import type { RunError } from '../../domain/runs/run-error.ts'
import type { EndedStatus, RunStatus } from '../../domain/runs/states.ts'
import type { Queries } from '../database.ts'
import { statement } from '../statement.ts'
import type { SavedResult } from '../tables/saved-answer.ts'
import type { LinkedRows } from './linked.ts'

/** What became of an end (`ended_run_v1`); without a status the run has not ended. */
export type EndRow = Omit<Extract<MetricEvent, { kind: 'run_ended' }>, 'kind' | 'run' | 'status'> & {
  /** What the run was before. */
  readonly was: RunStatus
  /** It writes into a table: it ends when its rows are written. */
  readonly linked: boolean
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

/** The columns of `ended_run_v1`, and those that are never null. */
export const END_COLUMNS = 'was, linked, status, environment, raw, code, seconds, charged, provider'
export const END_NEVER_NULL = {
  'the function sets them': ['was', 'linked'],
  'set with the status, without which nothing reads them': ['environment', 'raw', 'seconds', 'charged'],
} as const

/** Ends a run. An end that does not fit it, or whose rows are not written yet, changes nothing. */
export const SETTLE_RUN = statement<{ ends: string }, EndRow>({
  name: 'settle_run',
  effect: true,
  neverNull: END_NEVER_NULL,
  text: `select ${END_COLUMNS} from end_runs_v1(ends_of => :ends, of_workspace => null, of_environment => null)`,
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
  /** The provider bills later (Spec 4.3.4): the charge is the first one, and the rest stays held. */
  readonly bill?: {
    readonly dueInSeconds: number
    /** After this time the bill is no longer awaited. */
    readonly withinSeconds: number
  }
  /** It ends only from one of these statuses; left out: from each. */
  readonly stoppable?: readonly RunStatus[]
}

/** A bill that is still unread this long after it was due has lost its workflow: the sweeper starts it again. */
export const SWEEP_AFTER_DUE_SECONDS = 60

/** Ends as `run_end_v1`. `linked`: the rows that a run has written. */
export const endsOf = (ends: readonly RunEnd[], linked: LinkedRows = null): string =>
  JSON.stringify(
    ends.map(({ bill, saved, ...end }) => ({
      run_id: end.runId,
      status: end.status,
      charge: end.charge.toString(),
      attempt: end.attempt,
      provider: end.provider,
      outcome_reason: end.outcomeReason,
      error: end.error,
      own_key: end.ownKey,
      releases_key: end.releasesKey,
      stoppable: end.stoppable,
      rows_written: linked !== null,
      table_result: linked?.result,
      source: saved?.source,
      source_run_id: saved?.source.run_id,
      source_attempt: saved?.attempt,
      bill_due_seconds: bill?.dueInSeconds,
      bill_within_seconds: bill?.withinSeconds,
      bill_sweep_seconds: bill === undefined ? undefined : bill.dueInSeconds + SWEEP_AFTER_DUE_SECONDS,
    })),
  )

export async function readRunStatus(queries: Queries, runId: string): Promise<RunStatus> {
  const [stored] = await queries.query(READ_STATUS, { runId })
  if (stored === undefined) throw new Error('the run to end does not exist')
  return stored.status
}
