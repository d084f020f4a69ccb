import { defineEntity, p } from '@mikro-orm/core'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { INBOX_STATUSES } from '../../domain/senders/sender.ts'

/** A workspace's mailbox at a mail provider. */
const InboxSchema = defineEntity({
  name: 'Inbox',
  tableName: 'inbox',
  properties: {
    id: p.text().primary(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    provider: p.text(),
    externalId: p.text(),
    /** In lower case. */
    address: p.text(),
    domain: p.text(),
    status: p.enum(INBOX_STATUSES),
    createdAt: p.datetime(),
    /** What recipients see beside the address. */
    displayName: p.text().nullable(),
  },
})
export class Inbox extends InboxSchema.class {}
InboxSchema.setClass(Inbox)
