import { ActorSchema } from './actor-schemas/entity.ts'
import { Connection } from './connections/entity.ts'
import { EmailDomain } from './email-domains/entity.ts'
import { KnownIssueRow } from './feedback/known-issue-entity.ts'
import { ReportedHealth } from './health/entity.ts'
import { Inbox } from './inboxes/entity.ts'
import { Invoice } from './invoices/entity.ts'
import { MessagingAccount } from './messaging-accounts/entity.ts'
import { WebhookEndpoint } from './webhooks/entity.ts'
import { Workspace } from './workspaces/entity.ts'

/**
 * Tables that cold requests read and write row by row. The tables of runs, money, attempts, events, deliveries and rows
 * have no entity: their statements are fused (db/statement.ts).
 */
export const ENTITIES = [
  Workspace,
  Connection,
  Inbox,
  MessagingAccount,
  ActorSchema,
  ReportedHealth,
  EmailDomain,
  Invoice,
  KnownIssueRow,
  WebhookEndpoint,
]
