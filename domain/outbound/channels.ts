/**
 * The channels by which a message reaches a person. An invitation and a message are one LinkedIn channel (decisions,
 * "LinkedIn channel").
 */
export const CHANNELS = ['email', 'linkedin', 'instagram', 'whatsapp'] as const
export type Channel = (typeof CHANNELS)[number]

/** Why a person is never written to again (Spec 2.7). */
export const SUPPRESSION_REASONS = ['unsubscribe', 'bounce', 'complaint', 'not_interested', 'manual'] as const
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number]

/** The kinds of identity that a suppression may name (Spec 2.7). */
export const SUPPRESSION_KINDS = ['email', 'domain', 'linkedin', 'phone', 'handle'] as const
export type SuppressionKind = (typeof SUPPRESSION_KINDS)[number]

/** The repeat guard's window in days (Spec 4.8); 0 is off. */
export const REPEAT_TOUCH_DAYS_DEFAULT = 30
export const REPEAT_TOUCH_DAYS_MAX = 365
