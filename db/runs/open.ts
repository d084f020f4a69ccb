import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { OpenRun } from '../../domain/runs/progress.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Queries } from '../database.ts'
import { type NoValues, statement } from '../statement.ts'

export interface FoundRun extends OpenRun {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  /** The capability, or the raw endpoint. */
  readonly target: string
  readonly held: Microdollars
  /**
   * By the same clock as leases and due times, and read after everything in this row was written. Milliseconds since
   * 1970.
   */
  readonly now: number
}

/** The oldest runs: when there are more, these need attention first. */
export const OPEN_RUNS_MAX = 1_000

const MS = (time: string): string => `floor(extract(epoch from ${time}) * 1000)::double precision`

export const READ_OPEN_RUNS = statement<NoValues, FoundRun>({
  name: 'read_open_runs',
  effect: false,
  neverNull: { 'a run has a capability or an endpoint (check)': ['target'] },
  text: `select r.id, r.workspace_id as "workspaceId", r.environment, coalesce(r.capability, r.endpoint) as target,
    r.status, r.held,
      ${MS('clock_timestamp()')} as now, ${MS('r.created_at')} as "createdAt",
      case when r.plan is not null then jsonb_build_object('candidates', jsonb_array_length(r.plan -> 'candidates'),
        'billing', r.plan -> 'billing', 'sends', r.plan -> 'sends',
        'next', r.plan -> 'candidates' -> r.last_attempt -> 'provider') end as plan,
      case when a.run_id is not null then jsonb_build_object('number', a.number, 'provider', a.provider, 'startedAt',
        ${MS('a.started_at')}, 'leaseUntil', ${MS('a.lease_until')},
        'deadlineMs', c.candidate -> 'deadline_ms', 'renewed', c.candidate ? 'resumable', 'calls', a.calls,
          'finishedAt', ${MS('a.finished_at')}, 'outcome', a.outcome) end as attempt,
      ${MS('r.final_bill_due_at')} as "finalBillDueAt", r.final_bill_readings as "finalBillReadings"
    from run r left join attempt a on a.run_id = r.id and a.number = r.last_attempt
    cross join lateral (select r.plan -> 'candidates' -> (a.number - 1) as candidate) c
    where r.finished_at is null or r.final_bill_due_at is not null
    order by r.sweep_at limit ${OPEN_RUNS_MAX}`,
})

/** Every run that has not ended, and every run whose final bill is awaited. */
export const readOpenRuns = (queries: Queries): Promise<FoundRun[]> => queries.query(READ_OPEN_RUNS, {})
