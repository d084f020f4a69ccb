import type { InboundFact, InboundProvider } from './fact.ts'

/**
 * Identifies the inbox or account at its provider that a message is about. The workspace that it belongs to is known
 * only from the database. It may be a person's address: store and pass on only its hash.
 */
export function subjectOf(provider: InboundProvider, fact: InboundFact): string {
  switch (fact.kind) {
    case 'mail_received':
      return `${provider} inbox ${fact.inbox}`
    case 'mail_reported':
      return `${provider} inbox ${fact.sender.kind === 'inbox' ? fact.sender.externalId : fact.sender.address}`
    default:
      return `${provider} account ${fact.account}`
  }
}
