/** What the outreach policy makes of one send, decided with its hold: later executions and repeats use the same. */
export interface TermsOfSend {
  /** The country of a recipient is unknown, and the policy requires a basis for some countries. */
  readonly unknown_country?: true
}
