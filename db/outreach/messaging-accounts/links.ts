import { ACCOUNT_LINK_GRACE_MINUTES, ACCOUNT_LINK_MINUTES, ACCOUNT_LINKS_MAX } from '../../../domain/senders/limits.ts'
import type { MessagingAccountStatus, MessagingNetwork } from '../../../domain/senders/sender.ts'
import type { Database } from '../../database.ts'
import { statement } from '../../statement.ts'
import type { StreamOwner } from '../../delivery/events/write.ts'

export interface AccountLink extends StreamOwner {
  readonly id: string
  readonly network: MessagingNetwork
  readonly provider: string
  /** The account to reconnect; null: a new account. */
  readonly accountId: string | null
  /** The workspace's own connection in whose account it is connected; null: the platform's. */
  readonly connectionId: string | null
}

/** Opening a link deletes the workspace's unused links that expired more than a day ago. */
export const PURGE_ACCOUNT_LINKS = statement<{ workspaceId: string }>({
  name: 'purge_account_links',
  effect: 'within',
  text: `delete from account_link where workspace_id = :workspaceId and used_at is null
    and expires_at < clock_timestamp() - interval '1 day'`,
})

export const INSERT_ACCOUNT_LINK = statement<
  {
    id: string
    workspaceId: string
    environment: string
    network: MessagingNetwork
    provider: string
    accountId: string | null
    connectionId: string | null
    max: number
  },
  { expiresAt: Date }
>({
  name: 'insert_account_link',
  effect: 'within',
  text: `insert into account_link (id, workspace_id, environment, network, provider, account_id, connection_id,
      reconnects, expires_at)
    select :id, :workspaceId, :environment, :network, :provider, :accountId::text, :connectionId::text,
      :accountId::text is not null, clock_timestamp() + interval '${ACCOUNT_LINK_MINUTES} minutes'
    where (select count(*) from account_link where workspace_id = :workspaceId and used_at is null
      and expires_at > clock_timestamp()) < ${ACCOUNT_LINKS_MAX}
      and (:accountId::text is not null or (select count(*) from messaging_account where workspace_id = :workspaceId
        and status <> 'removed') < :max::integer)
    returning expires_at as "expiresAt"`,
})

const LINK = `select id, workspace_id as "workspaceId", environment, network, provider, account_id as "accountId",
  connection_id as "connectionId", reconnects, used_at as "usedAt",
    expires_at > clock_timestamp() - interval '${ACCOUNT_LINK_GRACE_MINUTES} minutes' as open from account_link
      where id = :linkId`

export interface LinkRow extends AccountLink {
  readonly reconnects: boolean
  readonly usedAt: Date | null
  readonly open: boolean
}

export const FIND_ACCOUNT_LINK = statement<{ linkId: string }, LinkRow>({
  name: 'find_account_link',
  effect: false,
  text: LINK,
})
export const LOCK_ACCOUNT_LINK = statement<{ linkId: string }, LinkRow>({
  name: 'lock_account_link',
  effect: false,
  text: `${LINK} for update`,
})

/** A link that is still open or was used; null: there is none, or it has expired. */
export async function findAccountLink(
  db: Database,
  linkId: string,
): Promise<(AccountLink & { readonly used: boolean }) | null> {
  const [link] = await db.query(FIND_ACCOUNT_LINK, { linkId })
  return link === undefined || (!link.open && link.usedAt === null) ? null : { ...link, used: link.usedAt !== null }
}

export const LOCK_NAMED_ACCOUNT = statement<{ provider: string; externalId: string }, AccountRow>({
  name: 'lock_named_account',
  effect: false,
  text: `select id, workspace_id as "workspaceId", environment, network, name, status,
    connection_id as "connectionId", connected_at is not null as "connectedBefore"
    from messaging_account where provider = :provider and external_id = :externalId for update`,
})

export interface AccountRow extends StreamOwner {
  readonly id: string
  readonly network: MessagingNetwork
  readonly name: string
  readonly status: MessagingAccountStatus
  readonly connectionId: string | null
  readonly connectedBefore: boolean
}

export const INSERT_ACCOUNT = statement<{
  id: string
  workspaceId: string
  environment: string
  network: MessagingNetwork
  provider: string
  externalId: string
  name: string
  connectionId: string | null
}>({
  name: 'insert_messaging_account',
  effect: 'within',
  text: `insert into messaging_account (id, workspace_id, environment, network, provider, external_id, name, status,
    connection_id, connected_at)
    values (:id, :workspaceId, :environment, :network, :provider, :externalId, :name, 'connected', :connectionId,
      clock_timestamp())
      on conflict (provider, external_id) do nothing returning id`,
})

export const USE_ACCOUNT_LINK = statement<{ linkId: string; accountId: string }>({
  name: 'use_account_link',
  effect: 'within',
  text: 'update account_link set account_id = :accountId, used_at = clock_timestamp() where id = :linkId',
})
