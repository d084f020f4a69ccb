/** Who ends an email. */
export interface FooterOfSender {
  readonly legal_name: string | null
  readonly postal_address: string | null
}

/** What the outreach policy makes of one send, decided with its hold: later executions and repeats use the same. */
export interface TermsOfSend {
  /** The country of a recipient is unknown, and the policy requires a basis for some countries. */
  readonly unknown_country?: true
  /** It ends with the sender and an unsubscribe link; absent: it has no footer. */
  readonly footer?: FooterOfSender
  /** It states that a model wrote it. */
  readonly ai_line?: true
  /** It has the link of the recipient's page. */
  readonly notice?: true
}
