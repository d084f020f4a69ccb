import type { Database, Statement } from '../database.ts'

const READ_TAKEN_UP: Statement = {
  name: 'read_deliveries_taken_up',
  effect: false,
  text: `select id from webhook_delivery where id = any($1) and (status <> 'pending' or attempts_made > 0)`,
}

/** Which of these deliveries a worker has tried, or have ended. */
export async function readDeliveriesTakenUp(db: Database, deliveryIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(READ_TAKEN_UP, [deliveryIds])
  return rows.map(({ id }) => id)
}
