import type { StartStatements } from '../start-rows.ts'
import { hidden, statement } from '../statement.ts'

/**
 * Runs that wait in an API process for their start are not lost: the sweeper leaves them alone while they wait, and
 * takes them when that process stops.
 */
export const RUN_STARTS = {
  /**
   * Runs that have begun their first attempt, wait for a provider's capacity, or have ended. PostgreSQL would plan
   * anew for each length of the list.
   */
  takenUp: statement<{ ids: readonly string[] }, { id: string }>({
    name: 'read_runs_taken_up',
    effect: false,
    text: `select id from run where id = any(${hidden(':ids::text[]')}::text[]) and status not in ('created', 'reserved')`,
  }),
  postpone: statement<{ ids: readonly string[]; seconds: number }>({
    name: 'postpone_starts',
    effect: true,
    text: `update run set sweep_at = greatest(sweep_at, clock_timestamp() + make_interval(secs => :seconds))
      where id = any(:ids) and status = 'created'`,
  }),
  handOver: statement<{ ids: readonly string[] }>({
    name: 'hand_over_starts',
    effect: true,
    text: `update run set sweep_at = clock_timestamp() where id = any(:ids) and status = 'created'`,
  }),
} satisfies StartStatements
