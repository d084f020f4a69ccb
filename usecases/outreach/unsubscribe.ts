import type { Unsubscription } from '../../domain/outbound/unsubscribe.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { writeEvents } from '../../db/delivery/events/write.ts'
import { unsubscribe } from '../../db/outreach/outbound/unsubscribe.ts'

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
