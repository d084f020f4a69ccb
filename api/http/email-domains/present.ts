import type { Static } from 'typebox'
import type { StoredDomain } from '../../../db/outreach/email-domains/queries.ts'
import type { DnsRecord } from '../../../domain/senders/email-domain.ts'
import type { EmailDomain } from '../../schemas/inbox.ts'

type Shown = Static<typeof EmailDomain>

export const presentDomain = ({
  domain,
  status,
  records,
  provider,
  connectionId,
  createdAt,
  environment,
}: Omit<StoredDomain, 'id' | 'workspaceId' | 'externalId'>): Shown => ({
  domain,
  status,
  records: records.map(presentRecord),
  provider,
  account: connectionId == null ? 'platform' : 'own',
  created_at: createdAt.toISOString(),
  ...(environment === 'test' ? { simulated: true } : {}),
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
