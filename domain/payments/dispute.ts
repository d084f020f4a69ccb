/** What a dispute's status means for the money (Stripe, "Dispute statuses"). One that is not known takes nothing until it is known. */
export interface DisputeMeaning {
  /** The payer's bank has taken the money. */
  readonly takes: boolean
  /** Nothing follows; what is told later of an earlier state is late. */
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
