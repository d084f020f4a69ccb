import type { Environment } from '../../../domain/runs/states.ts'
import type { InboxStatus } from '../../../domain/senders/sender.ts'
import type { Queries } from '../../database.ts'
import { newId } from '../../ids.ts'
import { statement } from '../../statement.ts'

interface Owner {
  readonly workspaceId: string
  readonly environment: Environment
}

/** A workspace's mailbox at a mail provider. An id at a provider belongs to one workspace, permanently. */
export interface Inbox extends Owner {
  readonly id: string
  readonly provider: string
  readonly externalId: string
  /** In lower case. */
  readonly address: string
  readonly domain: string
  readonly status: InboxStatus
  readonly createdAt: Date
  /** What recipients see next to the address. */
  readonly displayName: string | null
  /** The workspace's own connection whose account holds it; null: it is in the platform's account. */
  readonly connectionId: string | null
}

export interface NewInbox extends Owner {
  readonly provider: string
  readonly externalId: string
  readonly address: string
  readonly status: InboxStatus
}

const COLUMNS = `id, workspace_id as "workspaceId", environment, provider, external_id as "externalId", address, domain,
    status, created_at as "createdAt", display_name as "displayName", connection_id as "connectionId"`

export const ADD_INBOX = statement<Pick<NewInbox, keyof NewInbox> & { id: string }, Inbox>({
  name: 'add_inbox',
  effect: true,
  text: `insert into inbox (id, workspace_id, environment, provider, external_id, address, domain, status)
    values (:id, :workspaceId, :environment, :provider, :externalId, lower(:address),
      lower(split_part(:address, '@', -1)), :status)
    on conflict (provider, external_id) do nothing returning ${COLUMNS}`,
})

/** Null when the provider's id already belongs to an inbox, of this or another workspace. */
export async function addInbox(
  db: Queries,
  { workspaceId, environment, provider, externalId, address, status }: NewInbox,
): Promise<Inbox | null> {
  const [added] = await db.query(ADD_INBOX, {
    id: newId('inbox'),
    workspaceId,
    environment,
    provider,
    externalId,
    address,
    status,
  })
  return added ?? null
}

export const LIST_INBOXES = statement<{ workspaceId: string; environment: string }, Inbox>({
  name: 'list_inboxes',
  effect: false,
  text: `select ${COLUMNS} from inbox where workspace_id = :workspaceId and environment = :environment
    and status <> 'removed' order by id`,
})

/**
 * A workspace's inboxes in one environment, oldest first. Removed ones are kept for their earlier sends and not listed.
 */
export const listInboxes = (db: Queries, { workspaceId, environment }: Owner): Promise<Inbox[]> =>
  db.query(LIST_INBOXES, { workspaceId, environment })

export const READ_DISCONNECTED = statement<{ workspaceId: string }, { id: string }>({
  name: 'read_disconnected_inboxes',
  effect: false,
  text: `select i.id from inbox i join connection c on c.id = i.connection_id
    where i.workspace_id = :workspaceId and c.status <> 'active'`,
})

/** Ids of the workspace's inboxes in its own accounts whose key was removed: they cannot send. */
export async function disconnectedInboxes(db: Queries, workspaceId: string): Promise<ReadonlySet<string>> {
  const rows = await db.query(READ_DISCONNECTED, { workspaceId })
  return new Set(rows.map(({ id }) => id))
}
