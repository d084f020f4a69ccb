import type { InboxStatus } from '../../../domain/senders/sender.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'

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
 * A request for the same inbox that was refused in the meantime has deleted the row. The inbox exists all the same,
 * because the provider has made it.
 */
export const ACTIVATE_INBOX = statement<{
  id: string
  workspaceId: string
  environment: string
  provider: string
  externalId: string
  address: string
  displayName: string | null
  connectionId: string | null
}>({
  name: 'activate_inbox',
  effect: 'within',
  text: `insert into inbox as i (id, workspace_id, environment, provider, external_id, address, domain, status,
    display_name, connection_id)
    values (:id, :workspaceId, :environment, :provider, :externalId, :address, split_part(:address, '@', 2), 'active',
      :displayName, :connectionId)
    on conflict (id) do update set status = 'active', external_id = excluded.external_id where i.status = 'pending'`,
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
