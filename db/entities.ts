import { ActorSchema } from './actor-schemas/entity.ts'
import { ApiKey } from './api-keys/entity.ts'
import { Attempt } from './attempts/entity.ts'
import { Connection } from './connections/entity.ts'
import { Event, EventCounter } from './events/entity.ts'
import { FeedbackReport, KnownIssueRow } from './feedback/entity.ts'
import { RunSubject } from './history/entity.ts'
import { IdempotentAnswer } from './idempotency/entity.ts'
import { InboundMessage, ReceivedMessage } from './inbound/entity.ts'
import { Inbox } from './inboxes/entity.ts'
import { MessagingAccount } from './messaging-accounts/entity.ts'
import { OfferHealthHour, OfferHealthProgress, ReportedHealth } from './health/entity.ts'
import { ChatParticipant, NetworkConnection, Suppression, Touch, TouchClaim } from './outbound/entity.ts'
import { ProviderAccount } from './provider-accounts/entity.ts'
import { Run } from './runs/entity.ts'
import { UsageCharge } from './runs/usage-charge.ts'
import { RowIdentity, SavedEnrichment, TableRow, WorkspaceTable } from './tables/entity.ts'
import { Account, Transfer, Wallet } from './wallets/entity.ts'
import { WebhookDelivery, WebhookEndpoint, WebhookSecret } from './webhooks/entity.ts'
import { Workspace } from './workspaces/entity.ts'

export const ENTITIES = [
  Workspace,
  ApiKey,
  Wallet,
  Account,
  Transfer,
  Run,
  UsageCharge,
  Attempt,
  ProviderAccount,
  Connection,
  IdempotentAnswer,
  Inbox,
  MessagingAccount,
  ActorSchema,
  OfferHealthHour,
  OfferHealthProgress,
  ReportedHealth,
  RunSubject,
  WorkspaceTable,
  TableRow,
  RowIdentity,
  SavedEnrichment,
  Suppression,
  Touch,
  TouchClaim,
  ChatParticipant,
  NetworkConnection,
  EventCounter,
  Event,
  WebhookEndpoint,
  WebhookSecret,
  WebhookDelivery,
  InboundMessage,
  ReceivedMessage,
  KnownIssueRow,
  FeedbackReport,
]
