/** The kinds of a subject (Spec 4.5). */
export const SUBJECT_KINDS = ['email', 'domain', 'linkedin', 'url', 'handle', 'phone', 'text'] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

/**
 * A subject in the one form in which it is compared: an email in lower case, a domain in its ASCII form, `in/<slug>` or
 * `company/<slug>` on LinkedIn, a phone in E.164, `<platform>:<handle>` (or the bare handle when no platform is known).
 */
export interface Identity {
  readonly kind: SubjectKind
  readonly value: string
}
