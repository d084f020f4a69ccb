import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { Environment } from '../../domain/runs/states.ts'
import type { MessagingAccountStatus, MessagingChannel } from '../../domain/senders/sender.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import { newId } from '../ids.ts'
import { MessagingAccount } from './entity.ts'

interface Owner {
  readonly workspaceId: string
  readonly environment: Environment
}

export interface NewMessagingAccount extends Owner {
  readonly network: MessagingChannel
  readonly provider: string
  readonly externalId: string
  readonly name: string
  readonly status: MessagingAccountStatus
}

const connectedNow = (status: MessagingAccountStatus): { connectedAt?: Date } =>
  status === 'connected' ? { connectedAt: new Date() } : {}

export const ADD_MESSAGING_ACCOUNT = { name: 'add_messaging_account', effect: true } as const

/** Null when the provider's id already belongs to an account, of this or another workspace. */
export async function addMessagingAccount(
  db: Database,
  account: NewMessagingAccount,
): Promise<MessagingAccount | null> {
  try {
    return await db.entities(ADD_MESSAGING_ACCOUNT, async (em) => {
      const created = em.create(MessagingAccount, { id: newId('acct'), ...account, ...connectedNow(account.status) })
      await em.flush()
      return created
    })
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return null
    throw error
  }
}

/**
 * A workspace's accounts on one network, oldest first. Removed ones are kept for their earlier sends and not listed.
 */
export const listMessagingAccounts = (
  db: Database,
  { workspaceId, environment, network }: Owner & { readonly network: MessagingChannel },
): Promise<MessagingAccount[]> =>
  db.entities({ name: 'list_messaging_accounts', effect: false }, (em) =>
    em.find(
      MessagingAccount,
      { workspaceId, environment, network, status: { $ne: 'removed' } },
      { orderBy: { id: 'asc' } },
    ),
  )

/** The account that a provider's message is about. */
export const findMessagingAccount = (
  db: Database,
  provider: string,
  externalId: string,
): Promise<MessagingAccount | null> =>
  db.entities({ name: 'find_messaging_account', effect: false }, (em) =>
    em.findOne(MessagingAccount, { provider, externalId }),
  )

export const SET_ACCOUNT_STATUS = { name: 'set_messaging_account_status', effect: true } as const

/** False when the workspace has no such account. */
export async function setMessagingAccountStatus(
  db: Database,
  { workspaceId, environment, id }: Owner & { readonly id: string },
  status: MessagingAccountStatus,
): Promise<boolean> {
  const changed = await db.entities(SET_ACCOUNT_STATUS, (em) =>
    em.nativeUpdate(MessagingAccount, { id, workspaceId, environment }, { status, ...connectedNow(status) }),
  )
  return changed === 1
}

/** One of a workspace's accounts, by its own id; null also for a removed one. */
export const findOwnAccount = (
  db: Database,
  { workspaceId, environment, network, id }: Owner & { readonly network: MessagingChannel; readonly id: string },
): Promise<MessagingAccount | null> =>
  db.entities({ name: 'find_own_account', effect: false }, (em) =>
    em.findOne(MessagingAccount, { id, workspaceId, environment, network, status: { $ne: 'removed' } }),
  )

export const REMOVE_ACCOUNT = statement<{ id: string; workspaceId: string; environment: Environment }>({
  name: 'remove_account',
  effect: true,
  text: `update messaging_account set status = 'removed' where id = :id and workspace_id = :workspaceId
    and environment = :environment`,
})

/** A removed account sends nothing, and further reports of its provider about it are ignored. */
export async function removeAccount(
  db: Database,
  { workspaceId, environment, id }: Owner & { readonly id: string },
): Promise<void> {
  await db.query(REMOVE_ACCOUNT, { id, workspaceId, environment })
}
