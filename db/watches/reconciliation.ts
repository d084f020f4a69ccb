import type { Database, Statement } from '../database.ts'

export const CLAIM_RECONCILIATION: Statement = {
  name: 'claim_watch_reconciliation',
  effect: true,
  text: `insert into watch_reconciliation as c (deployment, claimed_at) values ($1, clock_timestamp())
    on conflict (deployment) do update set claimed_at = excluded.claimed_at where c.claimed_at < clock_timestamp() - make_interval(secs => $2)
    returning deployment`,
}

/** true: this worker compares the Schedules of its deployment with the rows now, for nobody has within so many seconds. */
export const claimReconciliation = async (db: Database, deployment: string, withinSeconds: number): Promise<boolean> =>
  (await db.query(CLAIM_RECONCILIATION, [deployment, withinSeconds])).length === 1

export const GIVE_RECONCILIATION_BACK: Statement = {
  name: 'give_watch_reconciliation_back',
  effect: true,
  text: 'delete from watch_reconciliation where deployment = $1',
}

/** A Schedule could not be written: it is made up for at the next look, within a minute. Never fails, waits for nothing. */
export function askReconciliation(db: Database, deployment: string): void {
  // With the database away as well, the hourly round has it.
  giveReconciliationBack(db, deployment).catch(() => undefined)
}

/** What could not be done is due at the next look. */
export async function giveReconciliationBack(db: Database, deployment: string): Promise<void> {
  await db.query(GIVE_RECONCILIATION_BACK, [deployment])
}
