import type { Identity, SubjectKind } from '../identity/kinds.ts'
import { detectSubject, readSubject } from '../identity/read.ts'
import { nameWords } from './words.ts'

/** What a history is asked about: one subject, in every form that names it. */
export interface AskedSubject {
  /** The first is what the question names; more are other readings of the same text. */
  readonly forms: readonly [Identity, ...Identity[]]
  /** A name's words; empty for other kinds. */
  readonly words: readonly string[]
}

/**
 * A question as the subject that it names (Spec 4.5): its kind is detected, or forced. null when it does not read as the kind.
 * An address that is said to be a URL is also what stands there: a profile's runs are found under its owner.
 */
export function askedSubject(text: string, kind?: SubjectKind): AskedSubject | null {
  const named = kind === undefined ? detectSubject(text) : readSubject(text, kind)
  if (named === null) return null
  const detected = kind === 'url' ? detectSubject(text) : null
  const others = detected === null || detected.kind === 'text' || detected.kind === named.kind ? [] : [detected]
  return { forms: [named, ...others], words: named.kind === 'text' ? nameWords(named.value) : [] }
}
