import type { PersonLink } from '../../domain/law/person-link.ts'
import type { DeliveryToStart } from '../../domain/webhooks/delivery.ts'
import type { Database, Transaction } from '../../db/database.ts'
import { writeEvents } from '../../db/delivery/events/write.ts'
import { findPerson } from '../../db/erasure/names.ts'
import { suppressUnsubscribed } from '../../db/outreach/outbound/unsubscribe.ts'

/** The suppressions of all names and their event are committed together. */
export const OBJECT: Transaction = { name: 'object', effect: true }

/**
 * The objection of a person on their page, on every channel: each identity that rows tie to them is suppressed itself,
 * so it holds when the rows have gone. Returns the deliveries of its event, to be started after the commit.
 */
export const objectByLink = (
  db: Database,
  { person, runId, ...owner }: PersonLink,
  at: string,
): Promise<readonly DeliveryToStart[]> =>
  db.transaction(OBJECT, async (tx) => {
    const { own } = await findPerson(tx, owner, person)
    const subjects = own.map(({ kind, value }) => ({ kind, value, subject: value }))
    if (!(await suppressUnsubscribed(tx, owner, { subjects, source: runId }))) return []
    const { kind, value: recipient } = person
    const event = { type: 'person.objected', data: { kind, recipient, run_id: runId, at } } as const
    return (await writeEvents(tx, owner, [event])).deliveries
  })
