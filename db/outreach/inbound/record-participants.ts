import type { AccountChange } from '../../../domain/inbound/account-state.ts'
import type { Participant } from '../../../domain/inbound/people.ts'
import type { StreamOwner } from '../../delivery/events/write.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

/** A provider may report one message twice: when it arrives, and when it is classified. */
export const KEEP_RECEIVED = statement<{
  inboxId: string | null
  accountId: string | null
  messageId: string
  threadId: string | null
  participants: readonly string[]
  workspaceId: string
  environment: string
}>({
  name: 'keep_received_message',
  effect: 'within',
  text: `insert into received_message (inbox_id, account_id, message_id, thread_id, participants, workspace_id,
      environment)
    select :inboxId, :accountId, :messageId, :threadId, :participants::text[], :workspaceId, :environment
      where length(:messageId) <= 500
    on conflict do nothing`,
})

export interface ReceivedMail extends StreamOwner {
  /** What received it: an inbox, or a connected Gmail account; neither: the sandbox's inbox, which has no row. */
  readonly by: { readonly inboxId?: string; readonly accountId?: string }
  readonly messageId: string
  readonly threadId: string | null
  /** The normalized addresses of its sender and its recipients. */
  readonly participants: readonly string[]
}

/**
 * Stores which inbox or account received a message, and who takes part in its thread: a reply is sent from there, and
 * passes the repeat guard for these people (decisions, "a send's replies").
 */
export async function recordReceived(
  tx: Queries,
  { workspaceId, environment, by, messageId, threadId, participants }: ReceivedMail,
): Promise<void> {
  const holder = { inboxId: null, accountId: null, ...by }
  await tx.query(KEEP_RECEIVED, { ...holder, messageId, threadId, participants, workspaceId, environment })
}

/**
 * Sorted: every transaction, like the ends of sends, writes them in the same order. A network may name a sender only by
 * its own id: a person who has connected is known by every name that the connection had.
 */
export const LEARN_PARTICIPANTS = statement<
  {
    workspaceId: string
    environment: string
    channel: string
    chatId: string
    kinds: readonly string[]
    values: readonly string[]
    senderId: string
  },
  { kind: Participant['kind']; value: string }
>({
  name: 'learn_participants',
  effect: 'within',
  text: `with names as materialized (
      select n.kind, n.value from unnest(:kinds::text[], :values::text[]) as n (kind, value)
      union
      select c.kind, c.value from network_connection c where c.workspace_id = :workspaceId
        and c.environment = :environment and c.channel = :channel and c.person = :senderId
    ), kept as (
      insert into chat_participant (workspace_id, environment, channel, chat_id, kind, value)
      select :workspaceId, :environment, :channel, :chatId, p.kind, p.value from names p
      where length(:chatId) between 1 and 500
      order by p.kind, p.value
      on conflict do nothing
    )
    select kind, value from names`,
})

/**
 * Stores the participants of a chat, so that messages into the chat are known to reach them. Returns all names of the
 * sender.
 */
export async function recordParticipants(
  tx: Queries,
  { workspaceId, environment }: StreamOwner,
  {
    channel,
    chatId,
    senderId,
    people,
  }: { channel: string; chatId: string; senderId: string; people: readonly Participant[] },
): Promise<readonly Participant[]> {
  return tx.query(LEARN_PARTICIPANTS, {
    workspaceId,
    environment,
    channel,
    chatId,
    kinds: people.map(({ kind }) => kind),
    values: people.map(({ value }) => value),
    senderId,
  })
}

export const NOTE_CONNECTIONS = statement<{
  workspaceId: string
  environment: string
  kinds: readonly string[]
  values: readonly string[]
  at: Date
  person: string
}>({
  name: 'note_connections',
  effect: 'within',
  text: `insert into network_connection as c (workspace_id, environment, channel, kind, value, person, connected_at)
    select :workspaceId, :environment, 'linkedin', p.kind, p.value, :person, :at
      from unnest(:kinds::text[], :values::text[]) as p (kind, value)
    order by p.kind, p.value
    on conflict (workspace_id, environment, channel, kind, value) do update
      set person = excluded.person, connected_at = greatest(c.connected_at, excluded.connected_at)`,
})

/**
 * Stores that these names of one person have been connected since `at` (decisions,
 * "LinkedIn channel").
 */
export async function recordConnections(
  tx: Queries,
  { workspaceId, environment }: StreamOwner,
  { person, people, at }: { person: string; people: readonly Participant[]; at: Date },
): Promise<void> {
  if (people.length === 0) return
  await tx.query(NOTE_CONNECTIONS, {
    workspaceId,
    environment,
    kinds: people.map(({ kind }) => kind),
    values: people.map(({ value }) => value),
    at,
    person,
  })
}

export const CHANGE_ACCOUNT = statement<{ accountId: string; status: string }>({
  name: 'change_account_status',
  effect: 'within',
  text: `update messaging_account
    set status = :status, connected_at = case when :status = 'connected' then clock_timestamp() else connected_at end
    where id = :accountId`,
})

export async function changeAccount(tx: Queries, accountId: string, { status }: AccountChange): Promise<void> {
  await tx.query(CHANGE_ACCOUNT, { accountId, status })
}
