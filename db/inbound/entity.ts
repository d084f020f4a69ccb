import { defineEntity, p } from '@mikro-orm/core'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'
import { INBOUND_OUTCOMES } from '../../domain/inbound/outcome.ts'

/** A message that a provider sent to the service, stored completely until it is processed. */
const InboundMessageSchema = defineEntity({
  name: 'InboundMessage',
  tableName: 'inbound_message',
  properties: {
    id: p.text().primary(),
    provider: p.text(),
    /** The provider's own id of the message: it is processed once. */
    externalId: p.text(),
    /** As it was received; null once it is processed. */
    body: p.text().nullable(),
    /** The account whose status it reports, as the provider names it. */
    account: p.text().nullable(),
    /** A hash of the inbox or account that the message is about: starts and claims serve these keys in turn. */
    turnKey: p.text(),
    outcome: p.enum(INBOUND_OUTCOMES).nullable(),
    receivedAt: p.datetime(),
    processedAt: p.datetime().nullable(),
    sweepAt: p.datetime().nullable(),
  },
})
export class InboundMessage extends InboundMessageSchema.class {}
InboundMessageSchema.setClass(InboundMessage)

/** The inbox that received a message: a reply to the message is sent from that inbox. */
const ReceivedMessageSchema = defineEntity({
  name: 'ReceivedMessage',
  tableName: 'received_message',
  primaryKeys: ['messageId', 'inboxId'],
  properties: {
    /** The provider's id of the message. */
    messageId: p.text().primary(),
    inboxId: p.text().primary(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    receivedAt: p.datetime(),
  },
})
export class ReceivedMessage extends ReceivedMessageSchema.class {}
ReceivedMessageSchema.setClass(ReceivedMessage)
