import type { SecretCipher } from '../../db/cipher.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import { writeEvents } from '../../db/delivery/events/write.ts'
import { closeMessages, lockMessages, type StoredMessage, TOGETHER_MAX } from '../../db/outreach/inbound/messages.ts'
import type { InboundOutcome } from '../../domain/inbound/outcome.ts'
import { readInbound } from '../../domain/inbound/read.ts'
import { parseExactJson } from '../../domain/json/exact.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import { type AppliedInbound, applyMessage, NOTHING } from './apply-inbound.ts'

/** All consequences of a message, with its outcome, or none of them. */
export const PROCESS_INBOUND: Transaction = { name: 'process_inbound', effect: true }

export interface Processed {
  /** null: more messages must be processed before it than one transaction takes; the caller must try again. */
  readonly outcome: InboundOutcome | null
  /** To be passed to `startDeliveries`: they are committed. */
  readonly deliveries: readonly DeliveryToStart[]
}

export interface InboundParts {
  readonly db: Database
  readonly cipher: SecretCipher
}

/**
 * Reads a provider's message, together with those of the same account before it, and writes its consequences (Spec 6,
 * 4.8): an event with its deliveries, suppressions, chat participants, connections, and the status of an account. A
 * repeated call returns the stored outcome. A message that retention has deleted has no consequences.
 */
export const processTogether = ({ db, cipher }: InboundParts, inboundId: string): Promise<Processed> =>
  db.transaction(PROCESS_INBOUND, async (tx) => {
    const messages = await lockMessages(tx, inboundId)
    const outcomes = new Map(messages.map(({ id, outcome }) => [id, outcome]))
    const allApplied: AppliedInbound[] = []
    for (const message of messages.slice(0, TOGETHER_MAX)) {
      if (message.body === null) continue
      const applied = await apply(tx, { ...message, cipher }, message.body)
      outcomes.set(message.id, applied.outcome)
      allApplied.push(applied)
    }
    await closeMessages(tx, outcomes)
    const deliveries = await writeAllEvents(tx, allApplied)
    return { outcome: messages.length === 0 ? 'nothing' : (outcomes.get(inboundId) ?? null), deliveries }
  })

/** The API has read the body before it stored it. If this release reads it differently, it has no consequences. */
async function apply(
  tx: Queries,
  { provider, connectionId, receivedAt, cipher }: StoredMessage & Pick<InboundParts, 'cipher'>,
  body: string,
): Promise<AppliedInbound> {
  const read = readInbound(provider, { body: parseExactJson(body), at: receivedAt.toISOString(), deliveryId: '' })
  return read.kind === 'event'
    ? applyMessage(tx, read.message, { provider, connectionId, receivedAt, cipher })
    : NOTHING
}

/** Messages that are processed together belong to one account, so their events have one owner. */
async function writeAllEvents(tx: Queries, allApplied: readonly AppliedInbound[]): Promise<readonly DeliveryToStart[]> {
  const owner = allApplied.find((applied) => applied.owner !== null)?.owner ?? null
  if (owner === null) return []
  const { deliveries } = await writeEvents(
    tx,
    owner,
    allApplied.flatMap(({ events }) => events),
  )
  return deliveries
}
