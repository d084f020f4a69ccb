import { defineEntity, p } from '@mikro-orm/core'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { MESSAGING_ACCOUNT_STATUSES, NETWORKS } from '../../domain/senders/sender.ts'
import { accountIn } from '../connections/entity.ts'
import { ownerIn } from '../workspaces/entity.ts'

/**
 * A workspace's account on a social or messaging network, connected through a provider. An id at a provider belongs to
 * one workspace, permanently.
 */
const MessagingAccountSchema = defineEntity({
  name: 'MessagingAccount',
  tableName: 'messaging_account',
  properties: {
    id: p.text().primary(),
    workspaceId: ownerIn('messaging_account'),
    environment: p.enum(ENVIRONMENTS),
    network: p.enum(NETWORKS),
    provider: p.text().check(`provider <> ''`),
    externalId: p.text().check(`external_id <> ''`),
    name: p.text(),
    status: p.enum(MESSAGING_ACCOUNT_STATUSES),
    /** When it was last connected. */
    connectedAt: p.datetime().nullable(),
    connectionId: accountIn('messaging_account'),
  },
  checks: [{ name: 'messaging_account_check', expression: `status <> 'connected' or connected_at is not null` }],
  uniques: [{ name: 'messaging_account_provider_external_id_key', properties: ['provider', 'externalId'] }],
  indexes: [{ name: 'messaging_account_of_workspace', properties: ['workspaceId', 'environment', 'network', 'id'] }],
})
export class MessagingAccount extends MessagingAccountSchema.class {}
MessagingAccountSchema.setClass(MessagingAccount)
