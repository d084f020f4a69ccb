import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface ProviderDay {
  readonly provider: string
  /** `2026-11-22`, in UTC. */
  readonly day: string
  readonly calls: number
  readonly successes: number
}

export const READ_PROVIDER_DAYS = statement<{ since: Date }, ProviderDay>({
  name: 'read_provider_days',
  effect: false,
  text: `select provider, (hour at time zone 'UTC')::date::text as day,
      sum(found + missed + failures)::integer as calls, sum(found + missed)::integer as successes
    from offer_health_hour where hour >= :since group by 1, 2 order by 1, 2`,
})

/**
 * How the live calls of all workspaces with the platform's accounts ended, by provider and day; misses are successes.
 */
export const readProviderDays = (db: Database, since: Date): Promise<ProviderDay[]> =>
  db.query(READ_PROVIDER_DAYS, { since })
