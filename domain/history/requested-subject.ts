import type { Identity, SubjectKind } from '../identity/kinds.ts'
import { detectSubject, readSubject } from '../identity/read.ts'
import { readIdentity } from '../identity/reading.ts'
import { nameWords } from './name-words.ts'

/** The subject of a history request: one subject, in every form that names it. */
export interface RequestedSubject {
  /** The first is the requested form; the others are other readings of the same text. */
  readonly forms: readonly [Identity, ...Identity[]]
  /** A name's words; empty for other kinds. */
  readonly words: readonly string[]
}

/**
 * A requested text as the subject that it names (Spec 4.5): its kind is detected, or forced. null if it does not read
 * as that kind. A text forced to be a URL is also read as its detected kind: a profile's runs are found under its
 * owner.
 */
export function requestedSubject(text: string, kind?: SubjectKind): RequestedSubject | null {
  const named = kind === undefined ? detectSubject(text) : readSubject(text, kind)
  if (named === null) return null
  const detected = kind === 'url' ? detectSubject(text) : null
  const others = detected === null || detected.kind === 'text' || detected.kind === named.kind ? [] : [detected]
  return { forms: [named, ...others], words: named.kind === 'text' ? nameWords(named.value) : [] }
}

/** Why a text names no subject; `kind`: the one that it should have. */
export function reasonAgainstSubject(text: string, kind?: SubjectKind): string {
  if (kind === undefined) return 'The subject is empty or too long.'
  const reading = readIdentity(text, kind)
  return reading.kind === 'unreadable' ? reading.reason : `The subject does not read as \`${kind}\`.`
}
