import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { until } from './until.ts'

/** Locks a workspace's wallets, as another process does while it writes them; the answer lets them go. */
export async function lockWallets(db: Database, workspaceId: string): Promise<() => Promise<void>> {
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query('select from wallet where workspace_id = $1 for update', [workspaceId])
  return async () => {
    await holder.query('rollback')
    holder.release()
  }
}

/** How long what arrives together needs to arrive. */
const ARRIVED_MS = 500

/** Waits until a statement waits for a lock, and a little longer, so that others wait behind it. */
export async function untilOthersWait(db: Database): Promise<void> {
  await until(
    async () =>
      (
        await db.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount ?? 0,
    (waiting) => waiting > 0,
  )
  await sleep(ARRIVED_MS)
}
