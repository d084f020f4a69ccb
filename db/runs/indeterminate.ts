import { isIndeterminate, type RestoredRun } from '../../domain/runs/indeterminate.ts'
import type { Environment } from '../../domain/runs/states.ts'
import { TARGET_SQL } from './target-sql.ts'
import type { Queries } from '../database.ts'
import { type NoValues, statement } from '../statement.ts'

export interface IndeterminateRun extends RestoredRun {
  readonly id: string
  readonly workspaceId: string
  readonly environment: Environment
  readonly target: string
}

export const READ_RESTORED_RUNS = statement<NoValues, IndeterminateRun>({
  name: 'read_restored_runs',
  effect: false,
  neverNull: { 'a run has a capability or an endpoint (check)': ['target'] },
  text: `select r.id, r.workspace_id as "workspaceId", r.environment, coalesce(r.capability, r.endpoint) as target,
    r.status, r.send is not null as sends,
      r.raw_request as raw,
        case when a.run_id is not null then jsonb_build_object('outcome', a.outcome) end as last,
      r.plan -> 'candidates' -> r.last_attempt ->> 'provider' as next
    from run r left join attempt a on a.run_id = r.id and a.number = r.last_attempt
    where r.finished_at is null order by r.id`,
})

/** Runs of a restored database whose next call may already have been made. */
export const readIndeterminateRuns = async (queries: Queries): Promise<IndeterminateRun[]> =>
  (await queries.query(READ_RESTORED_RUNS, {})).filter(isIndeterminate)

/**
 * The row that the engine itself writes for a call with an unknown outcome: a send is not made again, and counts as a
 * touch.
 */
export const MARK_UNKNOWN = statement<{ runId: string }>({
  name: 'mark_attempt_unknown',
  effect: 'within',
  text: `with marked as (
      insert into attempt (run_id, number, provider, capability, endpoint, environment, token, lease_until, finished_at,
        duration_ms, outcome, detail)
      select r.id, r.last_attempt + 1, r.plan -> 'candidates' -> r.last_attempt ->> 'provider', r.capability,
        ${TARGET_SQL('r')}, r.environment,
        gen_random_uuid(), clock_timestamp(), clock_timestamp(), 0, 'unknown',
          'the service was restored from a backup, and whether this call was made is not known'
      from run r where r.id = :runId
      returning run_id
    )
    update run set status = 'running', last_attempt = last_attempt + 1,
      started_at = coalesce(started_at, clock_timestamp()), sweep_at = clock_timestamp()
    where id in (select run_id from marked)`,
})

/** A wallet that was topped up in the lost time would be topped up again: Stripe must be checked first. */
export const POSTPONE_AUTO_TOPUPS = statement({
  name: 'postpone_auto_topups',
  effect: 'within',
  text: `update auto_topup set next_attempt_at = clock_timestamp() + interval '1 day' where enabled
    returning workspace_id`,
})

/** Some people who signed out in the lost time would be signed in again. */
export const END_SESSIONS = statement({
  name: 'end_all_sessions',
  effect: 'within',
  text: 'update session set revoked_at = clock_timestamp() where revoked_at is null returning id',
})

export const FIND_SERVICE = statement<NoValues, { name: string }>({
  name: 'find_service_sessions',
  effect: false,
  text: `select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name in ('api', 'worker', 'service') order by 1`,
})

/** Processes of the service that are connected to this database. */
export const findService = async (queries: Queries): Promise<string[]> =>
  (await queries.query(FIND_SERVICE, {})).map(({ name }) => name)
