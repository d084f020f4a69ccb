/**
 * Why a run needs an approval: its request requires it, its cost, its message, the people that it reaches, a raw call
 * that changes something, or a price that has risen since it was approved.
 */
export const APPROVAL_REASONS = ['requested', 'cost', 'send', 'new_people', 'raw_write', 'price_rose'] as const
export type ApprovalReason = (typeof APPROVAL_REASONS)[number]

export const APPROVAL_DECISIONS = ['approved', 'rejected', 'expired'] as const
export type ApprovalDecision = (typeof APPROVAL_DECISIONS)[number]

/** A person who is away for a night and a morning still decides in time. */
export const APPROVAL_HOURS_MAX = 24

/** As long as the note of a rejection that an agent can act on. */
export const APPROVAL_NOTE_LENGTH_MAX = 500
