import { writeAudit } from '../../db/access/audit/entries.ts'
import type { Database, Queries, Transaction } from '../../db/database.ts'
import type { StreamOwner } from '../../db/delivery/events/write.ts'
import {
  type ClassifiedEvent,
  correctEvent,
  liftObjections,
  lockMessageEvents,
  readSenders,
} from '../../db/outreach/inbound/correct-class.ts'
import { findLastReplies } from '../../db/tables/rows/touches.ts'
import { correspondents } from '../../domain/inbound/people.ts'
import { type JsonObject, textOf } from '../../domain/json/json.ts'
import { spellingsOf } from '../../domain/outbound/message-id.ts'
import type { Message, ReplyClass } from '../../domain/replies/classes.ts'
import { correctedMessage } from '../../domain/replies/classify.ts'
import { suppressByClass } from './suppress-by-class.ts'

/** The class of a message, its suppressions and the audit entry. */
export const CORRECT_CLASS: Transaction = { name: 'correct_class', effect: true }

export interface Correction {
  /** As the caller has it. */
  readonly messageId: string
  readonly class: ReplyClass
  readonly liftSuppression: boolean
  /** Who corrects: the id of a key, an app or a person. */
  readonly actor: string
}

/** What became of the suppression of the sender by this message. */
export type CorrectedSuppression = 'added' | 'kept' | 'lifted' | 'none'

export interface Corrected {
  /** One for each inbox and account that received the message, as they are now. */
  readonly events: readonly ClassifiedEvent[]
  readonly suppression: CorrectedSuppression
}

/**
 * Gives a received message the class that a person states. Towards a class that suppresses the sender, it does; away
 * from it the suppression remains unless it is to be lifted (decisions, "replies"). null: no such message is on the
 * stream.
 */
export const correctClass = (db: Database, owner: StreamOwner, correction: Correction): Promise<Corrected | null> =>
  db.transaction(CORRECT_CLASS, async (tx) => {
    const found = await lockMessageEvents(tx, owner, spellingsOf(correction.messageId))
    if (found.length === 0) return null
    const events = found.map((event) => corrected(event, correction.class))
    const changed = events.filter((event, index) => event !== found[index])
    for (const event of changed) await correctEvent(tx, event, correction.class)
    if (changed.length > 0)
      await findLastReplies(
        tx,
        found.map(({ id }) => id),
      )
    const suppression = await applyToSuppression(tx, owner, { found, correction })
    if (changed.length > 0 || suppression === 'added' || suppression === 'lifted')
      await writeAudit(tx, {
        actor: correction.actor,
        workspaceId: owner.workspaceId,
        action: 'message.correct',
        before: { events: found.map(({ id, data }) => ({ id, class: textOf(data['class']) })) },
        after: { class: correction.class, suppression },
        reason: 'the class of a message was corrected',
      })
    return { events, suppression }
  })

/** The event itself where it has the class. */
function corrected(event: ClassifiedEvent, to: ReplyClass): ClassifiedEvent {
  const { id, data } = event
  const from = textOf(data['class'])
  if (from === to) return event
  const { class: kind, evidence, returns_at = null, successor = null } = correctedMessage(messageOf(data), { to, from })
  return {
    id,
    data: { ...data, class: kind, evidence: evidence === null ? null : { ...evidence }, returns_at, successor },
  }
}

/** The message of an event, as the classifier reads it. */
function messageOf(data: JsonObject): Message {
  const { subject, text, from, received_at: received, sent_at: sent } = data
  return {
    headers: null,
    subject: typeof subject === 'string' ? subject : null,
    text: typeof text === 'string' ? text : null,
    from: typeof from === 'string' ? from : null,
    receivedAt: textOf(received) || textOf(sent),
    contentTypes: [],
  }
}

async function applyToSuppression(
  tx: Queries,
  owner: StreamOwner,
  {
    found,
    correction: { class: kind, liftSuppression },
  }: { found: readonly ClassifiedEvent[]; correction: Correction },
): Promise<CorrectedSuppression> {
  const [first] = found
  const eventIds = found.map(({ id }) => id)
  const addresses = correspondents(found.map(({ data }) => textOf(data['from'])))
  // The names of a mail's sender have the mailbox as well, which the address itself suppresses.
  const people = (await readSenders(tx, eventIds)).filter(
    ({ kind: named, value }) => named !== 'email' || addresses.includes(value),
  )
  if (kind !== 'unsubscribe_request') {
    const made = await liftObjections(tx, owner, { eventIds, people, lift: liftSuppression })
    if (made > 0) return liftSuppression ? 'lifted' : 'kept'
    if (liftSuppression) return 'none'
  }
  const subjects = people.map((person) => ({ ...person, subject: person.value }))
  return suppressByClass(tx, owner, { class: kind, people: subjects, source: first?.id ?? '' })
}
