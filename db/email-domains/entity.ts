import { defineEntity, p } from '@mikro-orm/core'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import type { DnsRecord } from '../../domain/senders/email-domain.ts'
import { EMAIL_DOMAIN_STATUSES } from '../../domain/senders/inbox-address.ts'
import { accountIn } from '../connections/entity.ts'
import { ownerIn } from '../workspaces/entity.ts'

/** An e-mail domain that belongs to a workspace. */
const EmailDomainSchema = defineEntity({
  name: 'EmailDomain',
  tableName: 'email_domain',
  primaryKeys: ['workspaceId', 'environment', 'domain'],
  properties: {
    workspaceId: ownerIn('email_domain').primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    domain: p.text().primary().check(`domain = lower(domain) and domain <> ''`),
    status: p.enum(EMAIL_DOMAIN_STATUSES),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
    id: p.text().unique('email_domain_id_key'),
    /** The provider that verifies it and sends its mail. */
    provider: p.text().check(`provider <> ''`),
    /** The provider's id of it; null: the provider has not answered yet. */
    externalId: p.text().nullable().check(`external_id <> ''`),
    connectionId: accountIn('email_domain'),
    records: p.json<DnsRecord[]>().defaultRaw(`'[]'`).check(`jsonb_typeof(records) = 'array'`),
  },
  // A domain sends for one workspace. Sandboxes do not share domains.
  uniques: [{ name: 'email_domain_live_key', properties: ['domain'], where: `environment = 'live'` }],
})
export class EmailDomain extends EmailDomainSchema.class {}
EmailDomainSchema.setClass(EmailDomain)
