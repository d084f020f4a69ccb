import type { InboundMessage, MailSender, ReportingProvider } from './message.ts'

/**
 * Identifies the inbox or account at its provider that a message is about. The workspace that it belongs to is known
 * only from the database. It may be a person's address: store and pass on only its hash.
 */
export function subjectOf(provider: ReportingProvider, message: InboundMessage): string {
  switch (message.kind) {
    case 'mail_received':
      // All workspaces have the sandbox's inbox, and none should wait for another.
      return `${provider} inbox ${message.answersRun ?? message.inbox}`
    case 'mail_reported':
      return `${provider} inbox ${senderOf(message.sender)}`
    default:
      return `${provider} account ${message.account}`
  }
}

function senderOf(sender: MailSender): string {
  switch (sender.kind) {
    case 'inbox':
      return sender.externalId
    case 'address':
      return sender.address
    case 'simulated':
      return sender.runId
  }
}
