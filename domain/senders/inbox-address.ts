/** The domain of inboxes without a requested domain: the provider's own. */
export const DEFAULT_INBOX_DOMAIN = 'agentmail.to'
export const INBOX_PROVIDER = 'agentmail'

/**
 * The part before the sign: RFC 5321 limits it to 64 characters, and only characters that every server accepts unquoted
 * are allowed; points and signs must be between letters or digits.
 */
export const USERNAME_PATTERN = '^[A-Za-z0-9]+(?:[._+-][A-Za-z0-9]+)*$'
export const USERNAME_LENGTH_MAX = 64

/** The provider of the accounts of every network. */
export const ACCOUNT_PROVIDER = 'unipile'

/** The provider at which the workspace's own domains are verified. */
export const DOMAIN_PROVIDER = 'resend'

/** Whether mail can be sent from a domain: its records are not seen yet, it can, or they were not found. */
export const EMAIL_DOMAIN_STATUSES = ['pending', 'active', 'failed'] as const
export type EmailDomainStatus = (typeof EMAIL_DOMAIN_STATUSES)[number]
