import { detectSubject, readSubject } from '../identity/read.ts'
import type { Identity } from '../identity/kinds.ts'
import { readWebsite } from './identities.ts'
import { fieldOf, type KeyMode } from '../tables/keys.ts'
import type { RowIdentityKind } from '../tables/limits.ts'

/** An identity by which a caller may request a row. */
export interface RowName {
  readonly kind: RowIdentityKind
  readonly value: string
}

/**
 * The possible meanings of a caller's key in a table: the field's value, and any identity that the text is (Spec 4.7).
 * The first that a row has counts.
 */
export function rowNamesOf(text: string, mode: KeyMode): RowName[] {
  const field = fieldOf(mode) === null ? null : readSubject(text, 'text')
  const detected = detectSubject(text)
  return [
    ...(field === null ? [] : [{ kind: 'field' as const, value: field.value }]),
    ...(detected === null ? [] : nameOf(text, detected)),
  ]
}

/** A page names the site that it is on, just as it does in a row's `website`. */
function nameOf(text: string, { kind, value }: Identity): RowName[] {
  if (kind === 'text') return []
  const site = kind === 'url' ? readWebsite(text) : null
  return kind === 'url' ? (site === null ? [] : [{ kind: 'domain', value: site.value }]) : [{ kind, value }]
}
