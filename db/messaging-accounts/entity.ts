import { defineEntity, p } from '@mikro-orm/core'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { MESSAGING_ACCOUNT_STATUSES, NETWORKS } from '../../domain/senders/sender.ts'

/** A workspace's account on a social or messaging network, connected through a provider. */
const MessagingAccountSchema = defineEntity({
  name: 'MessagingAccount',
  tableName: 'messaging_account',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    network: p.enum(NETWORKS),
    provider: p.text(),
    externalId: p.text(),
    name: p.text(),
    status: p.enum(MESSAGING_ACCOUNT_STATUSES),
    /** When it was last connected. */
    connectedAt: p.datetime().nullable(),
  },
})
export class MessagingAccount extends MessagingAccountSchema.class {}
MessagingAccountSchema.setClass(MessagingAccount)

/** A page at the provider, or a simulation of it, on which a person connects an account. */
const AccountLinkSchema = defineEntity({
  name: 'AccountLink',
  tableName: 'account_link',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    network: p.enum(NETWORKS),
    provider: p.text(),
    accountId: p.text().nullable(),
    reconnects: p.boolean(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    usedAt: p.datetime().nullable(),
  },
})
export class AccountLinkRow extends AccountLinkSchema.class {}
AccountLinkSchema.setClass(AccountLinkRow)
