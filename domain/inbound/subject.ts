import type { InboundMessage, InboundProvider } from './message.ts'

/**
 * Identifies the inbox or account at its provider that a message is about. The workspace that it belongs to is known
 * only from the database. It may be a person's address: store and pass on only its hash.
 */
export function subjectOf(provider: InboundProvider, message: InboundMessage): string {
  switch (message.kind) {
    case 'mail_received':
      return `${provider} inbox ${message.inbox}`
    case 'mail_reported':
      return `${provider} inbox ${message.sender.kind === 'inbox' ? message.sender.externalId : message.sender.address}`
    default:
      return `${provider} account ${message.account}`
  }
}
