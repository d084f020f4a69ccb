import { defineEntity, p } from '@mikro-orm/core'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { EMAIL_DOMAIN_STATUSES } from '../../domain/senders/inbox-address.ts'
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
  },
  // A domain sends for one workspace.
  uniques: [{ name: 'email_domain_environment_domain_key', properties: ['environment', 'domain'] }],
})
export class EmailDomain extends EmailDomainSchema.class {}
EmailDomainSchema.setClass(EmailDomain)
