import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { AGE, COUNTED_MAX } from './backlog.ts'

/** Attempts at one provider that have not ended. */
export interface OpenAttempts {
  readonly provider: string
  readonly attempts: number
  /** The age of the oldest attempt, in seconds. */
  readonly oldestAge: number
}

/**
 * An attempt is open only while its run is open, and it is the run's last attempt. The query finds open runs by the
 * sweepers' index and their attempts by key.
 */
export const READ_OPEN_ATTEMPTS = statement<{ countedMax: number }, OpenAttempts>({
  name: 'read_open_attempts',
  effect: false,
  text: `with open_run as materialized (
      select id, last_attempt, finished_at from run where finished_at is null or final_bill_due_at is not null
        order by sweep_at limit :countedMax
    )
    select a.provider, count(*)::integer as attempts, ${AGE('min(a.started_at)')} as "oldestAge"
    from open_run r join attempt a on a.run_id = r.id and a.number = r.last_attempt
    where r.finished_at is null and a.outcome is null group by a.provider`,
})

/** The open attempts at each provider at this instant; a provider without any is left out. */
export const readOpenAttempts = (db: Database): Promise<OpenAttempts[]> =>
  db.query(READ_OPEN_ATTEMPTS, { countedMax: COUNTED_MAX })
