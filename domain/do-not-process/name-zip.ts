import { isJsonObject, type Json, type JsonObject } from '../json/json.ts'
import { memberOf } from '../history/members.ts'
import { NAME_LENGTH_MAX } from '../people/names.ts'

/** Names and codes that are longer are none. */
const PART_LENGTH_MAX = NAME_LENGTH_MAX
const ZIP_LENGTH_MAX = 20
/** As `domain/history/subjects.ts` reads a payload. */
const DEPTH_MAX = 24

/** Letters that have no marks to lose. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', ı: 'i' }

/** A name in lower case, without accents, its words separated by one space. */
const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøđðłı]/gu, (letter) => LETTERS[letter] ?? letter)
    .replaceAll(/[\s|]+/gu, ' ')
    .trim()

/** A code in lower case without spaces; of one of the United States its first five digits. */
function plainZip(zip: string): string {
  const bare = zip.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, '')
  return /^\d{5}-\d{4}$/.test(bare) ? bare.slice(0, 5) : bare
}

/** `first|last|zip`, the normal form of a person by name and postal code; null where a part is missing. */
export function nameZipOf(first: string, last: string, zip: string): string | null {
  if (first.length > PART_LENGTH_MAX || last.length > PART_LENGTH_MAX || zip.length > ZIP_LENGTH_MAX) return null
  const parts = [plainName(first), plainName(last), plainZip(zip)]
  return parts.includes('') || !/[\p{L}\d]/u.test(parts[2] ?? '') ? null : parts.join('|')
}

const ZIP_MEMBER = /^(?:zip|zip_?code|postal_?code|post_?code|plz)$/i

const FULL_NAME = /^(?:name|full_?name|person_?name|contact_?name|display_?name|lead_?name)$/i

const textOf = (value: Json | undefined): string | null => {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : null
}

/** The postal code of a record: its own, or that of an address within it. */
function zipOf(record: JsonObject): string | null {
  const own = Object.entries(record).find(([name]) => ZIP_MEMBER.test(name))
  if (own !== undefined) return textOf(own[1])
  for (const value of Object.values(record)) {
    if (!isJsonObject(value)) continue
    const inside = Object.entries(value).find(([name]) => ZIP_MEMBER.test(name))
    if (inside !== undefined) return textOf(inside[1])
  }
  return null
}

interface NameParts {
  readonly first: string
  readonly last: string
}

/** The first and the last name of a record: two members, or the ends of its full name. */
function namesOf(record: JsonObject): NameParts | null {
  const found: { first?: string; last?: string; name?: string } = {}
  for (const [name, value] of Object.entries(record)) {
    if (typeof value !== 'string') continue
    const { kind } = memberOf(name)
    if (kind === 'first' || kind === 'last') found[kind] ??= value
    if (FULL_NAME.test(name)) found.name ??= value
  }
  if (found.first !== undefined && found.last !== undefined) return { first: found.first, last: found.last }
  const words = found.name?.trim().split(/\s+/u) ?? []
  const [first, last] = [words[0], words.at(-1)]
  return words.length < 2 || first === undefined || last === undefined ? null : { first, last }
}

/** The normal form of the person that a record names by name and postal code; null: it names none. */
export function nameZipIn(record: JsonObject): string | null {
  const zip = zipOf(record)
  const names = zip === null ? null : namesOf(record)
  return zip === null || names === null ? null : nameZipOf(names.first, names.last, zip)
}

/** The people that any record within a value names by name and postal code. */
export function* findingNameZips(value: Json): Generator<void, string[]> {
  const found = new Set<string>()
  const open: { readonly value: Json; readonly depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: one, depth } = next
    const inside = Array.isArray(one) ? one : isJsonObject(one) ? Object.values(one) : []
    const nameZip = isJsonObject(one) ? nameZipIn(one) : null
    if (nameZip !== null) found.add(nameZip)
    for (const item of inside) {
      if (typeof item === 'object' && item !== null && depth < DEPTH_MAX) open.push({ value: item, depth: depth + 1 })
    }
    yield
  }
  return [...found]
}
