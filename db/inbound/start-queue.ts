import type { StartStatements } from '../start-rows.ts'

/**
 * Messages that wait in an API process for their start are not lost: the sweeper leaves them alone while they wait, and
 * takes them when that process stops.
 */
export const INBOUND_STARTS = {
  takenUp: {
    name: 'read_inbound_taken_up',
    effect: false,
    text: `select id from inbound_message where id = any($1) and processed_at is not null`,
  },
  postpone: {
    name: 'postpone_inbound',
    effect: true,
    text: `update inbound_message set sweep_at = greatest(sweep_at, clock_timestamp() + make_interval(secs => $2))
    where id = any($1) and processed_at is null`,
  },
  handOver: {
    name: 'hand_over_inbound',
    effect: true,
    text: `update inbound_message set sweep_at = clock_timestamp() where id = any($1) and processed_at is null`,
  },
} satisfies StartStatements
