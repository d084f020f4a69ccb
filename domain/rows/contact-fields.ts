import { fieldOfHeading, type KnownField } from '../files/known-headings.ts'
import type { SubjectKind } from '../identity/kinds.ts'
import { readSubject } from '../identity/read.ts'
import { isNoContact } from '../identity/reading.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { KIND_OF_FIELD } from './identities.ts'

/** What columns hold that have a contact under another name than a row's field (`E-Mail`, `Telefon`). */
const KIND_OF_MEANING: Partial<Record<KnownField, SubjectKind>> = {
  email: 'email',
  personal_email: 'email',
  phone: 'phone',
  mobile: 'phone',
  linkedin_url: 'linkedin',
  company_linkedin_url: 'linkedin',
  website: 'domain',
  domain: 'domain',
  instagram: 'handle',
  x: 'handle',
  tiktok: 'handle',
  youtube: 'handle',
  whatsapp: 'handle',
}

/** The kind of contact that a field holds by its name; null: it holds none. */
export function contactKindOf(field: string): SubjectKind | null {
  const kind = KIND_OF_FIELD.get(field)
  if (kind !== undefined) return kind === 'field' ? null : kind
  const meant = fieldOfHeading(field)
  return (meant === null ? null : KIND_OF_MEANING[meant]) ?? null
}

export interface Emptied {
  readonly data: JsonObject
  /** The fields that were left out. */
  readonly emptied: readonly string[]
}

/**
 * Data without the contacts that state that nothing is known (`n/a`): two people without an address are not one person,
 * and a known address stays. Names, titles and notes may be any text.
 */
export function withoutEmptied(data: JsonObject): Emptied {
  const emptied = Object.entries(data).flatMap(([field, value]) => (isEmptied(field, value) ? [field] : []))
  if (emptied.length === 0) return { data, emptied }
  const left = new Set(emptied)
  return { data: Object.fromEntries(Object.entries(data).filter(([field]) => !left.has(field))), emptied }
}

function isEmptied(field: string, value: Json): boolean {
  if (typeof value !== 'string') return false
  const kind = contactKindOf(field)
  return kind !== null && isNoContact(value, kind)
}

/**
 * Data with addresses of LinkedIn profiles without the query that only states where they were copied from. Where the
 * row already has the address in that form, that one stays.
 */
export function withCleanLinks(data: JsonObject, held: JsonObject = {}): JsonObject {
  const clean = Object.entries(data).flatMap(([field, value]): [string, Json][] => {
    const link = cleanLink(field, value)
    if (link === null) return []
    const known = held[field]
    return [[field, isCleanLinkOf(known, link) ? known : link]]
  })
  return clean.length === 0 ? data : { ...data, ...Object.fromEntries(clean) }
}

const QUERY = /[?#].*$/su

/** The address without its query and its fragment, where it is the same profile without them; null: it is not. */
function cleanLink(field: string, value: Json): string | null {
  if (typeof value !== 'string' || !QUERY.test(value) || contactKindOf(field) !== 'linkedin') return null
  const link = value.replace(QUERY, '').trim()
  const profile = profileOf(link)
  return profile !== null && profile === profileOf(value) ? link : null
}

const isCleanLinkOf = (known: Json | undefined, link: string): known is string =>
  typeof known === 'string' && !QUERY.test(known) && profileOf(known) === profileOf(link)

const profileOf = (text: string): string | null => readSubject(text, 'linkedin')?.value ?? null
