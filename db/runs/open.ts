import type { Microdollars } from '../../domain/money/microdollars.ts'
import type { OpenRun } from '../../domain/runs/standing.ts'
import type { Environment } from '../../domain/runs/states.ts'
import type { Queries, Statement } from '../database.ts'

export interface FoundRun extends OpenRun {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  /** The capability, or the raw endpoint. */
  readonly target: string
  readonly held: Microdollars
}

/** Oldest first: of more, these are the ones to look at. */
export const OPEN_RUNS_MAX = 1_000

const MS = (time: string): string => `floor(extract(epoch from ${time}) * 1000)::double precision`

const READ_OPEN_RUNS: Statement = {
  name: 'read_open_runs',
  effect: false,
  text: `select r.id, r.workspace_id as "workspaceId", r.environment, coalesce(r.capability, r.endpoint) as target, r.status, r.held,
      ${MS('r.created_at')} as "createdAt", jsonb_array_length(r.plan -> 'candidates') as candidates,
      case when a.outcome is null and a.run_id is not null then a.provider else r.plan -> 'candidates' -> r.last_attempt ->> 'provider' end as provider,
      case when a.run_id is not null then jsonb_build_object('number', a.number, 'startedAt', ${MS('a.started_at')}, 'leaseUntil', ${MS('a.lease_until')},
        'finishedAt', ${MS('a.finished_at')}, 'outcome', a.outcome) end as attempt,
      ${MS('r.final_bill_due_at')} as "finalBillDueAt", r.final_bill_readings as "finalBillReadings"
    from run r left join attempt a on a.run_id = r.id and a.number = r.last_attempt
    where r.finished_at is null or r.final_bill_due_at is not null
    order by r.sweep_at limit ${OPEN_RUNS_MAX}`,
}

/** Every run that is not over, and every one whose final bill is awaited. */
export const readOpenRuns = (queries: Queries): Promise<FoundRun[]> => queries.query<FoundRun>(READ_OPEN_RUNS, [])

const DATABASE_TIME: Statement = { name: 'database_time', effect: false, text: `select ${MS('clock_timestamp()')} as now` }

/** The clock that leases and due times are written by. */
export async function databaseTime(queries: Queries): Promise<number> {
  const [row] = await queries.query<{ now: number }>(DATABASE_TIME, [])
  if (row === undefined) throw new Error('the database did not tell its time')
  return row.now
}
