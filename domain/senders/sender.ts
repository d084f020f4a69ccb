import type { JsonObject } from '../json/json.ts'
import { INBOX_PROVIDER } from './inbox-address.ts'

export const INBOX_STATUSES = ['pending', 'active', 'disabled', 'removed'] as const
export type InboxStatus = (typeof INBOX_STATUSES)[number]

export const NETWORKS = ['linkedin', 'instagram', 'whatsapp', 'gmail'] as const
export type MessagingNetwork = (typeof NETWORKS)[number]

export const MESSAGING_ACCOUNT_STATUSES = ['connecting', 'connected', 'disconnected', 'removed'] as const
export type MessagingAccountStatus = (typeof MESSAGING_ACCOUNT_STATUSES)[number]

/** The facts about a workspace's inbox or messaging account that sending needs. */
export interface OwnSender {
  /** The workspace's id for it. */
  readonly id: string
  readonly provider: string
  /** The provider's id for it. */
  readonly externalId: string
  /** An inbox's address in lower case; null for an account. */
  readonly address: string | null
  /** What recipients see next to an inbox's address; null: nothing. */
  readonly displayName: string | null
  /** The workspace's connection whose account holds it; null: the platform's account. */
  readonly connectionId: string | null
  /** Whether its status allows it to send now. */
  readonly canSend: boolean
  /** Whether its account reports to the service: the platform's, or an own one in which a webhook is registered. */
  readonly reports: boolean
}

/** What a name in the input is compared with. */
export type NamedSender = Pick<OwnSender, 'id' | 'address'>

/** Whether the service reads the mail that comes to a sender's address. */
export const receivesMail = ({ provider, address, reports }: OwnSender): boolean =>
  provider === INBOX_PROVIDER && address !== null && reports

/** Where the answered message was seen before. */
export type MessageOrigin =
  /** The send answers no message, or one that the service has not seen. */
  | { readonly kind: 'unseen' }
  | {
      readonly kind: 'own'
      readonly senderId: string | null
      /** Whether it is a connected Gmail account that holds the message. */
      readonly gmail?: true
    }
  /** Seen in another workspace or environment, and not in this one. */
  | { readonly kind: 'foreign' }

/** A sender is an inbox, or an account of one network. */
export const SENDER_KINDS = ['inbox', ...NETWORKS] as const
export type SenderKind = (typeof SENDER_KINDS)[number]

const KINDS: Readonly<Record<string, readonly SenderKind[]>> = {
  'email.send': ['inbox', 'gmail'],
  'linkedin.invite': ['linkedin'],
  'linkedin.message': ['linkedin'],
  'chat.send': ['instagram', 'whatsapp'],
}

/** The kinds of senders that a capability's messages leave from; empty if it sends nothing. */
export const senderKinds = (capability: string): readonly SenderKind[] => KINDS[capability] ?? []

/** The kind of this send's sender; null if the capability sends nothing. */
export function senderKind(capability: string, input: JsonObject): SenderKind | null {
  if (capability === 'email.send') return nameOf(input, 'account_id') === null ? 'inbox' : 'gmail'
  const [only, ...others] = senderKinds(capability)
  if (only === undefined || others.length === 0) return only ?? null
  return senderKinds(capability).find((kind) => kind === input['platform']) ?? null
}

/** The kinds of senders that may send this; all of the capability while its input is not known. */
export function kindsOfSend(capability: string, input: JsonObject | undefined): readonly SenderKind[] {
  const kind = input === undefined ? null : senderKind(capability, input)
  // A reply is sent by the inbox or Gmail account that holds the message, unless the input names one.
  if (kind === 'inbox' && namedSenders(input ?? {}).length === 0 && replyOf(input ?? {}) !== null)
    return senderKinds(capability)
  return kind === null ? senderKinds(capability) : [kind]
}

/** The message that a send replies to. */
export const replyOf = (input: JsonObject): string | null => nameOf(input, 'in_reply_to')

function nameOf(input: JsonObject, member: string): string | null {
  const name = input[member]
  return typeof name === 'string' ? name : null
}

/** Ids and addresses by which the input names its sender; empty: the only sender there is. */
export const namedSenders = ({ inbox_id: inbox, from, account_id: account }: JsonObject): string[] =>
  [inbox, from, account].filter((name) => typeof name === 'string').map((name) => name.trim())
