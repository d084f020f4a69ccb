import { INBOXES_MAX } from '../../domain/senders/limits.ts'
import type { InboxStatus } from '../../domain/senders/sender.ts'
import type { Database, Queries, Statement, Transaction } from '../database.ts'
import type { StreamOwner } from '../events/write.ts'
import { lockWorkspace } from '../workspaces/lock.ts'

export interface InboxToCreate extends StreamOwner {
  readonly id: string
  readonly provider: string
  /** The id that the provider is expected to give it, until the provider has reported one; unique per provider. */
  readonly externalId: string
  /** In lower case. */
  readonly address: string
  readonly displayName: string | null
  readonly status: Extract<InboxStatus, 'pending' | 'active'>
}

export type BegunInbox =
  /** `id` is that of an earlier request that got no answer: its provider is called again under the same name. */
  { readonly kind: 'begun'; readonly id: string } | { readonly kind: 'taken' | 'full' }

export const BEGIN_INBOX: Transaction = { name: 'begin_inbox', effect: true }

const FIND_NAMED_INBOX: Statement = {
  name: 'find_named_inbox',
  effect: false,
  text: `select id, workspace_id = $3 and environment = $4 and status = 'pending' as "underWay" from inbox where provider = $1 and external_id = $2`,
}

const INSERT_INBOX: Statement = {
  name: 'insert_inbox',
  effect: 'within',
  text: `insert into inbox (id, workspace_id, environment, provider, external_id, address, domain, status, display_name)
    select $1, $2, $3, $4, $5, $6, split_part($6, '@', 2), $7, $8
    where (select count(*) from inbox where workspace_id = $2 and status <> 'removed') < ${INBOXES_MAX}
    on conflict (provider, external_id) do nothing
    returning id`,
}

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
    await lockWorkspace(tx, inbox.workspaceId)
    const name = [inbox.provider, inbox.externalId]
    const [known] = await tx.query<{ id: string; underWay: boolean }>(FIND_NAMED_INBOX, [
      ...name,
      inbox.workspaceId,
      inbox.environment,
    ])
    if (known !== undefined) return known.underWay ? { kind: 'begun', id: known.id } : { kind: 'taken' }
    const [made] = await tx.query<{ id: string }>(INSERT_INBOX, [
      inbox.id,
      inbox.workspaceId,
      inbox.environment,
      ...name,
      inbox.address,
      inbox.status,
      inbox.displayName,
    ])
    if (made !== undefined) {
      await done(tx)
      return { kind: 'begun', id: made.id }
    }
    const [other] = await tx.query(FIND_NAMED_INBOX, [...name, inbox.workspaceId, inbox.environment])
    return { kind: other === undefined ? 'full' : 'taken' }
  })

export const SETTLE_INBOX: Transaction = { name: 'settle_inbox', effect: true }

/**
 * A request for the same inbox that was refused in the meantime has deleted the row. The inbox exists all the same,
 * because the provider has made it.
 */
const ACTIVATE_INBOX: Statement = {
  name: 'activate_inbox',
  effect: 'within',
  text: `insert into inbox as i (id, workspace_id, environment, provider, external_id, address, domain, status, display_name)
    values ($1, $2, $3, $4, $5, $6, split_part($6, '@', 2), 'active', $7)
    on conflict (id) do update set status = 'active', external_id = excluded.external_id where i.status = 'pending'`,
}

/**
 * Stores that the provider has made the inbox and calls it `externalId`; a repeated call changes nothing. `done` runs
 * within the transaction.
 */
export const settleInbox = (
  db: Database,
  inbox: Omit<InboxToCreate, 'status'>,
  done: (tx: Queries) => Promise<void>,
): Promise<void> =>
  db.transaction(SETTLE_INBOX, async (tx) => {
    await tx.query(ACTIVATE_INBOX, [
      inbox.id,
      inbox.workspaceId,
      inbox.environment,
      inbox.provider,
      inbox.externalId,
      inbox.address,
      inbox.displayName,
    ])
    await done(tx)
  })

export const GIVE_INBOX_UP: Statement = {
  name: 'give_inbox_up',
  effect: true,
  text: `delete from inbox where id = $1 and status = 'pending'`,
}

/** The provider has refused the inbox: the address is free for the next request. */
export const giveInboxUp = async (db: Database, id: string): Promise<void> => void (await db.query(GIVE_INBOX_UP, [id]))

const FIND_INBOX_TO_MAKE: Statement = {
  name: 'find_inbox_to_make',
  effect: false,
  text: 'select address, display_name as "displayName" from inbox where id = $1 and workspace_id = $2',
}

/** The inbox that the provider must create. */
export async function inboxToMake(
  db: Database,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Promise<{ readonly address: string; readonly displayName: string | null } | null> {
  const [inbox] = await db.query<{ address: string; displayName: string | null }>(FIND_INBOX_TO_MAKE, [id, workspaceId])
  return inbox ?? null
}
