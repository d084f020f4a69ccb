import type { Database } from '../database.ts'
import type { StreamOwner } from '../events/write.ts'
import { EmailDomain } from './entity.ts'

export type OwnDomain = Readonly<Pick<EmailDomain, 'domain' | 'status'>>

/** A workspace's own domains in one environment. */
export const readEmailDomains = async (db: Database, { workspaceId, environment }: StreamOwner): Promise<OwnDomain[]> =>
  (
    await db.entities({ name: 'read_email_domains', effect: false }, (em) =>
      em.find(EmailDomain, { workspaceId, environment }, { orderBy: { domain: 'asc' } }),
    )
  ).map(({ domain, status }) => ({ domain, status }))
