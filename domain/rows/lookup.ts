import { detectSubject, readSubject } from '../identity/read.ts'
import type { Identity } from '../identity/kinds.ts'
import { readWebsite } from './identities.ts'
import { fieldOf, type KeyMode } from '../tables/keys.ts'
import type { RowIdentityKind } from '../tables/limits.ts'

/** An identity that a caller may mean by the key of a row. */
export interface KeyMeaning {
  readonly kind: RowIdentityKind
  readonly value: string
}

/**
 * The possible meanings of a caller's key in a table: the field's value, and any identity that the text is (Spec 4.7).
 * The first that a row has counts.
 */
export function keyMeaningsOf(text: string, mode: KeyMode): KeyMeaning[] {
  const field = fieldOf(mode) === null ? null : readSubject(text, 'text')
  const detected = detectSubject(text)
  return [
    ...(field === null ? [] : [{ kind: 'field' as const, value: field.value }]),
    ...(detected === null ? [] : meaningOf(text, detected)),
  ]
}

/** A page names the site that it is on, just as it does in a row's `website`. */
function meaningOf(text: string, { kind, value }: Identity): KeyMeaning[] {
  if (kind === 'text') return []
  const site = kind === 'url' ? readWebsite(text) : null
  return kind === 'url' ? (site === null ? [] : [{ kind: 'domain', value: site.value }]) : [{ kind, value }]
}
