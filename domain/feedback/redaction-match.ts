/** What was found in a text and must not be kept. */
export const REDACTED = ['secret', 'card number', 'email address'] as const
export type Redacted = (typeof REDACTED)[number]

/** From `start` up to, and without, `end`. */
export interface RedactionMatch {
  readonly start: number
  readonly end: number
  readonly what: Redacted
}

export const markerOf = (what: Redacted): string => `[redacted: ${what}]`

/** Every marker there is, also where somebody wrote one by hand: nothing is looked for in it. */
export const MARKERS = /(\[redacted: (?:secret|card number|email address)\])/
