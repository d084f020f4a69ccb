import type { Identity, SubjectKind } from '../identity/kinds.ts'
import { detectSubject, readSubject } from '../identity/read.ts'

/** The kinds of a subject that name a person. */
export const ERASURE_KINDS = ['email', 'linkedin', 'phone', 'handle'] as const satisfies readonly SubjectKind[]
export type ErasureKind = (typeof ERASURE_KINDS)[number]

export interface ErasureSubject extends Identity {
  readonly kind: ErasureKind
}

export type ReadErasureSubject =
  | { readonly kind: 'read'; readonly subject: ErasureSubject }
  /** The reason is a clause that follows the subject. */
  | { readonly kind: 'refused'; readonly reason: string }

const UNREADABLE =
  'names no person: use an email address, a LinkedIn profile, a phone number with country code, or platform:handle'

/** The person that a text names. Companies, domains, pages and names are refused: they may be many people. */
export function readErasureSubject(text: string, as?: ErasureKind): ReadErasureSubject {
  const found = as === undefined ? detectSubject(text) : readSubject(text, as)
  const kind = ERASURE_KINDS.find((one) => one === found?.kind)
  if (found === null || kind === undefined) return refused(UNREADABLE)
  if (kind === 'linkedin' && !found.value.startsWith('in/')) return refused('is the page of a company')
  if (kind === 'handle' && !found.value.includes(':')) return refused('has no network: write platform:handle')
  return { kind: 'read', subject: { kind, value: found.value } }
}

const refused = (reason: string): ReadErasureSubject => ({ kind: 'refused', reason })
