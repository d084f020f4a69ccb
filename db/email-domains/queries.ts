import type { ReportedDomain } from '../../domain/senders/email-domain.ts'
import type { Database } from '../database.ts'
import type { StreamOwner } from '../events/write.ts'
import { EmailDomain } from './entity.ts'

export type StoredDomain = Readonly<
  Pick<
    EmailDomain,
    | 'id'
    | 'workspaceId'
    | 'environment'
    | 'domain'
    | 'status'
    | 'provider'
    | 'externalId'
    | 'connectionId'
    | 'records'
    | 'createdAt'
  >
>

/** A workspace's own domains in one environment. */
export const readEmailDomains = (db: Database, { workspaceId, environment }: StreamOwner): Promise<StoredDomain[]> =>
  db.entities({ name: 'read_email_domains', effect: false }, (em) =>
    em.find(EmailDomain, { workspaceId, environment }, { orderBy: { domain: 'asc' } }),
  )

/** One of a workspace's own domains. */
export const findEmailDomain = (
  db: Database,
  { workspaceId, environment, domain }: StreamOwner & { readonly domain: string },
): Promise<StoredDomain | null> =>
  db.entities({ name: 'find_email_domain', effect: false }, (em) =>
    em.findOne(EmailDomain, { workspaceId, environment, domain }),
  )

export const findDomainById = (
  db: Database,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Promise<StoredDomain | null> =>
  db.entities({ name: 'find_email_domain_by_id', effect: false }, (em) => em.findOne(EmailDomain, { id, workspaceId }))

export const RECORD_DOMAIN_STATE = { name: 'record_domain_state', effect: true } as const

/** What the provider said last about a domain; a removed domain stays removed. */
export const recordDomainState = (
  db: Database,
  id: string,
  { status, records }: Omit<ReportedDomain, 'externalId'>,
): Promise<number> =>
  db.entities(RECORD_DOMAIN_STATE, (em) => em.nativeUpdate(EmailDomain, { id }, { status, records: [...records] }))
