/** The domain of inboxes without a requested domain: the provider's own. */
export const DEFAULT_INBOX_DOMAIN = 'agentmail.to'
export const INBOX_PROVIDER = 'agentmail'

/**
 * The part before the sign: RFC 5321 limits it to 64 characters, and only characters that every server accepts unquoted
 * are allowed; points and signs must be between letters or digits.
 */
export const USERNAME_PATTERN = '^[A-Za-z0-9]+(?:[._+-][A-Za-z0-9]+)*$'
export const USERNAME_LENGTH_MAX = 64

/**
 * Whether mail can be sent from a domain. `active`: it can. `pending`: its records are not seen yet. `registered`:
 * bought, and not yet connected for mail.
 */
export const EMAIL_DOMAIN_STATUSES = ['registered', 'pending', 'active', 'failed'] as const
