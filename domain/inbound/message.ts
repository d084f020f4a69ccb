import type { BounceClass } from '../bounces/rules.ts'
import type { EventData } from '../events/types.ts'
import type { Headers } from '../replies/classes.ts'

/** Providers that report events to the service, each at its own route. */
export const INBOUND_PROVIDERS = ['agentmail', 'resend', 'unipile'] as const
export type InboundProvider = (typeof INBOUND_PROVIDERS)[number]
/** Those that report, and the sandbox, whose reports only a worker makes: no route takes them. */
export type ReportingProvider = InboundProvider | 'sandbox'

/** Those that the classifier adds. */
type ClassMember = 'class' | 'evidence' | 'returns_at' | 'successor'

/** The data of an event without its inbox or account and their owner: the database knows those. */
type OfInbox<T extends 'email.received' | 'email.delivered' | 'email.bounced' | 'email.rejected'> = Omit<
  EventData<T>,
  'inbox' | 'inbox_id' | 'run_id' | ClassMember
>
type OfAccount<T extends 'gmail.received' | 'linkedin.message_received' | 'linkedin.new_connection'> = Omit<
  EventData<T>,
  'account' | 'account_id' | ClassMember
>

/** The sender of a mail, as far as the provider reports it. */
export type MailSender =
  | { readonly kind: 'inbox'; readonly externalId: string }
  /** `runId`: the run in the tag of the send. */
  | { readonly kind: 'address'; readonly address: string; readonly runId: string | null }
  /** The sandbox's inbox or a simulated one, by any of its names, and the run that sent. */
  | { readonly kind: 'simulated'; readonly inboxId: string; readonly runId: string }

/** The outcome of a sent mail. */
export type MailReport =
  | { readonly type: 'email.delivered'; readonly data: OfInbox<'email.delivered'> }
  | { readonly type: 'email.bounced' | 'email.complained'; readonly data: OfInbox<'email.bounced'> }
  | { readonly type: 'email.rejected'; readonly data: OfInbox<'email.rejected'> }

/** The label of a mail whose sender its provider could not prove: anyone may have written it. */
export const UNAUTHENTICATED = 'unauthenticated'

export interface MailReceived {
  readonly kind: 'mail_received'
  /** The provider's id of the inbox. */
  readonly inbox: string
  /** Only of the sandbox, whose inboxes may have no row: the run that is answered. */
  readonly answersRun?: string
  /** null if the report has none. */
  readonly headers: Headers | null
  /** The media types of its attachments. */
  readonly contentTypes: readonly string[]
  readonly data: OfInbox<'email.received'>
}

export interface BouncedRecipient {
  readonly address: string
  readonly class: BounceClass
}

export interface MailReported {
  readonly kind: 'mail_reported'
  readonly sender: MailSender
  readonly report: MailReport
  /** It has several recipients and does not state which of them it means: it suppresses none. */
  readonly ambiguous?: true
  /** Of a bounce: what it states of each recipient. */
  readonly bounced?: readonly BouncedRecipient[]
}

export interface GmailReceived {
  readonly kind: 'gmail_received'
  /** The provider's id of the account, as in all messages about accounts. */
  readonly account: string
  readonly data: OfAccount<'gmail.received'>
}

export interface ChatMessageReceived {
  readonly kind: 'chat_message_received'
  readonly account: string
  readonly data: OfAccount<'linkedin.message_received'>
  /** The names of the sender on the network, as the provider writes them: profile, public name, id. */
  readonly senderNames: readonly string[]
}

export interface NewConnection {
  readonly kind: 'new_connection'
  readonly account: string
  readonly data: OfAccount<'linkedin.new_connection'>
}

/** The state of an account as its provider reports it: it works, or why it does not. */
export const ACCOUNT_STATES = ['connected', 'credentials', 'stopped', 'error', 'deleted'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

export interface AccountStatusChanged {
  readonly kind: 'account_status_changed'
  readonly account: string
  readonly state: AccountState
}

/** One report of a provider, in the service's own terms. */
export type InboundMessage =
  | MailReceived
  | MailReported
  | GmailReceived
  | ChatMessageReceived
  | NewConnection
  | AccountStatusChanged

/** A provider's message after reading. */
export type ReadInbound =
  /** `eventId`: it identifies a repetition of the same message; null if every message counts. */
  | { readonly kind: 'event'; readonly eventId: string | null; readonly message: InboundMessage }
  /** It is about something of which this service stores nothing. */
  | { readonly kind: 'nothing' }
  /** It differs from the provider's documentation: `member` is missing or of another type. */
  | { readonly kind: 'malformed'; readonly member: string }
