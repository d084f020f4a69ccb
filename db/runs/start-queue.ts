import type { StartStatements } from '../start-rows.ts'

/**
 * Runs that wait in an API process for their start are not lost: the sweeper leaves them alone while they wait, and
 * takes them when that process stops.
 */
export const RUN_STARTS = {
  /** Runs that have begun their first attempt, wait for a provider's capacity, or have ended. */
  takenUp: {
    name: 'read_runs_taken_up',
    effect: false,
    text: `select id from run where id = any($1) and status not in ('created', 'reserved')`,
  },
  postpone: {
    name: 'postpone_starts',
    effect: true,
    text: `update run set sweep_at = greatest(sweep_at, clock_timestamp() + make_interval(secs => $2)) where id = any($1) and status = 'created'`,
  },
  handOver: {
    name: 'hand_over_starts',
    effect: true,
    text: `update run set sweep_at = clock_timestamp() where id = any($1) and status = 'created'`,
  },
} satisfies StartStatements
