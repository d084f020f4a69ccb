import type { Database, Queries, Transaction } from '../../db/database.ts'
import {
  DELETE_DOMAIN,
  FIND_NAMED_DOMAIN,
  INSERT_DOMAIN,
  RECORD_DOMAIN,
} from '../../db/outreach/email-domains/create.ts'
import type { StoredDomain } from '../../db/outreach/email-domains/queries.ts'
import type { StreamOwner } from '../../db/delivery/events/write.ts'
import { lockForQuota, lockWorkspace } from '../../db/access/workspaces/lock.ts'
import { QUOTAS } from '../../domain/plans/quotas.ts'
import type { ReportedDomain } from '../../domain/senders/email-domain.ts'

export interface DomainToAdd extends StreamOwner {
  readonly id: string
  /** In lower case. */
  readonly domain: string
  readonly provider: string
  /** The workspace's own connection whose account will hold it; null: the platform's. */
  readonly connectionId: string | null
  /** What a simulated provider states at once; null: the provider is called next. */
  readonly reported: ReportedDomain | null
}

export type BegunDomain =
  /** `id` and account are those of an earlier request that got no answer: the call is repeated in the same account. */
  | { readonly kind: 'begun'; readonly id: string; readonly connectionId: string | null; readonly createdAt: Date }
  /** The workspace has it already. */
  | { readonly kind: 'known' }
  /** Another workspace has it, or the workspace has as many as it may. */
  | { readonly kind: 'taken' | 'full' }

export const BEGIN_DOMAIN: Transaction = { name: 'begin_domain', effect: true }

/**
 * Stores a domain before its provider is called. When an answer is lost, the call is repeated for the same row. `done`
 * runs within the transaction of a domain that needs no provider.
 */
export const beginDomain = (
  db: Database,
  { id, workspaceId, environment, domain, provider, connectionId, reported }: DomainToAdd,
  done: (tx: Queries, createdAt: Date) => Promise<void> = async () => undefined,
): Promise<BegunDomain> =>
  db.transaction(BEGIN_DOMAIN, async (tx): Promise<BegunDomain> => {
    const quotaClass = await lockForQuota(tx, workspaceId)
    const named = { workspaceId, environment, domain }
    const [known] = await tx.query(FIND_NAMED_DOMAIN, named)
    if (known !== undefined) {
      if (!known.own) return { kind: 'taken' }
      return known.made
        ? { kind: 'known' }
        : { kind: 'begun', id: known.id, connectionId: known.connectionId, createdAt: known.createdAt }
    }
    const [made] = await tx.query(INSERT_DOMAIN, {
      max: QUOTAS[quotaClass].email_domains,
      ...named,
      id,
      provider,
      connectionId,
      externalId: reported?.externalId ?? null,
      status: reported?.status ?? 'pending',
      records: JSON.stringify(reported?.records ?? []),
    })
    if (made !== undefined) {
      await done(tx, made.createdAt)
      return { kind: 'begun', ...made }
    }
    const [other] = await tx.query(FIND_NAMED_DOMAIN, named)
    return { kind: other === undefined ? 'full' : 'taken' }
  })

export const SETTLE_DOMAIN: Transaction = { name: 'settle_domain', effect: true }

/**
 * Stores that the provider has made the domain; false: it was removed meanwhile. A repeated call changes nothing.
 * `done` runs within the transaction.
 */
export const settleDomain = (
  db: Database,
  id: string,
  { externalId, status, records }: ReportedDomain,
  done: (tx: Queries) => Promise<void> = async () => undefined,
): Promise<boolean> =>
  db.transaction(SETTLE_DOMAIN, async (tx) => {
    const stored = await tx.query(RECORD_DOMAIN, { id, externalId, status, records: JSON.stringify(records) })
    if (stored.length === 0) return false
    await done(tx)
    return true
  })

export const REMOVE_DOMAIN: Transaction = { name: 'remove_domain', effect: true }

/**
 * Under the lock under which inboxes are made: an inbox that outlived its domain would send from it when it is the next
 * owner's. False: the row is gone, or it has another id of the provider than the one that the caller removed there.
 */
export const removeEmailDomain = (
  db: Database,
  { id, workspaceId, externalId }: Pick<StoredDomain, 'id' | 'workspaceId' | 'externalId'>,
): Promise<boolean> =>
  db.transaction(REMOVE_DOMAIN, async (tx) => {
    await lockWorkspace(tx, workspaceId)
    return (await tx.query(DELETE_DOMAIN, { id, externalId: externalId ?? null })).length > 0
  })
