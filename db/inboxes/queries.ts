import { UniqueConstraintViolationException } from '@mikro-orm/core'
import type { Environment } from '../../domain/runs/states.ts'
import type { InboxStatus } from '../../domain/senders/sender.ts'
import type { Database } from '../database.ts'
import { newId } from '../ids.ts'
import { statement } from '../statement.ts'
import { Inbox } from './entity.ts'

interface Owner {
  readonly workspaceId: string
  readonly environment: Environment
}

export interface NewInbox extends Owner {
  readonly provider: string
  readonly externalId: string
  readonly address: string
  readonly status: InboxStatus
}

export const ADD_INBOX = { name: 'add_inbox', effect: true } as const

/** Null when the provider's id already belongs to an inbox, of this or another workspace. */
export async function addInbox(db: Database, { address, ...inbox }: NewInbox): Promise<Inbox | null> {
  const lower = address.toLowerCase()
  try {
    return await db.entities(ADD_INBOX, async (em) => {
      const created = em.create(Inbox, {
        id: newId('inbox'),
        ...inbox,
        address: lower,
        domain: lower.slice(lower.lastIndexOf('@') + 1),
        createdAt: new Date(),
      })
      await em.flush()
      return created
    })
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) return null
    throw error
  }
}

/**
 * A workspace's inboxes in one environment, oldest first. Removed ones are kept for their earlier sends and not listed.
 */
export const listInboxes = (db: Database, { workspaceId, environment }: Owner): Promise<Inbox[]> =>
  db.entities({ name: 'list_inboxes', effect: false }, (em) =>
    em.find(Inbox, { workspaceId, environment, status: { $ne: 'removed' } }, { orderBy: { id: 'asc' } }),
  )

export const READ_DISCONNECTED = statement<{ workspaceId: string }, { id: string }>({
  name: 'read_disconnected_inboxes',
  effect: false,
  text: `select i.id from inbox i join connection c on c.id = i.connection_id
    where i.workspace_id = :workspaceId and c.status <> 'active'`,
})

/** Ids of the workspace's inboxes in its own accounts whose key was removed: they cannot send. */
export async function disconnectedInboxes(db: Database, workspaceId: string): Promise<ReadonlySet<string>> {
  const rows = await db.query(READ_DISCONNECTED, { workspaceId })
  return new Set(rows.map(({ id }) => id))
}

/** The inbox that a provider's message is about. */
export const findInbox = (db: Database, provider: string, externalId: string): Promise<Inbox | null> =>
  db.entities({ name: 'find_inbox', effect: false }, (em) => em.findOne(Inbox, { provider, externalId }))

export const SET_INBOX_STATUS = { name: 'set_inbox_status', effect: true } as const

/** False when the workspace has no such inbox. */
export async function setInboxStatus(
  db: Database,
  { workspaceId, environment, id }: Owner & { readonly id: string },
  status: InboxStatus,
): Promise<boolean> {
  const changed = await db.entities(SET_INBOX_STATUS, (em) =>
    em.nativeUpdate(Inbox, { id, workspaceId, environment }, { status }),
  )
  return changed === 1
}
