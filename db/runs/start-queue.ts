import type { StartStatements } from '../start-rows.ts'

/** Runs that wait for their start in an api are not lost: the sweeper leaves them alone meanwhile, and has them when their api stops. */
export const RUN_STARTS = {
  /** They have begun their first attempt, wait for a provider's turn, or have ended. */
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
