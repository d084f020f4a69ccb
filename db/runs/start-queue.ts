import type { StartStatements } from '../start-rows.ts'
import { opaqueToPlanner, statement } from '../statement.ts'

/**
 * Runs that wait in an API process for their start are not lost: the sweeper leaves them alone while they wait, and
 * takes them when that process stops.
 */
export const RUN_STARTS = {
  /**
   * Runs that have begun their first attempt, wait for a provider's capacity, or have ended. PostgreSQL would plan
   * again for each length of the list.
   */
  started: statement<{ ids: readonly string[] }, { id: string }>({
    name: 'read_started_runs',
    effect: false,
    text: `select id from run where id = any(${opaqueToPlanner(':ids::text[]')}::text[]) and status not in ('created', 'reserved')`,
  }),
  postpone: statement<{ ids: readonly string[]; seconds: number }>({
    name: 'postpone_starts',
    effect: true,
    text: `update run set sweep_at = greatest(sweep_at, clock_timestamp() + make_interval(secs => :seconds))
      where id = any(:ids) and status = 'created'`,
  }),
  releaseToSweeper: statement<{ ids: readonly string[] }>({
    name: 'release_starts_to_sweeper',
    effect: true,
    text: `update run set sweep_at = clock_timestamp() where id = any(:ids) and status = 'created'`,
  }),
} satisfies StartStatements
