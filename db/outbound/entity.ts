import { defineEntity, p } from '@mikro-orm/core'
import { CHANNELS, SUPPRESSION_KINDS, SUPPRESSION_REASONS } from '../../domain/outbound/channels.ts'
import { CHAT_CHANNELS, PARTICIPANT_KINDS, TOUCH_KINDS } from '../../domain/outbound/recipients.ts'
import { ENVIRONMENTS } from '../../domain/runs/states.ts'

/** An identity that is never written to again (Spec 2.7). It outlives tables. */
const SuppressionSchema = defineEntity({
  name: 'Suppression',
  tableName: 'suppression',
  primaryKeys: ['workspaceId', 'environment', 'kind', 'value'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    kind: p.enum(SUPPRESSION_KINDS).primary(),
    value: p.text().primary(),
    /** As it was given. */
    subject: p.text(),
    reason: p.enum(SUPPRESSION_REASONS),
    /** `api`, or the event that added it. */
    source: p.text(),
    createdAt: p.datetime(),
  },
})
export class Suppression extends SuppressionSchema.class {}
SuppressionSchema.setClass(Suppression)

/** A send that went out, or may have, by its recipient. */
const TouchSchema = defineEntity({
  name: 'Touch',
  tableName: 'touch',
  primaryKeys: ['runId', 'kind', 'value'],
  properties: {
    runId: p.text().primary(),
    kind: p.enum(TOUCH_KINDS).primary(),
    value: p.text().primary(),
    workspaceId: p.text(),
    environment: p.enum(ENVIRONMENTS),
    channel: p.enum(CHANNELS),
    at: p.datetime(),
  },
})
export class Touch extends TouchSchema.class {}
TouchSchema.setClass(Touch)

/** A send under way: of two simultaneous first messages to one person, one gets the claim. */
const TouchClaimSchema = defineEntity({
  name: 'TouchClaim',
  tableName: 'touch_claim',
  primaryKeys: ['workspaceId', 'environment', 'channel', 'kind', 'value'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    channel: p.enum(CHANNELS).primary(),
    kind: p.enum(TOUCH_KINDS).primary(),
    value: p.text().primary(),
    runId: p.text(),
  },
})
export class TouchClaim extends TouchClaimSchema.class {}
TouchClaimSchema.setClass(TouchClaim)

/** A participant of a chat. */
const ChatParticipantSchema = defineEntity({
  name: 'ChatParticipant',
  tableName: 'chat_participant',
  primaryKeys: ['workspaceId', 'environment', 'channel', 'chatId', 'kind', 'value'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    channel: p.enum(CHAT_CHANNELS).primary(),
    chatId: p.text().primary(),
    kind: p.enum(PARTICIPANT_KINDS).primary(),
    value: p.text().primary(),
  },
})
export class ChatParticipant extends ChatParticipantSchema.class {}
ChatParticipantSchema.setClass(ChatParticipant)

/** A person who has connected with an account of the workspace: the first message to them passes the repeat guard. */
const NetworkConnectionSchema = defineEntity({
  name: 'NetworkConnection',
  tableName: 'network_connection',
  primaryKeys: ['workspaceId', 'environment', 'channel', 'kind', 'value'],
  properties: {
    workspaceId: p.text().primary(),
    environment: p.enum(ENVIRONMENTS).primary(),
    channel: p.enum(['linkedin']).primary(),
    kind: p.enum(['linkedin']).primary(),
    value: p.text().primary(),
    /** The network's own id of the person, who has several names. */
    person: p.text(),
    connectedAt: p.datetime(),
  },
})
export class NetworkConnection extends NetworkConnectionSchema.class {}
NetworkConnectionSchema.setClass(NetworkConnection)
