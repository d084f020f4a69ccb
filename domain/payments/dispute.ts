/**
 * The effect of a dispute's status on the money (Stripe, "Dispute statuses"). An unknown status takes nothing until its
 * meaning is known.
 */
export interface DisputeMeaning {
  /** The payer's bank has taken the money. */
  readonly takes: boolean
  /** No other status follows; a later report of an earlier status is late. */
  readonly final: boolean
}

const MEANINGS: Readonly<Record<string, DisputeMeaning>> = {
  needs_response: { takes: true, final: false },
  under_review: { takes: true, final: false },
  lost: { takes: true, final: true },
  won: { takes: false, final: true },
  prevented: { takes: false, final: true },
  warning_needs_response: { takes: false, final: false },
  warning_under_review: { takes: false, final: false },
  warning_closed: { takes: false, final: true },
}

export const meaningOf = (status: string): DisputeMeaning => MEANINGS[status] ?? { takes: false, final: false }
