import type { EmailDomainStatus } from '../../domain/senders/inbox-address.ts'
import type { Database } from '../database.ts'
import { statement } from '../statement.ts'
import type { StreamOwner } from '../events/write.ts'

const READ_EMAIL_DOMAINS = statement<{ workspaceId: string; environment: string }, OwnDomain>({
  name: 'read_email_domains',
  effect: false,
  text: `select domain, status from email_domain where workspace_id = :workspaceId and environment = :environment
    order by domain`,
})

export interface OwnDomain {
  readonly domain: string
  readonly status: EmailDomainStatus
}

/** A workspace's own domains in one environment. */
export const readEmailDomains = (db: Database, { workspaceId, environment }: StreamOwner): Promise<OwnDomain[]> =>
  db.query(READ_EMAIL_DOMAINS, { workspaceId, environment })
