import type { MessagingNetwork, OwnSender } from './sender.ts'

/** The sandbox's inbox and accounts: every workspace has them without creating any, and they have no rows. */

export const SIMULATED_INBOX: OwnSender = {
  id: 'inbox_sandbox',
  provider: 'sandbox',
  externalId: 'inbox_sandbox',
  address: 'sandbox@inbox.example',
  displayName: null,
  connectionId: null,
  canSend: true,
  reports: true,
}

const simulatedAccount = (network: MessagingNetwork): OwnSender => ({
  id: `acct_sandbox_${network}`,
  provider: 'sandbox',
  externalId: `acct_sandbox_${network}`,
  address: null,
  displayName: null,
  connectionId: null,
  canSend: true,
  reports: true,
})

export const simulatedSender = (kind: 'inbox' | MessagingNetwork): OwnSender =>
  kind === 'inbox' ? SIMULATED_INBOX : simulatedAccount(kind)
