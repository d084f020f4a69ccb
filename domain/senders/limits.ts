/**
 * Limits of a workspace over both environments: a send looks at this many senders at most
 * (db/outreach/senders/read.ts).
 */
export const INBOXES_MAX = 100
export const MESSAGING_ACCOUNTS_MAX = 100
/** A company seldom sends from more, and a plan of the provider has a thousand for all workspaces together. */
export const EMAIL_DOMAINS_MAX = 20

/** Open links to connect an account: a person follows one at a time. */
export const ACCOUNT_LINKS_MAX = 20
/** The provider accepts minutes to a few hours; a person who follows a link later requests another. */
export const ACCOUNT_LINK_MINUTES = 60
/**
 * A person who begins within the link's time may need this much more for a code, or for a QR code that has to be
 * scanned.
 */
export const ACCOUNT_LINK_GRACE_MINUTES = 60
