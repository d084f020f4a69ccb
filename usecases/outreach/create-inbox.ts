import type { Database, Queries, Transaction } from '../../db/database.ts'
import { isDomainThere } from '../../db/outreach/email-domains/create.ts'
import type { StreamOwner } from '../../db/delivery/events/write.ts'
import { ACTIVATE_INBOX, FIND_NAMED_INBOX, INSERT_INBOX } from '../../db/outreach/inboxes/create.ts'
import { lockForQuota } from '../../db/access/workspaces/lock.ts'
import { QUOTAS } from '../../domain/plans/quotas.ts'
import type { InboxStatus } from '../../domain/senders/sender.ts'

export interface InboxToCreate extends StreamOwner {
  readonly id: string
  readonly provider: string
  /** The id that the provider is expected to give it, until the provider has reported one; unique per provider. */
  readonly externalId: string
  /** In lower case. */
  readonly address: string
  readonly displayName: string | null
  /** The workspace's own connection whose account holds it; null: the platform's. */
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
