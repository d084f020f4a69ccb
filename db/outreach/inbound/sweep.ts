import type { ReportingProvider } from '../../../domain/inbound/message.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import { claimFairly } from '../../fair-claim.ts'

/** The facts of a provider's message that the start of its workflow needs. */
export interface InboundToStart {
  readonly id: string
  readonly provider: ReportingProvider
  /** A hash of the inbox or account that it is about (`turnKeyOf`). */
  readonly turnKey: string
}

/** An unprocessed message is swept this long after it was received or last swept. */
export const SWEEP_INBOUND_AFTER_SECONDS = 30

export const CLAIM_OVERDUE_INBOUND = statement<{ limit: number; againAfterSeconds: number }, InboundToStart>({
  name: 'claim_overdue_inbound',
  effect: true,
  text: `with ${claimFairly({ table: 'inbound_message', open: 'processed_at is null', owner: ['turn_key'] })}
    update inbound_message set sweep_at = clock_timestamp() + make_interval(secs => :againAfterSeconds)
      where id = any(array(select id from claimed))
    returning id, provider, turn_key as "turnKey"`,
})

/**
 * Claims up to `limit` messages that should have been processed by now, from all inboxes and accounts in turn; each
 * message goes to only one sweeper (decisions, "Sweeper").
 */
export const claimOverdueInbound = (
  db: Database,
  limit: number,
  againAfterSeconds: number,
): Promise<InboundToStart[]> => db.query(CLAIM_OVERDUE_INBOUND, { limit, againAfterSeconds })
