import { ActorSchema } from './actor-schemas/entity.ts'
import { ApiKey } from './api-keys/entity.ts'
import { Attempt } from './attempts/entity.ts'
import { AuditEntry } from './audit/entity.ts'
import { ConnectedApp } from './connected-apps/entity.ts'
import { Connection } from './connections/entity.ts'
import { EmailDomain } from './email-domains/entity.ts'
import { Event, EventCounter } from './events/entity.ts'
import { FeedbackReport, KnownIssueRow } from './feedback/entity.ts'
import { RunSubject } from './history/entity.ts'
import { IdempotentAnswer } from './idempotency/entity.ts'
import { InboundMessage, ReceivedMessage } from './inbound/entity.ts'
import { Inbox } from './inboxes/entity.ts'
import { Invoice, InvoiceCounter } from './invoices/entity.ts'
import { AccountLinkRow, MessagingAccount } from './messaging-accounts/entity.ts'
import { OfferHealthHour, OfferHealthProgress, ReportedHealth } from './health/entity.ts'
import { OauthArtifact, OauthClient, OauthKey } from './oauth/entity.ts'
import { ChatParticipant, NetworkConnection, Suppression, Touch, TouchClaim } from './outbound/entity.ts'
import { PlanCheckout, PlanSubscription } from './plans/entity.ts'
import { NegotiatedRate } from './pricing/entity.ts'
import {
  AutoTopup,
  PaymentCard,
  StripeCustomer,
  StripeDispute,
  StripeEvent,
  StripePayment,
  StripeRefundFailure,
  Topup,
} from './payments/entity.ts'
import { ProviderAccount } from './provider-accounts/entity.ts'
import { Referral, ReferralCard, ReferralCode } from './referrals/entity.ts'
import { Run } from './runs/entity.ts'
import { UsageCharge } from './runs/usage-charge.ts'
import { Session } from './sessions/entity.ts'
import { RowIdentity, SavedEnrichment, TableRow, WorkspaceTable } from './tables/entity.ts'
import { AppUser } from './users/entity.ts'
import { Account, LedgerDrift, Transfer, Wallet, WalletProof } from './wallets/entity.ts'
import { Watch, WatchReconciliation, WatchRecord, WatchRefresh } from './watches/entity.ts'
import { WebhookDelivery, WebhookEndpoint, WebhookSecret } from './webhooks/entity.ts'
import { Workspace } from './workspaces/entity.ts'

export const ENTITIES = [
  Workspace,
  AppUser,
  Session,
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
  AccountLinkRow,
  EmailDomain,
  NegotiatedRate,
  PlanCheckout,
  PlanSubscription,
  AuditEntry,
  StripeEvent,
  StripeCustomer,
  StripePayment,
  StripeRefundFailure,
  StripeDispute,
  Topup,
  PaymentCard,
  AutoTopup,
  InvoiceCounter,
  Invoice,
  ReferralCode,
  Referral,
  ReferralCard,
  OauthClient,
  ConnectedApp,
  OauthArtifact,
  OauthKey,
  Watch,
  WatchRefresh,
  WatchRecord,
  WatchReconciliation,
  WalletProof,
  LedgerDrift,
]
