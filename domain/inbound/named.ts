import type { InboundFact, InboundProvider } from './fact.ts'

/**
 * The inbox or account at its provider that a fact is about, as one text: one for each customer of a provider, known
 * without the database. It may be an address of a person, so it is stored and passed on as a hash only.
 */
export function namedBy(provider: InboundProvider, fact: InboundFact): string {
  switch (fact.kind) {
    case 'mail_received':
      return `${provider} inbox ${fact.inbox}`
    case 'mail_reported':
      return `${provider} inbox ${fact.sender.kind === 'inbox' ? fact.sender.externalId : fact.sender.address}`
    default:
      return `${provider} account ${fact.account}`
  }
}
