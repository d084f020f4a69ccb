import { readSubject } from '../../domain/identity/read.ts'
import { decoded, fold } from '../../domain/identity/text.ts'
import type { JsonObject } from '../../domain/json/json.ts'
import { textOf } from './wire.ts'

/** The person's name in the form that the caller gave: a full name, or separate names. */
export interface GivenName {
  readonly full: string | null
  readonly first: string | null
  readonly last: string | null
}

export function givenName(input: JsonObject): GivenName {
  const first = textOf(input.first_name)
  const last = textOf(input.last_name)
  const joined = first !== null && last !== null ? `${first} ${last}` : null
  return { full: textOf(input.full_name) ?? joined, first, last }
}

/** "Ada van Sample" -> Ada, van Sample: a guess for providers that answer with one string only. */
export function splitName(full: string | null): { readonly first: string | null; readonly last: string | null } {
  const [first, ...rest] = (full ?? '').split(/\s+/).filter((word) => word !== '')
  return { first: first ?? null, last: rest.join(' ') || null }
}

/**
 * The slug of a personal LinkedIn URL, decoded, without what was pasted along with it; null for company pages and
 * anything else. Letter case stays as written: the ids of members have it.
 */
export function linkedinHandle(url: string | null): string | null {
  const read = readSubject(url ?? '', 'linkedin')?.value.match(/^in\/(.+)$/s)?.[1] ?? null
  const written = decoded(/linkedin\.com\/in\/([^/?#\s]+)/i.exec(url ?? '')?.[1] ?? '')
  return read !== null && written !== null && fold(written) === read ? written : read
}
