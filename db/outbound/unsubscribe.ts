import type { Unsubscription } from '../../domain/outbound/unsubscribe.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { type EventToWrite, writeEvents } from '../events/write.ts'
import { addSuppressions } from './suppressions.ts'

/** `at`: ISO 8601. */
interface Request {
  readonly via: 'link' | 'mail'
  readonly at: string
}

/**
 * Suppresses a person who unsubscribes, also while tables are off (Spec 4.8). Returns the event to write; null: the
 * person was suppressed before.
 */
export async function unsubscribe(
  tx: Queries,
  { runId, address, ...owner }: Unsubscription,
  { via, at }: Request,
): Promise<EventToWrite | null> {
  const { added } = await addSuppressions(tx, owner, {
    subjects: [{ kind: 'email', value: address, subject: address }],
    reason: 'unsubscribe',
    source: runId,
  })
  return added === 0 ? null : { type: 'email.unsubscribed', data: { recipient: address, run_id: runId, via, at } }
}

/** The suppression and its event are committed together. */
export const UNSUBSCRIBE: Transaction = { name: 'unsubscribe', effect: true }

/** The request of a person's link; returns the deliveries of its event, to be started after the commit. */
export const unsubscribeByLink = (
  db: Database,
  unsubscription: Unsubscription,
  at: string,
): Promise<readonly DeliveryToStart[]> =>
  db.transaction(UNSUBSCRIBE, async (tx) => {
    const event = await unsubscribe(tx, unsubscription, { via: 'link', at })
    return event === null ? [] : (await writeEvents(tx, unsubscription, [event])).deliveries
  })
