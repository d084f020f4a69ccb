import type { DnsRecord, ReportedDomain } from '../../../domain/senders/email-domain.ts'
import type { MailAuthentication } from '../../../domain/senders/mail-authentication.ts'
import type { EmailDomainStatus } from '../../../domain/senders/inbox-address.ts'
import type { Queries } from '../../database.ts'
import type { StreamOwner } from '../../delivery/events/write.ts'
import { statement } from '../../statement.ts'

/** An e-mail domain that belongs to a workspace. A domain sends for one workspace; sandboxes do not share domains. */
export interface StoredDomain extends StreamOwner {
  readonly id: string
  readonly domain: string
  readonly status: EmailDomainStatus
  /** The provider that verifies it and sends its mail. */
  readonly provider: string
  /** The provider's id of it; null: the provider has not answered yet. */
  readonly externalId: string | null
  /** The workspace's own connection whose account holds it; null: it is in the platform's account. */
  readonly connectionId: string | null
  readonly records: readonly DnsRecord[]
  /** What the DNS had of it last; null: it has not been looked up. */
  readonly authentication: MailAuthentication | null
  readonly createdAt: Date
}

const COLUMNS = `id, workspace_id as "workspaceId", environment, domain, status, provider, external_id as "externalId",
    connection_id as "connectionId", records, authentication, created_at as "createdAt"`

export const READ_EMAIL_DOMAINS = statement<{ workspaceId: string; environment: string }, StoredDomain>({
  name: 'read_email_domains',
  effect: false,
  text: `select ${COLUMNS} from email_domain where workspace_id = :workspaceId and environment = :environment
    order by domain`,
})

/** A workspace's own domains in one environment. */
export const readEmailDomains = (db: Queries, { workspaceId, environment }: StreamOwner): Promise<StoredDomain[]> =>
  db.query(READ_EMAIL_DOMAINS, { workspaceId, environment })

export const FIND_EMAIL_DOMAIN = statement<{ workspaceId: string; environment: string; domain: string }, StoredDomain>({
  name: 'find_email_domain',
  effect: false,
  text: `select ${COLUMNS} from email_domain where workspace_id = :workspaceId and environment = :environment
    and domain = :domain`,
})

/** One of a workspace's own domains. */
export async function findEmailDomain(
  db: Queries,
  { workspaceId, environment, domain }: StreamOwner & { readonly domain: string },
): Promise<StoredDomain | null> {
  const [found] = await db.query(FIND_EMAIL_DOMAIN, { workspaceId, environment, domain })
  return found ?? null
}

export const FIND_DOMAIN_BY_ID = statement<{ id: string; workspaceId: string }, StoredDomain>({
  name: 'find_email_domain_by_id',
  effect: false,
  text: `select ${COLUMNS} from email_domain where id = :id and workspace_id = :workspaceId`,
})

export async function findDomainById(
  db: Queries,
  { id, workspaceId }: { readonly id: string; readonly workspaceId: string },
): Promise<StoredDomain | null> {
  const [found] = await db.query(FIND_DOMAIN_BY_ID, { id, workspaceId })
  return found ?? null
}

export const RECORD_DOMAIN_STATE = statement<{ id: string; status: EmailDomainStatus; records: string }>({
  name: 'record_domain_state',
  effect: true,
  text: 'update email_domain set status = :status, records = :records where id = :id',
})

/** What the provider reported last about a domain; a removed domain stays removed. */
export async function recordDomainState(
  db: Queries,
  id: string,
  { status, records }: Omit<ReportedDomain, 'externalId'>,
): Promise<void> {
  await db.query(RECORD_DOMAIN_STATE, { id, status, records: JSON.stringify(records) })
}

export const RECORD_AUTHENTICATION = statement<{ id: string; authentication: string }>({
  name: 'record_authentication',
  effect: true,
  text: `update email_domain set authentication = :authentication::jsonb,
      authentication_due_at = clock_timestamp() + interval '1 day'
    where id = :id`,
})

export const recordAuthentication = async (
  db: Queries,
  id: string,
  authentication: MailAuthentication,
): Promise<void> => void (await db.query(RECORD_AUTHENTICATION, { id, authentication: JSON.stringify(authentication) }))

/** A domain whose name servers did not answer is looked up again this much later. */
const AGAIN_AFTER_SECONDS = 3_600

export type DomainToLookUp = Pick<StoredDomain, 'id' | 'workspaceId' | 'domain' | 'records'>

export const CLAIM_DOMAINS_TO_LOOK_UP = statement<{ limit: number; againAfterSeconds: number }, DomainToLookUp>({
  name: 'claim_domains_to_look_up',
  effect: true,
  text: `update email_domain set
      authentication_due_at = clock_timestamp() + make_interval(secs => :againAfterSeconds)
    where id in (
      select id from email_domain
      where environment = 'live' and external_id is not null and authentication_due_at < now()
      order by authentication_due_at limit :limit for update skip locked
    )
    returning id, workspace_id as "workspaceId", domain, records`,
})

/** Claims up to `limit` domains that were not looked up for a day. */
export const claimDomainsToLookUp = (db: Queries, limit: number): Promise<DomainToLookUp[]> =>
  db.query(CLAIM_DOMAINS_TO_LOOK_UP, { limit, againAfterSeconds: AGAIN_AFTER_SECONDS })
