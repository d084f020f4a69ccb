import type { Statement } from '../database.ts'

/** Those of the given deliveries that a worker has tried, or that have ended. */
export const READ_DELIVERIES_TAKEN_UP: Statement = {
  name: 'read_deliveries_taken_up',
  effect: false,
  text: `select id from webhook_delivery where id = any($1) and (status <> 'pending' or attempts_made > 0)`,
}
