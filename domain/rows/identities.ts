import { isExactNumber } from '../json/exact.ts'
import { fieldOfHeading } from '../files/known-headings.ts'
import type { Identity } from '../identity/kinds.ts'
import { detectSubject, readSubject } from '../identity/read.ts'
import { identitiesIn } from '../identity/several.ts'
import { isPublicMailDomain, isSharedSite } from '../identity/shared-hosts.ts'
import { tidy } from '../identity/text.ts'
import { parseWeb } from '../identity/web.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { fieldOf, type KeyMode } from '../tables/keys.ts'
import type { RowIdentityKind } from '../tables/limits.ts'
import { namesPerson } from './person-name.ts'

/**
 * An identity by which a row is found. If it merges, it names this row alone within its table; otherwise it only ties
 * the row to a person.
 */
export interface RowIdentity {
  readonly kind: RowIdentityKind
  readonly value: string
  readonly merges: boolean
}

export interface RowReading {
  readonly identities: readonly RowIdentity[]
  /** The key as the API shows it (Spec 2.7); null if the row has no identity that the table keys on. */
  readonly key: string | null
  /** Fields that should hold an identity but do not read as one. */
  readonly unread: readonly string[]
}

type Named = { readonly kind: RowIdentityKind; readonly value: string }
/** `isFurther`: another address comes first in its cell. */
type FoundName = Named & { readonly isFurther: boolean }
type Reader = (text: string, data: JsonObject) => Identity | readonly Identity[] | null

/** A field that holds an identity, the kind of that identity, and how to read it. */
type NamingField = readonly [field: string, kind: RowIdentityKind, read: Reader]

/** Fields that name a person, best first (decisions, "identities in data"). */
const PERSON_FIELDS: readonly NamingField[] = [
  ['email', 'email', (text) => identitiesIn(text, 'email')],
  ['work_email', 'email', (text) => identitiesIn(text, 'email')],
  ['personal_email', 'email', (text) => identitiesIn(text, 'email')],
  ['linkedin', 'linkedin', (text) => readSubject(text, 'linkedin')],
  ['linkedin_url', 'linkedin', (text) => readSubject(text, 'linkedin')],
  ['profile_url', 'linkedin', detectSubject],
  ['phone', 'phone', (text) => identitiesIn(text, 'phone')],
  ['mobile', 'phone', (text) => identitiesIn(text, 'phone')],
  ['handle', 'handle', readHandle],
  ...['instagram', 'x', 'twitter', 'tiktok', 'youtube'].map((platform): NamingField => [
    platform,
    'handle',
    (text) => readProfile(text, platform),
  ]),
  ['whatsapp', 'phone', (text) => readSubject(text, 'handle', 'whatsapp')],
]
/** Fields that name a company. */
const COMPANY_FIELDS: readonly NamingField[] = [
  ['domain', 'domain', readWebsite],
  ['company_domain', 'domain', readWebsite],
  ['website', 'domain', readWebsite],
]
/** The kind of identity that a field holds; a platform is half of a handle. */
export const KIND_OF_FIELD: ReadonlyMap<string, RowIdentityKind> = new Map([
  ...[...PERSON_FIELDS, ...COMPANY_FIELDS].map(([field, kind]) => [field, kind] as const),
  ['platform', 'handle'],
])
/** A column named after a network may hold a mark, or a count of followers there. */
const readProfile = (text: string, platform: string): Identity | null =>
  /^\s*(\d+|.{1,2})\s*$/u.test(text) ? null : readSubject(text, 'handle', platform)

/** A handle without a platform is no identity: `ada` is another person on every network. */
function readHandle(text: string, data: JsonObject): Identity | null {
  const { platform } = data
  if (typeof platform === 'string' && platform.trim() !== '') return readSubject(text, 'handle', platform)
  const found = readSubject(text, 'handle')
  return found?.kind === 'handle' && !found.value.includes(':') ? null : found
}

/**
 * The domain of a company's site. null for its page on a site that many share, and for the domain of a public mail
 * service: both name no company. The shared site's own address is that of the company that runs it.
 */
export function readWebsite(text: string): Identity | null {
  const site = readSubject(text, 'domain')
  if (site === null || isPublicMailDomain(site.value)) return null
  const web = parseWeb(text.trim())
  return isSharedSite(site.value, web === null ? '' : `${web.path}${web.search}`) ? null : site
}

/**
 * A phone that is not the key is shared by several people perhaps, and a further address in a cell may be that of a
 * colleague, so neither makes two rows one.
 */
const mergingPerson = (names: readonly FoundName[]): RowIdentity[] => {
  const isKeyed = names.some(({ kind }) => kind === 'email' || kind === 'linkedin')
  return names.map((name) => identityOf(name, name.kind !== 'phone' || !isKeyed))
}

const identityOf = ({ kind, value, isFurther }: FoundName, merges: boolean): RowIdentity => ({
  kind,
  value,
  merges: merges && !isFurther,
})

/** A company's page on LinkedIn. */
export const isPage = ({ kind, value }: Named): boolean => kind === 'linkedin' && !value.startsWith('in/')

/**
 * The identities in a row's data (Spec 2.7). In an `auto` table a row is a person, by every identity of the person; a
 * row that names no person is a company. A table with its own key distinguishes rows by that key alone: two emails are
 * two rows of an `email` table though they share a phone. An identity that does not merge ties the row to suppressions
 * and touches, and finds it.
 */
export function readRow(data: JsonObject, mode: KeyMode): RowReading {
  const people = readFields(data, PERSON_FIELDS)
  const companies = readFields(data, COMPANY_FIELDS)
  const persons = inOrder(people.found.filter((name) => !isPage(name)))
  const firm = [...companies.found, ...people.found.filter(isPage)]
  const unread = [...people.unread, ...companies.unread]
  const isCompany = persons.length === 0 && !namesPerson(data) && !hidesPerson(data)
  const merging = (names: readonly FoundName[]) => names.map((name) => identityOf(name, true))
  const tying = (names: readonly FoundName[]) => names.map((name) => identityOf(name, false))
  switch (mode) {
    case 'auto':
      return reading(isCompany ? merging(firm) : mergingPerson(persons), unread)
    case 'domain':
      return keyedBy(mode, [...firm, ...persons], unread)
    case 'linkedin':
      return keyedBy(mode, isCompany ? firm.filter(isPage) : persons, unread)
    case 'email':
    case 'phone':
    case 'handle':
      return keyedBy(mode, persons, unread)
    default: {
      const field = readField(data, fieldOf(mode) ?? '')
      const ties = tying(persons)
      return field === null
        ? { identities: ties, key: null, unread }
        : { identities: [field.identity, ...ties], key: field.key, unread }
    }
  }
}

/** The domain of the company that the data are about or name as an employer; null: none. */
export const firmOf = (data: JsonObject): string | null => readFields(data, COMPANY_FIELDS).found[0]?.value ?? null

/** Whether the data are about a company with its own domain, and name no person. */
export const isOfCompany = (data: JsonObject): boolean =>
  firmOf(data) !== null && !namesPerson(data) && !hidesPerson(data)

export const identitiesOf = (data: JsonObject, mode: KeyMode): readonly RowIdentity[] => readRow(data, mode).identities

export const keyOf = (data: JsonObject, mode: KeyMode): string | null => readRow(data, mode).key

/** The key that shows an identity: an email, a profile's URL, a phone, `platform:handle`, a domain. */
export const shownKey = ({ kind, value }: Named): string =>
  kind === 'linkedin' ? `https://www.linkedin.com/${value}` : value

const reading = (identities: readonly RowIdentity[], unread: readonly string[]): RowReading => {
  const [best] = identities
  return { identities, key: best === undefined ? null : shownKey(best), unread }
}

function keyedBy(kind: RowIdentityKind, names: readonly FoundName[], unread: readonly string[]): RowReading {
  const identities = names.map((name) => identityOf(name, name.kind === kind))
  const best = identities.find(({ merges }) => merges)
  return { identities, key: best === undefined ? null : shownKey(best), unread }
}

const PERSON_KINDS: readonly RowIdentityKind[] = ['email', 'linkedin', 'phone', 'handle']

const inOrder = (names: readonly FoundName[]): FoundName[] =>
  PERSON_KINDS.flatMap((kind) => names.filter((name) => name.kind === kind))

function readFields(data: JsonObject, fields: readonly NamingField[]): { found: FoundName[]; unread: string[] } {
  const found = new Map<string, FoundName>()
  const unread: string[] = []
  for (const [field, , read] of fields) {
    const value = data[field]
    if (isNumber(value) && !MAY_COUNT.has(field)) unread.push(field)
    if (!isWord(value)) continue
    const names = [read(value, data) ?? []].flat().filter(isRowKind)
    for (const [at, { kind, value: name }] of names.entries()) {
      const key = `${kind} ${name}`
      found.set(key, { kind, value: name, isFurther: at > 0 && found.get(key)?.isFurther !== false })
    }
    // A profile may be on any site, and a website may be a page on another company's site.
    if (names.length === 0 && field !== 'profile_url' && field !== 'website') unread.push(field)
  }
  return { found: [...found.values()], unread }
}

/** Columns named after a network may count followers, and these two may hold anything. */
const MAY_COUNT = new Set(['profile_url', 'website', 'instagram', 'x', 'twitter', 'tiktok', 'youtube'])

export const isNumber = (value: Json | undefined): boolean => typeof value === 'number' || isExactNumber(value)

const isWord = (value: Json | undefined): value is string => typeof value === 'string' && value.trim() !== ''

/**
 * Whether a column with another spelling (`Email`) holds the email or profile of a person. It is no identity, but two
 * people of one company must not become one row by their domain.
 */
function hidesPerson(data: JsonObject): boolean {
  return Object.entries(data).some(([column, value]) => {
    if (KIND_OF_FIELD.has(column) || !isWord(value)) return false
    const meant = fieldOfHeading(column)
    if (meant === 'email' || meant === 'personal_email') return identitiesIn(value, 'email').length > 0
    if (meant !== 'linkedin_url') return false
    const name = readSubject(value, 'linkedin')
    return name !== null && isRowKind(name) && !isPage(name)
  })
}

const isRowKind = (name: Identity): name is Identity & Named => name.kind !== 'url' && name.kind !== 'text'

const FIELD_LENGTH_MAX = 500

/**
 * The value of a `field:<name>` table's field: text, a number or a boolean. Its key omits invisible characters and
 * those that no database stores.
 */
function readField(data: JsonObject, field: string): { identity: RowIdentity; key: string } | null {
  const value = Object.hasOwn(data, field) ? data[field] : undefined
  const text = isWord(value) ? tidy(value) : typeof value === 'boolean' || isNumber(value) ? JSON.stringify(value) : ''
  const folded = text.length > FIELD_LENGTH_MAX ? null : readSubject(text, 'text')
  return folded === null || folded.value.length > FIELD_LENGTH_MAX
    ? null
    : { identity: { kind: 'field', value: folded.value, merges: true }, key: text }
}
