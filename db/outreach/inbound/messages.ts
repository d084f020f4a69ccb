import type { ReportingProvider } from '../../../domain/inbound/message.ts'
import type { InboundOutcome } from '../../../domain/inbound/outcome.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface StoredMessage {
  readonly id: string
  readonly provider: ReportingProvider
  /** null once it is processed. */
  readonly body: string | null
  readonly outcome: InboundOutcome | null
  readonly receivedAt: Date
  /** The connection whose account it came from; null: the platform's. */
  readonly connectionId: string | null
}

/**
 * The most messages of one account that one transaction processes: a failing account reports it a few times an hour.
 */
export const TOGETHER_MAX = 100

/**
 * The message, and all messages of the same account that must be processed before it, oldest first. Every transaction
 * locks them in that order, so the second one finds them processed.
 */
export const LOCK_INBOUND = statement<{ inboundId: string }, StoredMessage>({
  name: 'lock_inbound',
  effect: false,
  text: `with requested as materialized (
      select id, provider, account, connection_id, received_at from inbound_message where id = :inboundId
    ), due as materialized (
      select id from requested
      union
      (select m.id from requested a join inbound_message m on m.provider = a.provider and m.account = a.account
          and m.connection_id is not distinct from a.connection_id
        where m.processed_at is null and (m.received_at, m.id) < (a.received_at, a.id)
        order by m.received_at, m.id limit ${TOGETHER_MAX})
    )
    select m.id, m.provider, m.body, m.outcome, m.received_at as "receivedAt",
      m.connection_id as "connectionId"
    from inbound_message m where m.id in (select id from due)
    order by m.received_at, m.id for update of m`,
})

export const CLOSE_INBOUND = statement<{ ids: readonly string[]; outcomes: readonly (InboundOutcome | null)[] }>({
  name: 'close_inbound',
  effect: 'within',
  text: `update inbound_message m set body = null, sweep_at = null, processed_at = clock_timestamp(),
    outcome = o.outcome
    from unnest(:ids::text[], :outcomes::text[]) as o (id, outcome) where m.id = o.id and m.processed_at is null
      and o.outcome is not null`,
})

/** Up to `TOGETHER_MAX` messages before it, and the message; none if retention has deleted it. */
export const lockMessages = (tx: Queries, inboundId: string): Promise<readonly StoredMessage[]> =>
  tx.query(LOCK_INBOUND, { inboundId })

/** Stores what became of each message; one without an outcome stays open. */
export async function closeMessages(tx: Queries, outcomes: ReadonlyMap<string, InboundOutcome | null>): Promise<void> {
  await tx.query(CLOSE_INBOUND, { ids: [...outcomes.keys()], outcomes: [...outcomes.values()] })
}
