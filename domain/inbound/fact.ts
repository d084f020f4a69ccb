import type { EventData } from '../events/types.ts'

/** Providers that tell the service what happened at them, each under its own route. */
export const INBOUND_PROVIDERS = ['agentmail', 'resend', 'unipile'] as const
export type InboundProvider = (typeof INBOUND_PROVIDERS)[number]

/** What an event says but for which inbox or account of whose it is about: that the database knows. */
type OfInbox<T extends 'email.received' | 'email.delivered' | 'email.bounced' | 'email.rejected'> = Omit<EventData<T>, 'inbox' | 'inbox_id' | 'run_id'>
type OfAccount<T extends 'gmail.received' | 'linkedin.message_received' | 'linkedin.new_connection'> = Omit<EventData<T>, 'account' | 'account_id'>

/** Where a mail was sent from, as far as the provider says. */
export type MailSender =
  | { readonly kind: 'inbox'; readonly externalId: string }
  /** `runId`: the run that the send was marked with. */
  | { readonly kind: 'address'; readonly address: string; readonly runId: string | null }

/** What became of a mail that was sent. */
export type MailReport =
  | { readonly type: 'email.delivered'; readonly data: OfInbox<'email.delivered'> }
  | { readonly type: 'email.bounced' | 'email.complained'; readonly data: OfInbox<'email.bounced'> }
  | { readonly type: 'email.rejected'; readonly data: OfInbox<'email.rejected'> }

export interface MailReceived {
  readonly kind: 'mail_received'
  /** The provider's id of the inbox. */
  readonly inbox: string
  readonly data: OfInbox<'email.received'>
}

export interface MailReported {
  readonly kind: 'mail_reported'
  readonly sender: MailSender
  readonly report: MailReport
}

export interface GmailReceived {
  readonly kind: 'gmail_received'
  /** The provider's id of the account, as in all facts about accounts. */
  readonly account: string
  readonly data: OfAccount<'gmail.received'>
}

export interface ChatMessageReceived {
  readonly kind: 'chat_message_received'
  readonly account: string
  readonly data: OfAccount<'linkedin.message_received'>
  /** What names the sender on the network, in the provider's words: profile, public name, id. */
  readonly senderNames: readonly string[]
}

export interface NewConnection {
  readonly kind: 'new_connection'
  readonly account: string
  readonly data: OfAccount<'linkedin.new_connection'>
}

/** What a provider says of an account: it works, or why it does not. */
export const ACCOUNT_STATES = ['connected', 'credentials', 'stopped', 'error', 'deleted'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

export interface AccountTold {
  readonly kind: 'account_told'
  readonly account: string
  readonly state: AccountState
}

/** One thing that a provider tells, in the service's words. */
export type InboundFact = MailReceived | MailReported | GmailReceived | ChatMessageReceived | NewConnection | AccountTold

/** A provider's message, read. */
export type ReadInbound =
  /** `eventId`: by which the same message is known again; null where every message counts. */
  | { readonly kind: 'told'; readonly eventId: string | null; readonly fact: InboundFact }
  /** It is about something that this service keeps nothing of. */
  | { readonly kind: 'nothing' }
  /** It is not what the provider documents: `member` is missing or of another type. */
  | { readonly kind: 'malformed'; readonly member: string }
