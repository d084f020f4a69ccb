import type { InboundProvider } from '../../domain/inbound/fact.ts'
import type { Database, Statement } from '../database.ts'

/** What the start of its workflow needs of a provider's message. */
export interface InboundToStart {
  readonly id: string
  readonly provider: InboundProvider
}

/** How long after it was received, or looked for, a message that is not processed is looked for again. */
export const SWEEP_INBOUND_AFTER_SECONDS = 30

export const CLAIM_OVERDUE_INBOUND: Statement = {
  name: 'claim_overdue_inbound',
  effect: true,
  text: `update inbound_message set sweep_at = clock_timestamp() + make_interval(secs => $2)
    where id in (
      select id from inbound_message where processed_at is null and sweep_at < now()
      order by sweep_at limit $1 for update skip locked
    )
    returning id, provider`,
}

/** Takes up to `limit` messages that should have been processed by now; each goes to one sweeper only (design: "Sweeper"). */
export const claimOverdueInbound = (db: Database, limit: number, againAfterSeconds: number): Promise<InboundToStart[]> =>
  db.query<InboundToStart>(CLAIM_OVERDUE_INBOUND, [limit, againAfterSeconds])
