import type { Environment } from '../../../domain/runs/states.ts'
import type { MessagingAccountStatus, MessagingNetwork } from '../../../domain/senders/sender.ts'
import type { Queries } from '../../database.ts'
import { statement } from '../../statement.ts'
import { newId } from '../../ids.ts'

interface Owner {
  readonly workspaceId: string
  readonly environment: Environment
}

/**
 * A workspace's account on a social or messaging network, connected through a provider. An id at a provider belongs to
 * one workspace, permanently.
 */
export interface MessagingAccount extends Owner {
  readonly id: string
  readonly network: MessagingNetwork
  readonly provider: string
  readonly externalId: string
  readonly name: string
  readonly status: MessagingAccountStatus
  /** When it was last connected. */
  readonly connectedAt: Date | null
  /** The workspace's own connection whose account holds it; null: it is in the platform's account. */
  readonly connectionId: string | null
}

export interface NewMessagingAccount extends Owner {
  readonly network: MessagingNetwork
  readonly provider: string
  readonly externalId: string
  readonly name: string
  readonly status: MessagingAccountStatus
}

const COLUMNS = `id, workspace_id as "workspaceId", environment, network, provider, external_id as "externalId", name,
    status, connected_at as "connectedAt", connection_id as "connectionId"`

export const ADD_MESSAGING_ACCOUNT = statement<
  Pick<NewMessagingAccount, keyof NewMessagingAccount> & { id: string },
  MessagingAccount
>({
  name: 'add_messaging_account',
  effect: true,
  text: `insert into messaging_account (id, workspace_id, environment, network, provider, external_id, name, status,
      connected_at)
    values (:id, :workspaceId, :environment, :network, :provider, :externalId, :name, :status,
      case when :status = 'connected' then clock_timestamp() end)
    on conflict (provider, external_id) do nothing returning ${COLUMNS}`,
})

/** Null when the provider's id already belongs to an account, of this or another workspace. */
export async function addMessagingAccount(
  db: Queries,
  { workspaceId, environment, network, provider, externalId, name, status }: NewMessagingAccount,
): Promise<MessagingAccount | null> {
  const [added] = await db.query(ADD_MESSAGING_ACCOUNT, {
    id: newId('acct'),
    workspaceId,
    environment,
    network,
    provider,
    externalId,
    name,
    status,
  })
  return added ?? null
}

export const LIST_MESSAGING_ACCOUNTS = statement<
  { workspaceId: string; environment: string; network: string },
  MessagingAccount
>({
  name: 'list_messaging_accounts',
  effect: false,
  text: `select ${COLUMNS} from messaging_account where workspace_id = :workspaceId and environment = :environment
    and network = :network and status <> 'removed' order by id`,
})

/**
 * A workspace's accounts on one network, oldest first. Removed ones are kept for their earlier sends and not listed.
 */
export const listMessagingAccounts = (
  db: Queries,
  { workspaceId, environment, network }: Owner & { readonly network: MessagingNetwork },
): Promise<MessagingAccount[]> => db.query(LIST_MESSAGING_ACCOUNTS, { workspaceId, environment, network })

export const FIND_OWN_ACCOUNT = statement<
  { id: string; workspaceId: string; environment: string; network: string },
  MessagingAccount
>({
  name: 'find_own_account',
  effect: false,
  text: `select ${COLUMNS} from messaging_account where id = :id and workspace_id = :workspaceId
    and environment = :environment and network = :network and status <> 'removed'`,
})

/** One of a workspace's accounts, by its own id; null also for a removed one. */
export async function findOwnAccount(
  db: Queries,
  { workspaceId, environment, network, id }: Owner & { readonly network: MessagingNetwork; readonly id: string },
): Promise<MessagingAccount | null> {
  const [account] = await db.query(FIND_OWN_ACCOUNT, { id, workspaceId, environment, network })
  return account ?? null
}

export const REMOVE_ACCOUNT = statement<{ id: string; workspaceId: string; environment: Environment }>({
  name: 'remove_account',
  effect: true,
  text: `update messaging_account set status = 'removed' where id = :id and workspace_id = :workspaceId
    and environment = :environment`,
})

/** A removed account sends nothing, and further reports of its provider about it are ignored. */
export async function removeAccount(
  db: Queries,
  { workspaceId, environment, id }: Owner & { readonly id: string },
): Promise<void> {
  await db.query(REMOVE_ACCOUNT, { id, workspaceId, environment })
}
