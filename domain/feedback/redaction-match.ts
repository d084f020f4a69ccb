/** The kinds of text that must not be stored. */
export const REDACTED = ['secret', 'card number', 'email address'] as const
export type Redacted = (typeof REDACTED)[number]

/** From `start` up to, and without, `end`. */
export interface RedactionMatch {
  readonly start: number
  readonly end: number
  readonly what: Redacted
}

export const markerOf = (what: Redacted): string => `[redacted: ${what}]`

/** Every marker, including one that was written by hand: its text is not searched. */
export const MARKERS = /(\[redacted: (?:secret|card number|email address)\])/
