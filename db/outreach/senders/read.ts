import type { Environment } from '../../../domain/runs/states.ts'
import type {
  MessageOrigin,
  MessagingNetwork,
  NamedSender,
  OwnSender,
  SenderKind,
} from '../../../domain/senders/sender.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

/** Enough to see whether there is one or several, and to find every account that a chat may belong to. */
const SENDERS_MAX = 100

interface Row {
  readonly own: readonly OwnSender[]
  /** Null when the message that is replied to is unknown. */
  readonly seenHere: boolean | null
  readonly seenIn: string | null
  /** Whether an account holds it. */
  readonly seenByAccount: boolean | null
}

export interface KnownSenders {
  readonly own: readonly OwnSender[]
  readonly origin: MessageOrigin
}

/**
 * CTE `seen`: what holds the message that is replied to. It is searched among sent and received messages. The
 * workspace's own come first, because two inboxes may hold one message, and the inbox that received it before the one
 * that sent it (decisions, "a send's replies"). `requested` has one send with `workspace_id, environment, answers`.
 */
const SEEN = `seen as materialized (
      select m.workspace_id = r.workspace_id and m.environment = r.environment as here,
        coalesce(m.inbox, m.account) as id, m.account is not null as by_account
      from requested r cross join lateral (
        select o.workspace_id, o.environment, a.output ->> 'inbox_id' as inbox, a.output ->> 'account_id' as account,
          false as received, a.run_id as id
        from attempt a join run o on o.id = a.run_id
        where a.output ->> 'message_id' = any (r.answers) and a.capability = 'email.send' and a.outcome = 'succeeded'
        union all
        select m.workspace_id, m.environment, m.inbox_id, m.account_id, true, coalesce(m.inbox_id, m.account_id)
        from received_message m where m.message_id = any (r.answers)
      ) m
      order by here desc, m.received desc, m.id desc limit 1
    )`

/** `SEEN` of the send of a run. */
const SEEN_SQL = `requested as materialized (
      select workspace_id, environment, spellings_v1(input ->> 'in_reply_to') as answers, send ->> 'sender' as sender
      from run where id = :runId
    ), ${SEEN}`

const SEEN_COLUMNS = `seen.here as "seenHere", seen.id as "seenIn", seen.by_account as "seenByAccount"`

const reportsSql = (sender: string): string =>
  `(${sender}.connection_id is null
            or exists (select from connection_webhook w where w.connection_id = ${sender}.connection_id))`

/**
 * The names are ids or addresses of inboxes, also in lower case. Without names all inboxes count, those that can
 * send through the provider's account first. An inbox in the workspace's own account cannot send without the key. A run
 * whose sender was known when it was requested has no other one: that sender has the slot.
 */
export const READ_INBOXES = statement<
  { runId: string; names: readonly string[]; provider: string; connectionId: string | null },
  Row
>({
  name: 'read_sending_inboxes',
  effect: false,
  text: `with ${SEEN_SQL}
    select ${SEEN_COLUMNS}, coalesce((
      select jsonb_agg(s) from (
        select i.id, i.provider, i.external_id as "externalId", i.address, i.display_name as "displayName",
          i.connection_id as "connectionId",
          i.status = 'active' and (i.connection_id is null or c.status = 'active') as "canSend",
          ${reportsSql('i')} as reports
        from requested r
        join inbox i on i.workspace_id = r.workspace_id and i.environment = r.environment and i.status <> 'removed'
        left join connection c on c.id = i.connection_id
        where (r.sender is null or i.id = r.sender)
          and (cardinality(:names::text[]) = 0 or i.id = any (:names) or i.address = any (:names))
        order by (i.id = seen.id) desc nulls last,
          (i.provider = :provider and i.connection_id is not distinct from :connectionId::text) desc,
          i.status = 'active' desc, i.id
          limit ${SENDERS_MAX}
      ) s
    ), '[]') as own
    from requested left join seen on true`,
})

/** The same for the accounts of one network, by their ids. */
export const READ_ACCOUNTS = statement<
  { runId: string; names: readonly string[]; provider: string; connectionId: string | null; kind: MessagingNetwork },
  Row
>({
  name: 'read_sending_accounts',
  effect: false,
  text: `with ${SEEN_SQL}
    select ${SEEN_COLUMNS}, coalesce((
      select jsonb_agg(s) from (
        select m.id, m.provider, m.external_id as "externalId", null as address, null as "displayName",
          m.connection_id as "connectionId",
          m.status = 'connected' and (m.connection_id is null or c.status = 'active') as "canSend",
          ${reportsSql('m')} as reports
        from requested r
        join messaging_account m on m.workspace_id = r.workspace_id and m.environment = r.environment
          and m.status <> 'removed'
        left join connection c on c.id = m.connection_id
        where m.network = :kind and (r.sender is null or m.id = r.sender)
          and (cardinality(:names::text[]) = 0 or m.id = any (:names))
        order by (m.id = seen.id) desc nulls last,
          (m.provider = :provider and m.connection_id is not distinct from :connectionId::text) desc,
          m.status = 'connected' desc, m.id limit ${SENDERS_MAX}
      ) s
    ), '[]') as own
    from requested left join seen on true`,
})

export const READ_NAMED = statement<
  {
    workspaceId: string
    environment: Environment
    answers: string | null
    kind: SenderKind
    names: readonly string[]
  },
  Omit<Row, 'own'> & { readonly own: readonly NamedSender[] }
>({
  name: 'read_named_senders',
  effect: false,
  text: `with requested as materialized (
      select :workspaceId::text as workspace_id, :environment::text as environment,
        spellings_v1(:answers::text) as answers
    ), ${SEEN}
    select ${SEEN_COLUMNS}, coalesce((
      select jsonb_agg(s) from (
        select i.id, i.address from requested r
        join inbox i on i.workspace_id = r.workspace_id and i.environment = r.environment and i.status <> 'removed'
        where :kind::text = 'inbox' and (i.id = any (:names::text[]) or i.address = any (:names::text[]))
        union all
        select m.id, null from requested r
        join messaging_account m on m.workspace_id = r.workspace_id and m.environment = r.environment
          and m.status <> 'removed'
        where m.network = :kind::text and m.id = any (:names::text[])
      ) s
    ), '[]') as own
    from requested left join seen on true`,
})

export interface SendRequest {
  readonly workspaceId: string
  readonly environment: Environment
  readonly kind: SenderKind
  readonly named: readonly string[]
  /** The message that the send replies to. */
  readonly answers: string | null
}

/** The senders that a request names, and what holds the message that it replies to, before it is a run. */
export async function readNamedSenders(
  db: Database,
  { named, ...send }: SendRequest,
): Promise<{ readonly own: readonly NamedSender[]; readonly origin: MessageOrigin }> {
  const [row] = await db.query(READ_NAMED, { ...send, names: inBothCases(named) })
  return { own: row?.own ?? [], origin: originOf(row) }
}

const inBothCases = (names: readonly string[]): string[] => [
  ...new Set(names.flatMap((name) => [name, name.toLowerCase()])),
]

/** The senders of a run's workspace in the run's environment, and the inbox of the message that it replies to. */
export async function readSenders(
  db: Database,
  send: {
    runId: string
    provider: string
    connectionId: string | null
    kind: 'inbox' | MessagingNetwork
    named: readonly string[]
  },
): Promise<KnownSenders> {
  const names = inBothCases(send.named)
  const { runId, provider, connectionId, kind } = send
  const [row] = await (kind === 'inbox'
    ? db.query(READ_INBOXES, { runId, names, provider, connectionId })
    : db.query(READ_ACCOUNTS, { runId, names, provider, connectionId, kind }))
  return { own: row?.own ?? [], origin: originOf(row) }
}

function originOf(row: Omit<Row, 'own'> | undefined): MessageOrigin {
  if (row === undefined || row.seenHere === null) return { kind: 'unseen' }
  if (!row.seenHere) return { kind: 'foreign' }
  return { kind: 'own', senderId: row.seenIn, ...(row.seenByAccount === true ? { gmail: true } : {}) }
}
