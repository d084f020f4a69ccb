import { readNumber } from '../identity/phone.ts'
import { readSubject } from '../identity/read.ts'
import { identitiesIn } from '../identity/several.ts'
import { isPublicMailDomain } from '../identity/shared-hosts.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { fieldOf, type KeyMode } from '../tables/keys.ts'
import { countryOf } from '../files/countries.ts'
import { fieldOfHeading } from '../files/known-headings.ts'
import { phonePartOf } from '../files/national-phones.ts'
import { type Misplaced, misplacedIn, numberWords } from '../identity/reading.ts'
import { contactKindOf } from './contact-fields.ts'
import { FIELD_NAME_LENGTH_MAX } from './field.ts'
import { firmOf, isNumber, KIND_OF_FIELD, readWebsite } from './identities.ts'
import { namesPerson } from './person-name.ts'
import { counted, cutValue, type RowSource } from './row-source.ts'

/** What a row of a table with this key lacks, and where it would be. */
function lacking(mode: KeyMode, { field }: RowSource): string {
  const own = fieldOf(mode)
  const keyed = (what: string, where: string): string =>
    `has no ${what}, which is the key of this table: it needs ${where}`
  if (own !== null) {
    const value = `a value in the ${field} \`${own}\` (text, a number or a boolean, of at most 500 characters)`
    return keyed(`\`${own}\``, value)
  }
  switch (mode) {
    case 'email':
      return keyed('email address', `one in the ${field} \`email\`, \`work_email\` or \`personal_email\``)
    case 'linkedin':
      return keyed('LinkedIn profile', `one in the ${field} \`linkedin_url\`, \`linkedin\` or \`profile_url\``)
    case 'phone':
      return keyed('phone number', `one with its country's code in the ${field} \`phone\` or \`mobile\``)
    case 'handle':
      return keyed('handle', `a \`handle\` with its \`platform\`, or a ${field} named after the platform`)
    case 'domain':
      return keyed('domain of a company', `one in the ${field} \`domain\`, \`company_domain\` or \`website\``)
    default:
      return `has nothing that identifies who it is about: a person needs the ${field} \`email\`, \`linkedin_url\`, \`phone\`, or \`handle\` with \`platform\`; a company needs \`domain\``
  }
}

const MISPLACED: Readonly<Record<Misplaced, string>> = {
  email: 'has an email address, which belongs into a field like `email`',
  phone: 'has a phone number, which belongs into a field like `phone`',
  linkedin: 'has a LinkedIn address, which belongs into a field like `linkedin_url`',
  'two at signs': 'has more than one @ (an address has one, like `ada@example.com`)',
}

/** The wording for fields that do not read as the identity that they should hold. */
export const unreadWords = (field: string, value: Json | undefined): string => {
  if (isNumber(value)) return `\`${field}\` ${numberWords(KIND_OF_FIELD.get(field) ?? '')}`
  const misplaced = typeof value === 'string' ? misplacedIn(value, contactKindOf(field) ?? 'text') : null
  if (misplaced !== null) return `\`${field}\` ${MISPLACED[misplaced]}`
  switch (field) {
    case 'email':
    case 'work_email':
    case 'personal_email':
      return `\`${field}\` is not an email address`
    case 'linkedin':
    case 'linkedin_url':
      return `\`${field}\` is not a LinkedIn profile`
    case 'phone':
    case 'mobile':
      if (typeof value === 'string' && readNumber(value).kind === 'rounded')
        return `\`${field}\` was rounded by a spreadsheet, which lost its digits: format its column as text, and write \`+15550100123\``
      return `\`${field}\` is not a phone number with country code (\`+15550100123\`)`
    case 'domain':
    case 'company_domain':
    case 'website':
      if (isMailService(value))
        return `\`${field}\` is that of a public mail service: write the company's own, such as \`example.com\``
      return `\`${field}\` is not the domain of a company (a page on a site that many share, and a public mail service, are none)`
    case 'handle':
      return '`handle` is not a handle with a `platform`'
    default:
      return `\`${field}\` is not a handle`
  }
}

const isMailService = (value: Json | undefined): boolean =>
  typeof value === 'string' && isPublicMailDomain(readSubject(value, 'domain')?.value ?? '')

interface WithoutKey {
  readonly mode: KeyMode
  readonly unread: readonly string[]
  /** Fields that state that nothing is known. They are no part of the data. */
  readonly emptied: readonly string[]
  readonly source: RowSource
}

/** The reason to refuse a row without an identity that the table keys on (Spec 4.7). */
export function refusalWithoutKey(data: JsonObject, { mode, unread, emptied, source }: WithoutKey): string {
  const person = namesPerson(data) ? 'name' : 'address or profile'
  const hasEmployer = mode === 'auto' && firmOf(data) !== null
  return [
    lacking(mode, source),
    ...(hasEmployer ? [`the domain next to a person's ${person} is the employer's, which colleagues share`] : []),
    ...[...unread, ...unreadWebsite(data)].map((field) => unreadOf({ field, name: field, data, source })),
    ...(emptied.length === 0 ? [] : [emptiedWords(emptied.length, emptied)]),
    ...misspelled(data, source),
  ].join('; ')
}

interface UnreadMember {
  readonly field: string
  readonly name: string
  readonly data: JsonObject
  readonly source: RowSource
}

/** The wording for the value of a member as that of a field. In a file a phone's country may be in its line. */
function unreadOf({ field, name, data, source }: UnreadMember): string {
  const value = data[name]
  const isLocal = contactKindOf(field) === 'phone' && typeof value === 'string' && readNumber(value).kind === 'local'
  const country = Object.entries(data).find(([column, word]) => isCountry(column, word))?.[1]
  return source.field === 'column' && isLocal && typeof country === 'string'
    ? `\`${field}\` is no phone number of ${cutValue(country)}: check its digits, or write it with its country's code (\`+15550100123\`)`
    : unreadWords(field, value)
}

const isCountry = (column: string, word: Json): boolean =>
  typeof word === 'string' && phonePartOf(column, column) === 'country' && countryOf(word) !== null

/** A website of a row that is not refused may be on another's site; a row without a key has only that one. */
const unreadWebsite = ({ website }: JsonObject): string[] =>
  typeof website === 'string' && website.trim() !== '' && readWebsite(website) === null ? ['website'] : []

/** Field names that are common in spreadsheets, with the service's names for them. */
const MEANT: Readonly<Record<string, string>> = {
  email: 'email',
  e_mail: 'email',
  email_address: 'email',
  mail: 'email',
  work_email: 'work_email',
  personal_email: 'personal_email',
  linkedin: 'linkedin',
  linkedin_url: 'linkedin_url',
  linkedin_profile: 'linkedin_url',
  profile_url: 'profile_url',
  phone: 'phone',
  phone_number: 'phone',
  mobile: 'mobile',
  handle: 'handle',
  platform: 'platform',
  domain: 'domain',
  company_domain: 'company_domain',
  website: 'website',
  instagram: 'instagram',
  twitter: 'twitter',
  tiktok: 'tiktok',
  youtube: 'youtube',
}

/** Names under which the same is read: two columns cannot have one. */
const ALSO_READ: readonly (readonly string[])[] = [
  ['email', 'work_email', 'personal_email'],
  ['linkedin_url', 'profile_url', 'linkedin'],
  ['phone', 'mobile'],
  ['domain', 'company_domain'],
]

/** Field names are case-sensitive: `Email` is not `email`. */
function misspelled(data: JsonObject, source: RowSource): string[] {
  const advised = new Set(Object.keys(data))
  return Object.keys(data).flatMap((name) => {
    const plain = name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s.-]+/g, '_')
    const known = fieldOfHeading(name) ?? ''
    const meant = Object.hasOwn(MEANT, plain) ? MEANT[plain] : Object.hasOwn(MEANT, known) ? known : undefined
    if (meant === undefined || meant === name) return []
    if (isUnreadContact(meant, data[name]))
      return [unreadOf({ field: meant, name, data, source }).replace(meant, source.nameOf(name))]
    const names = [meant, ...(ALSO_READ.find((group) => group.includes(meant)) ?? [])]
    const free = names.find((one) => !advised.has(one) && !source.isTaken(one))
    if (free === undefined) return [withoutName(name, meant, source)]
    advised.add(free)
    return [renaming(name, free, source)]
  })
}

/** Under the right name it would be no email or phone either. */
const isUnreadContact = (meant: string, value: Json | undefined): boolean => {
  const kind = contactKindOf(meant)
  if (typeof value !== 'string' || (kind !== 'email' && kind !== 'phone')) return false
  return identitiesIn(value, kind).length === 0
}

const withoutName = (field: string, meant: string, source: RowSource): string =>
  `its ${source.field} \`${source.nameOf(field).slice(0, FIELD_NAME_LENGTH_MAX)}\` is not read as \`${meant}\`, because other ${source.field}s have the names for that: put its values into one of them`

/** How to give a field the name by which it is read. A file may also be imported under other names than it has. */
function renaming(field: string, meant: string, source: RowSource): string {
  const name = source.nameOf(field).slice(0, FIELD_NAME_LENGTH_MAX)
  const rename = `its ${source.field} \`${name}\` is read only under the name \`${meant}\`: rename it`
  return source.field === 'field'
    ? rename
    : `${rename} in the file, or import it as \`${meant}\` (\`map=${JSON.stringify({ [name]: meant })}\`)`
}

/** Rows may have any number of fields that are called like a phone. */
const EMPTIED_NAMED_MAX = 10

/** The note for values that state that nothing is known. */
export function emptiedWords(count: number, fields: Iterable<string>): string {
  const names = [...fields].slice(0, EMPTIED_NAMED_MAX).map((field) => `\`${field}\``)
  const [means, are] = count === 1 ? ['means', 'was'] : ['mean', 'were']
  const where = count === 1 ? 'it is' : 'they are'
  return `${counted(count, 'value')} ${means} that nothing is known, such as \`n/a\` or \`-\`, and ${are} read as empty: ${where} in ${names.join(', ')}`
}
