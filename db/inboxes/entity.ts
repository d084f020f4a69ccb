import { defineEntity, p } from '@mikro-orm/core'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { INBOX_STATUSES } from '../../domain/senders/sender.ts'
import { accountIn } from '../connections/entity.ts'
import { ownerIn } from '../workspaces/entity.ts'

/** A workspace's mailbox at a mail provider. An id at a provider belongs to one workspace, permanently. */
const InboxSchema = defineEntity({
  name: 'Inbox',
  tableName: 'inbox',
  properties: {
    id: p.text().primary(),
    workspaceId: ownerIn('inbox'),
    environment: p.enum(ENVIRONMENTS),
    provider: p.text().check(`provider <> ''`),
    externalId: p.text().check(`external_id <> ''`),
    /** In lower case. */
    address: p.text().check('address = lower(address)'),
    domain: p.text(),
    status: p.enum(INBOX_STATUSES),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
    /** What recipients see beside the address. */
    displayName: p.text().nullable().check(`display_name <> ''`),
    connectionId: accountIn('inbox'),
  },
  checks: [
    {
      name: 'inbox_check',
      expression: `domain <> '' and "right"(address, length(domain) + 1) = ('@' || domain)`,
    },
  ],
  uniques: [{ name: 'inbox_provider_external_id_key', properties: ['provider', 'externalId'] }],
  indexes: [
    { name: 'inbox_of_workspace', properties: ['workspaceId', 'environment', 'id'] },
    // Finds the workspaces that have an inbox at a domain.
    { name: 'inbox_of_domain', properties: ['domain'] },
  ],
})
export class Inbox extends InboxSchema.class {}
InboxSchema.setClass(Inbox)
