import type { ReportedDomain } from '../../domain/senders/email-domain.ts'
import { QUOTAS } from '../../domain/plans/quotas.ts'
import type { Database, Queries, Transaction } from '../database.ts'
import type { StreamOwner } from '../events/write.ts'
import { statement } from '../statement.ts'
import { lockForQuota, lockWorkspace } from '../workspaces/lock.ts'
import type { StoredDomain } from './queries.ts'

export interface DomainToAdd extends StreamOwner {
  readonly id: string
  /** In lower case. */
  readonly domain: string
  readonly provider: string
  /** The workspace's own connection in whose account it will stand; null: the platform's. */
  readonly connectionId: string | null
  /** What a simulated provider says at once; null: the provider is called next. */
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

type Named = { workspaceId: string; environment: string; domain: string }

export const FIND_NAMED_DOMAIN = statement<
  Named,
  { id: string; connectionId: string | null; createdAt: Date; own: boolean; made: boolean }
>({
  name: 'find_named_domain',
  effect: false,
  text: `select id, connection_id as "connectionId", created_at as "createdAt", workspace_id = :workspaceId as own,
      external_id is not null as made
    from email_domain where domain = :domain and environment = :environment
      and (environment = 'live' or workspace_id = :workspaceId)`,
})

export const INSERT_DOMAIN = statement<
  Named & {
    id: string
    provider: string
    connectionId: string | null
    externalId: string | null
    status: string
    records: string
    max: number
  },
  { id: string; connectionId: string | null; createdAt: Date }
>({
  name: 'insert_domain',
  effect: 'within',
  text: `insert into email_domain (id, workspace_id, environment, domain, provider, connection_id, external_id, status,
      records)
    select :id, :workspaceId, :environment, :domain, :provider, :connectionId, :externalId, :status, :records::jsonb
    where (select count(*) from email_domain where workspace_id = :workspaceId) < :max::integer
    on conflict do nothing
    returning id, connection_id as "connectionId", created_at as "createdAt"`,
})

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

export const RECORD_DOMAIN = statement<
  { id: string; externalId: string; status: string; records: string },
  { createdAt: Date }
>({
  name: 'record_domain',
  effect: 'within',
  text: `update email_domain set external_id = :externalId, status = :status, records = :records::jsonb where id = :id
    returning created_at as "createdAt"`,
})

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

export const GIVE_DOMAIN_UP = statement<{ id: string }>({
  name: 'give_domain_up',
  effect: true,
  text: `delete from email_domain where id = :id and external_id is null`,
})

/** The provider has refused the domain. */
export const giveDomainUp = async (db: Database, id: string): Promise<void> =>
  void (await db.query(GIVE_DOMAIN_UP, { id }))

/**
 * Its inboxes stay for their earlier sends, under another name at the provider, so that the same address can be made
 * again.
 */
export const DELETE_DOMAIN = statement<{ id: string; externalId: string | null }, { id: string }>({
  name: 'delete_domain_with_inboxes',
  effect: 'within',
  text: `with removed as (
      delete from email_domain where id = :id and external_id is not distinct from :externalId::text
      returning id, workspace_id, environment, domain
    ), with_inboxes as (
      update inbox i set status = 'removed', external_id = i.id || ':' || i.external_id
      from removed r where i.workspace_id = r.workspace_id and i.environment = r.environment and i.domain = r.domain
        and i.status <> 'removed'
    )
    select id from removed`,
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

export const FIND_DOMAIN = statement<{ id: string; workspaceId: string }, { id: string }>({
  name: 'find_domain_of_inbox',
  effect: false,
  text: 'select id from email_domain where id = :id and workspace_id = :workspaceId',
})

/** Whether the workspace still has the domain; under the lock of the workspace it stays so until the commit. */
export const isDomainThere = async (
  tx: Queries,
  domain: { readonly id: string; readonly workspaceId: string },
): Promise<boolean> => (await tx.query(FIND_DOMAIN, domain)).length > 0
