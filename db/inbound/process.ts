import type { InboundProvider } from '../../domain/inbound/fact.ts'
import { readInbound } from '../../domain/inbound/read.ts'
import type { InboundOutcome } from '../../domain/inbound/outcome.ts'
import { parseExactJson } from '../../domain/json/exact.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { writeEvents } from '../events/write.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { statement } from '../statement.ts'
import { type Applied, applyFact, NOTHING } from './apply.ts'

interface Message {
  readonly id: string
  readonly provider: InboundProvider
  readonly body: string | null
  readonly outcome: InboundOutcome | null
  readonly receivedAt: Date
}

/**
 * The most messages of one account that one transaction processes: a failing account reports it a few times an hour.
 */
const TOGETHER_MAX = 100

/**
 * The message, and all messages of the same account that must be processed before it, oldest first. Every transaction
 * locks them in that order, so the second one finds them processed.
 */
const LOCK_INBOUND = statement<{ inboundId: string }, Message>({
  name: 'lock_inbound',
  effect: false,
  text: `with asked as materialized (
      select id, provider, account, received_at from inbound_message where id = :inboundId
    ), due as materialized (
      select id from asked
      union
      (select m.id from asked a join inbound_message m on m.provider = a.provider and m.account = a.account
        where m.processed_at is null and (m.received_at, m.id) < (a.received_at, a.id)
        order by m.received_at, m.id limit ${TOGETHER_MAX})
    )
    select m.id, m.provider, m.body, m.outcome, m.received_at as "receivedAt"
    from inbound_message m where m.id in (select id from due)
    order by m.received_at, m.id for update of m`,
})

const CLOSE_INBOUND = statement<{ ids: readonly string[]; outcomes: readonly (InboundOutcome | null)[] }>({
  name: 'close_inbound',
  effect: 'within',
  text: `update inbound_message m set body = null, sweep_at = null, processed_at = clock_timestamp(),
    outcome = o.outcome
    from unnest(:ids::text[], :outcomes::text[]) as o (id, outcome) where m.id = o.id and m.processed_at is null
      and o.outcome is not null`,
})

/** All consequences of a message, with its outcome, or none of them. */
export const PROCESS_INBOUND: Transaction = { name: 'process_inbound', effect: true }

export interface Processed {
  /** null: more messages must be processed before it than one transaction takes; the caller must try again. */
  readonly outcome: InboundOutcome | null
  /** To be passed to `startDeliveries`: they are committed. */
  readonly deliveries: readonly DeliveryToStart[]
}

/**
 * Reads a provider's message and writes its consequences (Spec 6, 4.8): an event with its deliveries, suppressions,
 * chat participants, connections, and the status of an account. A repeated call returns the stored outcome. A message
 * that retention has deleted has no consequences.
 */
export function processInbound(db: Database, inboundId: string): Promise<Processed> {
  return db.transaction(PROCESS_INBOUND, async (tx) => {
    const messages = await tx.query(LOCK_INBOUND, { inboundId })
    const outcomes = new Map(messages.map(({ id, outcome }) => [id, outcome]))
    const told: Applied[] = []
    for (const message of messages.slice(0, TOGETHER_MAX)) {
      if (message.body === null) continue
      const applied = await apply(tx, message, message.body)
      outcomes.set(message.id, applied.outcome)
      told.push(applied)
    }
    await tx.query(CLOSE_INBOUND, { ids: [...outcomes.keys()], outcomes: [...outcomes.values()] })
    const deliveries = await writeTold(tx, told)
    return { outcome: messages.length === 0 ? 'nothing' : (outcomes.get(inboundId) ?? null), deliveries }
  })
}

/** The API has read the body before it stored it. If this release reads it differently, it has no consequences. */
async function apply(tx: Queries, { provider, receivedAt }: Message, body: string): Promise<Applied> {
  const read = readInbound(provider, { body: parseExactJson(body), at: receivedAt.toISOString(), deliveryId: '' })
  return read.kind === 'told' ? applyFact(tx, read.fact, { provider, receivedAt }) : NOTHING
}

/** Messages that are processed together belong to one account, so their events have one owner. */
async function writeTold(tx: Queries, told: readonly Applied[]): Promise<readonly DeliveryToStart[]> {
  const owner = told.find((applied) => applied.owner !== null)?.owner ?? null
  return owner === null
    ? []
    : (
        await writeEvents(
          tx,
          owner,
          told.flatMap(({ events }) => events),
        )
      ).deliveries
}
