import type { Environment } from '../runs/states.ts'
import { SIMULATED_INBOX } from '../senders/simulated.ts'

/**
 * Domains under which mail providers give inboxes to anyone: two inboxes there do not make their owners colleagues. The
 * inboxes' own addresses pass the repeat guard all the same (Spec 4.8).
 */
export const SHARED_MAIL_DOMAINS = ['agentmail.to', 'resend.dev', 'inbox.example'] as const

/** Every workspace's own addresses in this environment that have no row of an inbox. */
export const simulatedAddresses = (environment: Environment): string[] =>
  environment === 'test' && SIMULATED_INBOX.address !== null ? [SIMULATED_INBOX.address] : []
