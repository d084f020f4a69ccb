import { QUOTAS } from '../../domain/plans/quotas.ts'
import type { InboxStatus } from '../../domain/senders/sender.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import { isDomainThere } from '../email-domains/create.ts'
import { statement } from '../statement.ts'
import type { StreamOwner } from '../events/write.ts'
import { lockForQuota } from '../workspaces/lock.ts'

export interface InboxToCreate extends StreamOwner {
  readonly id: string
  readonly provider: string
  /** The id that the provider is expected to give it, until the provider has reported one; unique per provider. */
  readonly externalId: string
  /** In lower case. */
  readonly address: string
  readonly displayName: string | null
  /** The workspace's own connection in whose account it stands; null: the platform's. */
  readonly connectionId: string | null
  readonly status: Extract<InboxStatus, 'pending' | 'active'>
  /** The workspace's own domain at which it is made; absent: the provider's. */
  readonly domainId?: string
}

export type BegunInbox =
  /**
   * `id` and account are those of an earlier request that got no answer: its provider is called again under the same
   * name.
   */
  | { readonly kind: 'begun'; readonly id: string; readonly connectionId: string | null }
  /** `gone`: its domain was removed meanwhile. */
  | { readonly kind: 'taken' | 'full' | 'gone' }

export const BEGIN_INBOX: Transaction = { name: 'begin_inbox', effect: true }

export const FIND_NAMED_INBOX = statement<
  { provider: string; externalId: string; workspaceId: string; environment: string },
  { id: string; connectionId: string | null; underWay: boolean }
>({
  name: 'find_named_inbox',
  effect: false,
  text: `select id, connection_id as "connectionId",
      workspace_id = :workspaceId and environment = :environment and status = 'pending' as "underWay"
    from inbox where provider = :provider and external_id = :externalId`,
})

export const INSERT_INBOX = statement<
  {
    id: string
    workspaceId: string
    environment: string
    provider: string
    externalId: string
    address: string
    status: InboxStatus
    displayName: string | null
    connectionId: string | null
    max: number
  },
  { id: string }
>({
  name: 'insert_inbox',
  effect: 'within',
  text: `insert into inbox (id, workspace_id, environment, provider, external_id, address, domain, status, display_name,
      connection_id)
    select :id, :workspaceId, :environment, :provider, :externalId, :address, split_part(:address, '@', 2), :status,
      :displayName, :connectionId
    where (select count(*) from inbox where workspace_id = :workspaceId and status <> 'removed') < :max::integer
    on conflict (provider, external_id) do nothing
    returning id`,
})

/**
 * Stores an inbox before its provider is called. When an answer is lost, the call is repeated under the same id and
 * never makes a second inbox. `done` runs within the transaction of an inbox that needs no provider.
 */
export const beginInbox = (
  db: Database,
  inbox: InboxToCreate,
  done: (tx: Queries) => Promise<void> = async () => undefined,
): Promise<BegunInbox> =>
  db.transaction(BEGIN_INBOX, async (tx): Promise<BegunInbox> => {
    const quotaClass = await lockForQuota(tx, inbox.workspaceId)
    const { provider, externalId, workspaceId, environment, domainId } = inbox
    if (domainId !== undefined && !(await isDomainThere(tx, { id: domainId, workspaceId }))) return { kind: 'gone' }
    const name = { provider, externalId, workspaceId, environment }
    const [known] = await tx.query(FIND_NAMED_INBOX, name)
    if (known !== undefined)
      return known.underWay ? { kind: 'begun', id: known.id, connectionId: known.connectionId } : { kind: 'taken' }
    const [made] = await tx.query(INSERT_INBOX, {
      max: QUOTAS[quotaClass].inboxes,
      ...name,
      id: inbox.id,
      address: inbox.address,
      status: inbox.status,
      displayName: inbox.displayName,
      connectionId: inbox.connectionId,
    })
    if (made !== undefined) {
      await done(tx)
      return { kind: 'begun', id: made.id, connectionId: inbox.connectionId }
    }
    const [other] = await tx.query(FIND_NAMED_INBOX, name)
    return { kind: other === undefined ? 'full' : 'taken' }
  })

export const SETTLE_INBOX: Transaction = { name: 'settle_inbox', effect: true }

/**
 * A request for the same inbox that was refused in the meantime has deleted the row. The inbox exists all the same,
 * because the provider has made it.
 */
export const ACTIVATE_INBOX = statement<
  {
    id: string
    workspaceId: string
    environment: string
    provider: string
    externalId: string
    address: string
    displayName: string | null
    connectionId: string | null
  },
  { id: string }
>({
  name: 'activate_inbox',
  effect: 'within',
  text: `insert into inbox as i (id, workspace_id, environment, provider, external_id, address, domain, status,
    display_name, connection_id)
    values (:id, :workspaceId, :environment, :provider, :externalId, :address, split_part(:address, '@', 2), 'active',
      :displayName, :connectionId)
    on conflict (id) do update set status = 'active', external_id = excluded.external_id where i.status = 'pending'`,
})

/**
 * Stores that the provider has made the inbox and calls it `externalId`; a repeated call changes nothing. `done` runs
 * within the transaction.
 */
export const settleInbox = (
  db: Database,
  inbox: Omit<InboxToCreate, 'status' | 'domainId'>,
  done: (tx: Queries) => Promise<void>,
): Promise<void> =>
  db.transaction(SETTLE_INBOX, async (tx) => {
    await tx.query(ACTIVATE_INBOX, {
      id: inbox.id,
      workspaceId: inbox.workspaceId,
      environment: inbox.environment,
      provider: inbox.provider,
      externalId: inbox.externalId,
      address: inbox.address,
      displayName: inbox.displayName,
      connectionId: inbox.connectionId,
    })
    await done(tx)
  })

export const GIVE_INBOX_UP = statement<{ id: string }>({
  name: 'give_inbox_up',
  effect: true,
  text: `delete from inbox where id = :id and status = 'pending'`,
})

/** The provider has refused the inbox: the address is free for the next request. */
export const giveInboxUp = async (db: Database, id: string): Promise<void> =>
  void (await db.query(GIVE_INBOX_UP, { id }))

export const FIND_INBOX_TO_MAKE = statement<
  { id: string; workspaceId: string },
  { address: string; displayName: string | null }
>({
  name: 'find_inbox_to_make',
  effect: false,
  text: 'select address, display_name as "displayName" from inbox where id = :id and workspace_id = :workspaceId',
})

/** The inbox that the provider must create. */
export async function inboxToMake(
  db: Database,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Promise<{ readonly address: string; readonly displayName: string | null } | null> {
  const [inbox] = await db.query(FIND_INBOX_TO_MAKE, { id, workspaceId })
  return inbox ?? null
}
