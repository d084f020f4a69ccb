import type { JsonObject } from '../json/json.ts'

export const INBOX_STATUSES = ['pending', 'active', 'disabled', 'removed'] as const
export type InboxStatus = (typeof INBOX_STATUSES)[number]

export const NETWORKS = ['linkedin', 'instagram', 'whatsapp', 'gmail'] as const
export type MessagingChannel = (typeof NETWORKS)[number]

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
  /** Whether its status allows it to send now. */
  readonly canSend: boolean
}

/** Where the answered message was seen before. */
export type MessageOrigin =
  /** The send answers no message, or one that the service has not seen. */
  | { readonly kind: 'unseen' }
  | { readonly kind: 'own'; readonly senderId: string | null }
  /** Seen in another workspace or environment, and not in this one. */
  | { readonly kind: 'foreign' }

/** The kind of a send's sender: an inbox, or an account of one network; null if the capability sends nothing. */
export function senderKind(capability: string, input: JsonObject): 'inbox' | MessagingChannel | null {
  switch (capability) {
    case 'email.send':
      return 'inbox'
    case 'linkedin.invite':
    case 'linkedin.message':
      return 'linkedin'
    case 'chat.send':
      return NETWORKS.find((network) => network === input['platform']) ?? null
    default:
      return null
  }
}

/** Ids and addresses by which the input names its sender; empty: the only sender there is. */
export function namedSenders(input: JsonObject): string[] {
  const [inbox, from, account] = ['inbox_id', 'from', 'account_id'].map((member) => input[member])
  return [inbox, from, account].filter((name) => typeof name === 'string').map((name) => name.trim())
}
