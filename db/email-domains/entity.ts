import { defineEntity, p } from '@mikro-orm/core'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { EMAIL_DOMAIN_STATUSES } from '../../domain/senders/inbox-address.ts'

/** An e-mail domain that belongs to a workspace. */
const EmailDomainSchema = defineEntity({
  name: 'EmailDomain',
  tableName: 'email_domain',
  primaryKeys: ['workspaceId', 'environment', 'domain'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    domain: p.text().primary(),
    status: p.enum(EMAIL_DOMAIN_STATUSES),
    createdAt: p.datetime(),
  },
})
export class EmailDomain extends EmailDomainSchema.class {}
EmailDomainSchema.setClass(EmailDomain)
