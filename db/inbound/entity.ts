import { defineEntity, p } from '@mikro-orm/core'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { INBOUND_OUTCOMES } from '../../domain/inbound/outcome.ts'

/** What a provider has told the service, whole until it is processed. */
const InboundMessageSchema = defineEntity({
  name: 'InboundMessage',
  tableName: 'inbound_message',
  properties: {
    id: p.text().primary(),
    provider: p.text(),
    /** The provider's own id of it: it is processed once. */
    externalId: p.text(),
    /** As it was received; null once it is processed. */
    body: p.text().nullable(),
    /** Whose status it tells, as the provider names the account. */
    account: p.text().nullable(),
    /** A hash of the inbox or account that it is about: whose turn it takes. Empty: stored by an earlier release. */
    turnKey: p.text().default(''),
    outcome: p.enum(INBOUND_OUTCOMES).nullable(),
    receivedAt: p.datetime(),
    processedAt: p.datetime().nullable(),
    sweepAt: p.datetime().nullable(),
  },
})
export class InboundMessage extends InboundMessageSchema.class {}
InboundMessageSchema.setClass(InboundMessage)

/** Which inbox received a message: an answer to it goes out from there. */
const ReceivedMessageSchema = defineEntity({
  name: 'ReceivedMessage',
  tableName: 'received_message',
  primaryKeys: ['messageId', 'inboxId'],
  properties: {
    /** The provider's id of it. */
    messageId: p.text().primary(),
    inboxId: p.text().primary(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    receivedAt: p.datetime(),
  },
})
export class ReceivedMessage extends ReceivedMessageSchema.class {}
ReceivedMessageSchema.setClass(ReceivedMessage)
