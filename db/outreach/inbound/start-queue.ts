import type { StartStatements } from '../../start-rows.ts'
import { statement } from '../../statement.ts'

/**
 * Messages that wait in an API process for their start are not lost: the sweeper leaves them alone while they wait, and
 * takes them when that process stops.
 */
export const INBOUND_STARTS = {
  started: statement<{ ids: readonly string[] }, { id: string }>({
    name: 'read_started_inbound',
    effect: false,
    text: `select id from inbound_message where id = any(:ids) and processed_at is not null`,
  }),
  postpone: statement<{ ids: readonly string[]; seconds: number }>({
    name: 'postpone_inbound',
    effect: true,
    text: `update inbound_message set sweep_at = greatest(sweep_at, clock_timestamp() + make_interval(secs => :seconds))
    where id = any(:ids) and processed_at is null`,
  }),
  releaseToSweeper: statement<{ ids: readonly string[] }>({
    name: 'release_inbound_to_sweeper',
    effect: true,
    text: `update inbound_message set sweep_at = clock_timestamp() where id = any(:ids) and processed_at is null`,
  }),
} satisfies StartStatements
