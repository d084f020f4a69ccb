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

/** The slug of a personal LinkedIn URL, decoded; null for company pages and anything else. */
export function linkedinHandle(url: string | null): string | null {
  const encoded = /linkedin\.com\/(?:in|pub)\/([^/?#\s]+)/i.exec(url ?? '')?.[1]
  if (encoded === undefined) return null
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
