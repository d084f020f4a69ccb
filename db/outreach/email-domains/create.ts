import type { Database, Queries } from '../../database.ts'
import { statement } from '../../statement.ts'

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

export const RECORD_DOMAIN = statement<
  { id: string; externalId: string; status: string; records: string },
  { createdAt: Date }
>({
  name: 'record_domain',
  effect: 'within',
  text: `update email_domain set external_id = :externalId, status = :status, records = :records::jsonb where id = :id
    returning created_at as "createdAt"`,
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
