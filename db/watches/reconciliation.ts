import type { Database, Statement } from '../database.ts'

/** Whoever has not finished by then has died: a thousand Schedules are written within a minute. */
const LEASE_SECONDS = 300

export const CLAIM_RECONCILIATION: Statement = {
  name: 'claim_watch_reconciliation',
  effect: true,
  text: `insert into watch_reconciliation as c (deployment, claimed_at) values ($1, clock_timestamp())
    on conflict (deployment) do update set claimed_at = excluded.claimed_at, finished_at = null
      where case when c.finished_at is null then c.claimed_at < clock_timestamp() - interval '${LEASE_SECONDS} seconds'
        else c.finished_at < clock_timestamp() - make_interval(secs => $2) end
    returning deployment`,
}

/** true: this worker compares the Schedules of its deployment with the rows now, for nobody is at it, and nobody has finished it within so many seconds. */
export const claimReconciliation = async (db: Database, deployment: string, withinSeconds: number): Promise<boolean> =>
  (await db.query(CLAIM_RECONCILIATION, [deployment, withinSeconds])).length === 1

export const FINISH_RECONCILIATION: Statement = {
  name: 'finish_watch_reconciliation',
  effect: true,
  text: 'update watch_reconciliation set finished_at = clock_timestamp() where deployment = $1',
}

/** All of it was done. Where a Schedule could not be written meanwhile, nothing is left to finish, and it is done again. */
export async function finishReconciliation(db: Database, deployment: string): Promise<void> {
  await db.query(FINISH_RECONCILIATION, [deployment])
}

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
