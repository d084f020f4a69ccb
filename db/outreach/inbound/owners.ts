import type { MessagingAccountStatus, InboxStatus, MessagingNetwork } from '../../../domain/senders/sender.ts'
import type { StreamOwner } from '../../delivery/events/write.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

export interface OwnInbox extends StreamOwner {
  readonly id: string
  readonly address: string
  readonly status: InboxStatus
}

const INBOX = `i.id, i.address, i.status, i.workspace_id as "workspaceId", i.environment`

/** The account from which a provider reports. */
export type ReportingAccount = {
  readonly provider: string
  /** The workspace's own connection; null: the platform's account. */
  readonly connectionId: string | null
}

/** A report is about senders of its account alone: no customer's account reports on senders of others. */
const OF_ACCOUNT = 'i.provider = :provider and i.connection_id is not distinct from :connectionId'

export const FIND_INBOX = statement<ReportingAccount & { externalId: string }, OwnInbox>({
  name: 'find_inbox_of_inbound',
  effect: false,
  text: `select ${INBOX} from inbox i where ${OF_ACCOUNT} and i.external_id = :externalId`,
})

/** The inbox that a provider's message names; null: the service has no such inbox. */
export async function ownInbox(
  tx: Queries,
  { provider, connectionId }: ReportingAccount,
  externalId: string,
): Promise<OwnInbox | null> {
  const [inbox] = await tx.query(FIND_INBOX, { provider, connectionId, externalId })
  return inbox ?? null
}

/**
 * Finds a send by the message's id, otherwise by the run that the send was marked with. Finds the inbox by the send's
 * own inbox id, otherwise by the address: within the send's workspace, or within all workspaces as long as only one has
 * it.
 */
export const FIND_SENDING_INBOX = statement<
  ReportingAccount & { messageId: string; address: string; runId: string | null },
  OwnInbox
>({
  name: 'find_sending_inbox_of_inbound',
  effect: false,
  text: `with sent as materialized (
      select r.workspace_id, r.environment, a.output ->> 'inbox_id' as inbox_id
      from attempt a join run r on r.id = a.run_id
      where a.output ->> 'message_id' = any (spellings_v1(:messageId::text))
        and a.capability = 'email.send' and a.outcome = 'succeeded'
      order by a.run_id desc limit 1
    ), owner as materialized (
      select workspace_id, environment, inbox_id from sent
      union all
      select r.workspace_id, r.environment, null from run r where r.id = :runId and not exists (select from sent)
    ), named as materialized (
      select ${INBOX}, i.connection_id, i.id = o.inbox_id as sent_it
      from owner o join inbox i on i.workspace_id = o.workspace_id and i.environment = o.environment
      where i.id = o.inbox_id or (i.provider = :provider and i.address = :address)
      union all
      select ${INBOX}, i.connection_id, false from inbox i
      where i.domain = host_of_v1(:address) and i.provider = :provider and i.address = :address
        and i.status <> 'removed' and not exists (select from owner)
    ), found as materialized (
      select * from named where connection_id is not distinct from :connectionId
    )
    select * from found where coalesce(sent_it, false) or not exists (select from found where sent_it) limit 2`,
})

/** The inbox that a provider's report without an inbox id is about; null: none fits, or more than one does. */
export async function sendingInbox(
  tx: Queries,
  {
    provider,
    connectionId,
    messageId,
    address,
    runId,
  }: ReportingAccount & { messageId: string; address: string; runId: string | null },
): Promise<OwnInbox | null> {
  const [inbox, second] = await tx.query(FIND_SENDING_INBOX, { provider, connectionId, messageId, address, runId })
  return second === undefined ? (inbox ?? null) : null
}

export interface OwnedMessagingAccount extends StreamOwner {
  readonly id: string
  readonly name: string
  readonly network: MessagingNetwork
  readonly status: MessagingAccountStatus
  readonly connectedBefore: boolean
}

const ACCOUNT = `select id, name, network, status, workspace_id as "workspaceId", environment,
  connected_at is not null as "connectedBefore"
    from messaging_account where provider = :provider and external_id = :externalId
      and connection_id is not distinct from :connectionId`

export const FIND_ACCOUNT = statement<ReportingAccount & { externalId: string }, OwnedMessagingAccount>({
  name: 'find_account_of_inbound',
  effect: false,
  text: ACCOUNT,
})
/** Until the commit, no other transaction changes its status. */
export const LOCK_ACCOUNT = statement<ReportingAccount & { externalId: string }, OwnedMessagingAccount>({
  name: 'lock_account_of_inbound',
  effect: false,
  text: `${ACCOUNT} for update`,
})

/** The account that a provider's message names; null: the service has no such account. */
export async function ownAccount(
  tx: Queries,
  { provider, connectionId }: ReportingAccount,
  externalId: string,
): Promise<OwnedMessagingAccount | null> {
  return (await tx.query(FIND_ACCOUNT, { provider, connectionId, externalId }))[0] ?? null
}

/** The same, locked until the commit. */
export async function lockOwnAccount(
  tx: Queries,
  { provider, connectionId }: ReportingAccount,
  externalId: string,
): Promise<OwnedMessagingAccount | null> {
  return (await tx.query(LOCK_ACCOUNT, { provider, connectionId, externalId }))[0] ?? null
}

/** A report that arrives within this time after a send may still belong to a send whose outcome is unknown. */
const REPORT_DAYS_MAX = 3

/**
 * An inbox's sends with an unknown outcome that fit a report: the run that the send was marked with, otherwise by
 * sender, time and recipients. A message whose id a send already has belongs to none of them.
 */
export const FIND_UNKNOWN_SENDS = statement<
  {
    workspaceId: string
    environment: string
    provider: string
    inboxId: string
    messageId: string
    at: string
    recipients: readonly string[]
    runId: string | null
    address: string
  },
  { runId: string }
>({
  name: 'find_unknown_sends',
  effect: false,
  plannedEachTime: true,
  text: `select distinct a.run_id as "runId"
    from attempt a join run r on r.id = a.run_id
    where a.outcome = 'unknown' and a.capability = 'email.send' and r.workspace_id = :workspaceId
      and r.environment = :environment and r.status = 'failed'
      and not exists (select from attempt k where k.output ->> 'message_id' = any (spellings_v1(:messageId::text))
        and k.capability = 'email.send' and k.outcome = 'succeeded')
      and case when :runId::text is not null then a.run_id = :runId
        else a.started_at between :at::timestamptz - interval '${REPORT_DAYS_MAX} days'
          and :at::timestamptz + interval '5 minutes'
          and (r.environment = 'test' or a.provider = :provider)
          and lower(coalesce(r.input ->> 'inbox_id', r.input ->> 'from', :inboxId)) in (lower(:inboxId),
            lower(:address))
          and :recipients::text[] <@ array(select e ->> 'value' from jsonb_array_elements(r.send -> 'recipients') e)
      end
    limit 2`,
})

export interface ReportedSend extends StreamOwner {
  readonly provider: string
  readonly inbox: { readonly id: string; readonly address: string }
  readonly messageId: string
  readonly at: string
  /** Normalized. */
  readonly recipients: readonly string[]
  /** The id of the run that the send was marked with. */
  readonly runId: string | null
}

/** The run with an unknown outcome whose send a report is about; null: there is none, or more than one fits. */
export async function unknownSend(
  tx: Queries,
  { workspaceId, environment, provider, inbox, messageId, at, recipients, runId }: ReportedSend,
): Promise<string | null> {
  const [run, second] = await tx.query(FIND_UNKNOWN_SENDS, {
    workspaceId,
    environment,
    provider,
    inboxId: inbox.id,
    messageId,
    at,
    recipients,
    runId,
    address: inbox.address,
  })
  return second === undefined ? (run?.runId ?? null) : null
}
