import type { Environment } from '../runs/states.ts'
import { SIMULATED_INBOX } from '../senders/simulated.ts'

/**
 * Domains under which providers of mail give inboxes to anybody: an inbox there makes nobody's colleague of all others. The
 * inboxes' own addresses pass the repeat guard all the same (Spec 4.8).
 */
export const SHARED_MAIL_DOMAINS = ['agentmail.to', 'resend.dev', 'inbox.example'] as const

/** Addresses of every workspace's own in this environment for which no row of an inbox stands. */
export const simulatedAddresses = (environment: Environment): string[] =>
  (environment === 'test' && SIMULATED_INBOX.address !== null ? [SIMULATED_INBOX.address] : [])
