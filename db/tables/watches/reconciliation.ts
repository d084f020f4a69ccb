import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** A worker that has not finished by then has died: a thousand Schedules are written within a minute. */
const LEASE_SECONDS = 300

export const CLAIM_RECONCILIATION = statement<{ deployment: string; withinSeconds: number }>({
  name: 'claim_watch_reconciliation',
  effect: true,
  text: `insert into watch_reconciliation as c (deployment, claimed_at) values (:deployment, clock_timestamp())
    on conflict (deployment) do update set claimed_at = excluded.claimed_at, finished_at = null
      where case when c.finished_at is null then c.claimed_at < clock_timestamp() - interval '${LEASE_SECONDS} seconds'
        else c.finished_at < clock_timestamp() - make_interval(secs => :withinSeconds) end
    returning deployment`,
})

/**
 * true: this worker compares the Schedules of its deployment with the rows now, because no other worker is comparing
 * them or has finished within the given seconds.
 */
export const claimReconciliation = async (db: Database, deployment: string, withinSeconds: number): Promise<boolean> =>
  (await db.query(CLAIM_RECONCILIATION, { deployment, withinSeconds })).length === 1

export const FINISH_RECONCILIATION = statement<{ deployment: string }>({
  name: 'finish_watch_reconciliation',
  effect: true,
  text: 'update watch_reconciliation set finished_at = clock_timestamp() where deployment = :deployment',
})

/**
 * Marks the comparison as finished. When a Schedule could not be written in the meantime, the row no longer exists, and
 * the comparison is repeated.
 */
export async function finishReconciliation(db: Database, deployment: string): Promise<void> {
  await db.query(FINISH_RECONCILIATION, { deployment })
}

export const GIVE_RECONCILIATION_BACK = statement<{ deployment: string }>({
  name: 'give_watch_reconciliation_back',
  effect: true,
  text: 'delete from watch_reconciliation where deployment = :deployment',
})

/**
 * Called when a Schedule could not be written: the next comparison, within a minute, repairs it. Never fails and waits
 * for nothing.
 */
export function requestReconciliation(db: Database, deployment: string): void {
  // When the database is unavailable too, the hourly comparison repairs it.
  giveReconciliationBack(db, deployment).catch(() => undefined)
}

/** Makes the comparison due again at the next look. */
export async function giveReconciliationBack(db: Database, deployment: string): Promise<void> {
  await db.query(GIVE_RECONCILIATION_BACK, { deployment })
}
