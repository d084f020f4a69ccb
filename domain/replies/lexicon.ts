import type { Fold } from './patterns.ts'

/**
 * The phrases of one language, in the notation of `patterns.ts`. An objection, an absence and a departure must be
 * stated: a phrase that people also write in another meaning does not belong here, because what is unsure is a reply.
 */
export interface Lexicon {
  readonly language: string
  readonly fold: Fold
  /** The person wants no further messages. */
  readonly unsubscribe: readonly string[]
  /** An objection only where it is the entire message, or its first line: `stop`. */
  readonly unsubscribeAlone: readonly string[]
  /** In a sentence with one of these no objection counts: `don't stop`, `to unsubscribe, click here`. */
  readonly noUnsubscribe: readonly string[]
  readonly interested: readonly string[]
  readonly interestedAlone: readonly string[]
  readonly notInterested: readonly string[]
  readonly notInterestedAlone: readonly string[]
  /** A statement that the writer is away now. */
  readonly absent: readonly string[]
  /** In a message known to be automatic: it is about an absence. */
  readonly absentIfAutomatic: readonly string[]
  /** At the beginning of a subject. */
  readonly absentSubjects: readonly string[]
  readonly automaticSubjects: readonly string[]
  /** A text that itself states that no person wrote it. */
  readonly automatic: readonly string[]
  readonly left: readonly string[]
  /** A filter asks the sender to prove something before it delivers. */
  readonly challenge: readonly string[]
  readonly undeliveredSubjects: readonly string[]
  /** At the beginning of a calendar's subject. */
  readonly calendarSubjects: readonly string[]
  /** Words that may surround a message of one word. */
  readonly polite: readonly string[]
  /** A line that ends what the person wrote, when it is alone in it. */
  readonly closings: readonly string[]
  /** The beginning of a line that a mail program adds. */
  readonly sentFrom: readonly string[]
  readonly dates: DateWords
}

/** As `plain` writes them. */
export interface DateWords {
  /** Before the last day away, or the day of return. */
  readonly until: readonly string[]
  /** Before the last day away: the return is the day after it. */
  readonly through: readonly string[]
  /** Before the day of return. */
  readonly back: readonly string[]
  /** Behind the day of return. */
  readonly backBehind: readonly string[]
  /** Between the first and the last day. */
  readonly to: readonly string[]
  /** From January on, each with its short forms. */
  readonly months: readonly (readonly string[])[]
  /** From Monday on. */
  readonly weekdays: readonly (readonly string[])[]
  readonly tomorrow: readonly string[]
  /** In which order digits alone stand; null: both orders are common. */
  readonly dayFirst: true | null
}
