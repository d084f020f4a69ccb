import { readSuppressionSubject, type SuppressionSubject } from './subjects.ts'

/** What an earlier suppression is for the reader of today. */
export interface RereadSuppression {
  /** `old`: its text means another value, which `today` names. `kept`: its text is refused, and it blocks as before. */
  readonly reading: 'current' | 'old' | 'kept'
  /** The text that the list shows, and that removes the suppression. */
  readonly subject: string
  readonly today: SuppressionSubject | null
}

/** Reads the text of a suppression again. A handle whose network was named apart shows it from now on. */
export function rereadSuppression({
  kind,
  value,
  subject,
}: SuppressionSubject & { readonly subject: string }): RereadSuppression {
  const text = shownSubject(subject, { kind, value })
  const read = readSuppressionSubject(text)
  if (read.kind === 'refused') return { reading: 'kept', subject: text, today: null }
  const today = read.subject
  return today.kind === kind && today.value === value
    ? { reading: 'current', subject: text, today: null }
    : { reading: 'old', subject: text, today }
}

/** The text as it was given; its normal form where the text alone names another or none, as `@ada` and `@ada.me` do. */
export function shownSubject(text: string, { kind, value }: SuppressionSubject): string {
  const alone = readSuppressionSubject(text)
  return kind === 'handle' && (alone.kind === 'refused' || alone.subject.kind === 'domain') ? value : text.trim()
}
