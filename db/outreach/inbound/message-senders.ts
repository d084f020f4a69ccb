import type { ReplyClass } from '../../../domain/replies/classes.ts'
import type { Queries } from '../../database.ts'
import type { StreamOwner } from '../../delivery/events/write.ts'
import { statement } from '../../statement.ts'
import type { NewSuppression } from '../outbound/suppressions.ts'

/** An address is stored with its mailbox, as the recipient of a send is. */
export const KEEP_SENDERS = statement<{
  eventId: string
  workspaceId: string
  environment: string
  kinds: readonly string[]
  values: readonly string[]
  class: string
  at: Date
}>({
  name: 'keep_message_senders',
  effect: 'within',
  text: `insert into message_sender (event_id, kind, value, workspace_id, environment, class, at)
    select distinct :eventId, n.kind, m.value, :workspaceId, :environment, :class, :at::timestamptz
    from unnest(:kinds::text[], :values::text[]) as n (kind, value)
      cross join lateral (values (n.value), (compared_value_v1(n.kind, n.value))) m (value)`,
})

export interface ReceivedFrom {
  /** The event of the message. */
  readonly eventId: string
  readonly class: ReplyClass
  readonly at: Date
  /** The names of its sender. */
  readonly people: readonly NewSuppression[]
}

/** Stores who sent a message and what it is. */
export async function keepSenders(
  tx: Queries,
  { workspaceId, environment }: StreamOwner,
  { eventId, class: kind, at, people }: ReceivedFrom,
): Promise<void> {
  if (people.length === 0) return
  await tx.query(KEEP_SENDERS, {
    eventId,
    workspaceId,
    environment,
    kinds: people.map((person) => person.kind),
    values: people.map(({ value }) => value),
    class: kind,
    at,
  })
}
