import type { EmailDomainStatus } from '../../domain/senders/inbox-address.ts'
import type { Database, Statement } from '../database.ts'
import type { StreamOwner } from '../events/write.ts'

const READ_EMAIL_DOMAINS: Statement = {
  name: 'read_email_domains',
  effect: false,
  text: 'select domain, status from email_domain where workspace_id = $1 and environment = $2 order by domain',
}

export interface OwnDomain {
  readonly domain: string
  readonly status: EmailDomainStatus
}

/** A workspace's own domains in one environment. */
export const readEmailDomains = (db: Database, { workspaceId, environment }: StreamOwner): Promise<OwnDomain[]> =>
  db.query<OwnDomain>(READ_EMAIL_DOMAINS, [workspaceId, environment])
