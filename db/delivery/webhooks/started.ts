import { statement } from '../../statement.ts'

/** Those of the given deliveries that a worker has tried, or that have ended. */
export const READ_STARTED_DELIVERIES = statement<{ ids: readonly string[] }, { id: string }>({
  name: 'read_started_deliveries',
  effect: false,
  text: `select id from webhook_delivery where id = any(:ids) and (status <> 'pending' or attempts_made > 0)`,
})
