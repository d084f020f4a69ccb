import type { Static } from 'typebox'
import type { StoredDomain } from '../../../db/outreach/email-domains/queries.ts'
import type { DnsRecord } from '../../../domain/senders/email-domain.ts'
import type { MailAuthentication } from '../../../domain/senders/mail-authentication.ts'
import type { EmailDomain } from '../../schemas/inbox.ts'

type Shown = Static<typeof EmailDomain>

export const presentDomain = ({
  domain,
  status,
  records,
  authentication,
  provider,
  connectionId,
  createdAt,
  environment,
}: Omit<StoredDomain, 'id' | 'workspaceId' | 'externalId'>): Shown => ({
  domain,
  status,
  records: records.map(presentRecord),
  authentication: authentication === null ? NOT_LOOKED_UP : presentAuthentication(authentication),
  provider,
  account: connectionId == null ? 'platform' : 'own',
  created_at: createdAt.toISOString(),
  ...(environment === 'test' ? { simulated: true } : {}),
})

const NOT_LOOKED_UP: Shown['authentication'] = { state: 'unknown', checked_at: null, records: [], dmarc: null }

const presentAuthentication = ({ records, dmarc, ...more }: MailAuthentication): Shown['authentication'] => ({
  ...more,
  records: records.map(({ found, ...record }) => ({ ...record, found: [...found] })),
  dmarc: dmarc === null ? null : { ...dmarc, aligned: [...dmarc.aligned] },
})

const presentRecord = ({ type, name, value, priority, ttl, purpose, status }: DnsRecord): Shown['records'][number] => ({
  type,
  name,
  value,
  ...(priority === null ? {} : { priority }),
  ...(ttl === null ? {} : { ttl }),
  ...(purpose === null ? {} : { purpose }),
  ...(status === null ? {} : { status }),
})
