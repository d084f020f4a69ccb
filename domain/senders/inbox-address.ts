/** Where inboxes are made that name no domain: the provider's own. */
export const DEFAULT_INBOX_DOMAIN = 'agentmail.to'
export const INBOX_PROVIDER = 'agentmail'

/**
 * The part before the sign: RFC 5321 bounds it at 64, and only what every server takes unquoted is allowed; points and signs stand
 * between letters or digits.
 */
export const USERNAME_PATTERN = '^[A-Za-z0-9]+(?:[._+-][A-Za-z0-9]+)*$'
export const USERNAME_LENGTH_MAX = 64

/** What a domain may be sent from: `active`; `pending` until its records are seen; `registered`: bought, and not yet connected for mail. */
export const EMAIL_DOMAIN_STATUSES = ['registered', 'pending', 'active', 'failed'] as const
export type EmailDomainStatus = (typeof EMAIL_DOMAIN_STATUSES)[number]
