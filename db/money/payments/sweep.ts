import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { USABLE_SQL, type WalletRef } from './auto-topup.ts'

/** A top-up that has not moved this long after its start is started again. */
export const SWEEP_TOPUP_AFTER_SECONDS = 60

/**
 * An index on wallets would make every update of a hot wallet more expensive. So the statement checks the wallets with
 * automatic top-ups, each by its key.
 */
export const CLAIM_DUE_AUTO_TOPUPS = statement<{ limit: number; againAfterSeconds: number }, WalletRef>({
  name: 'claim_due_auto_topups',
  effect: true,
  text: `update auto_topup a set sweep_at = clock_timestamp() + make_interval(secs => :againAfterSeconds)
    from (
      select d.workspace_id, d.environment from auto_topup d
        join wallet w on w.workspace_id = d.workspace_id and w.environment = d.environment
      where d.enabled and d.sweep_at < now() and d.next_attempt_at <= now() and ${USABLE_SQL('w')} < d.threshold
      order by d.sweep_at limit :limit for update of d skip locked
    ) due
    where a.workspace_id = due.workspace_id and a.environment = due.environment
    returning a.workspace_id as "workspaceId", a.environment`,
})

/**
 * Claims up to `limit` wallets with automatic top-ups whose balance is below the threshold; each goes to only one
 * sweeper.
 */
export const claimDueAutoTopups = (db: Database, limit: number, againAfterSeconds: number): Promise<WalletRef[]> =>
  db.query(CLAIM_DUE_AUTO_TOPUPS, { limit, againAfterSeconds })

export const CLAIM_OVERDUE_TOPUPS = statement<{ limit: number; againAfterSeconds: number }, WalletRef>({
  name: 'claim_overdue_topups',
  effect: true,
  text: `update topup set sweep_at = clock_timestamp() + make_interval(secs => :againAfterSeconds)
    where id in (
      select id from topup where origin = 'automatic' and status = 'pending' and sweep_at < now()
      order by sweep_at limit :limit for update skip locked
    )
    returning workspace_id as "workspaceId", environment`,
})

/** Claims up to `limit` wallets whose automatic top-up should have ended by now, whether or not they still need one. */
export const claimOverdueTopups = (db: Database, limit: number, againAfterSeconds: number): Promise<WalletRef[]> =>
  db.query(CLAIM_OVERDUE_TOPUPS, { limit, againAfterSeconds })
