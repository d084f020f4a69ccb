import { readNumber } from '../identity/phone.ts'
import type { Json, JsonObject } from '../json/json.ts'
import { fieldOf, type KeyMode } from '../tables/keys.ts'
import { fieldOfHeading } from '../files/known-headings.ts'
import { isNoContact, type Misplaced, misplacedIn, numberWords } from '../identity/reading.ts'
import { contactKindOf } from './contact-fields.ts'
import { isNumber, KIND_OF_FIELD } from './identities.ts'

/** The identity that a row needs, by the table's key mode. */
function needed(mode: KeyMode): string {
  const field = fieldOf(mode)
  if (field !== null) return `a value in \`${field}\` (text, a number or a boolean, of at most 500 characters)`
  switch (mode) {
    case 'email':
      return 'an `email`, `work_email` or `personal_email`'
    case 'linkedin':
      return 'a LinkedIn profile in `linkedin_url`, `linkedin` or `profile_url`'
    case 'phone':
      return "a `phone` or `mobile` with its country's code"
    case 'handle':
      return 'a `handle` with its `platform`, or a field named after the platform'
    case 'domain':
      return 'a `domain`, `company_domain` or `website`'
    default:
      return 'an `email`, `linkedin_url`, `phone`, or `handle` with `platform`; a company has a `domain`'
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
      return `\`${field}\` is not the domain of a company (a page on a site that many share, and a public mail service, are none)`
    case 'handle':
      return '`handle` is not a handle with a `platform`'
    default:
      return `\`${field}\` is not a handle`
  }
}

/** The same of a row without any identity, where a placeholder is left out as well. */
function refusedWords(field: string, value: Json | undefined): string {
  const saysNothing = typeof value === 'string' && isNoContact(value, contactKindOf(field) ?? 'text')
  return `${unreadWords(field, value)}${saysNothing ? ' (it says that nothing is known)' : ''}`
}

/** The reason to refuse a row without an identity that the table keys on (Spec 4.7). */
export function refusalWithoutKey(data: JsonObject, mode: KeyMode, unread: readonly string[]): string {
  const person =
    mode === 'auto' && ['domain', 'company_domain', 'website'].some((field) => Object.hasOwn(data, field))
      ? ["with a person's name, a domain is the domain of the employer"]
      : []
  return [
    `has no identity for the key of this table: it needs ${needed(mode)}`,
    ...person,
    ...unread.filter((field) => KIND_OF_FIELD.has(field)).map((field) => refusedWords(field, data[field])),
    ...misspelled(data),
  ].join('; ')
}

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

/** Field names are case-sensitive: `Email` is not `email`. */
const misspelled = (data: JsonObject): string[] =>
  Object.keys(data).flatMap((name) => {
    const plain = name
      .trim()
      .toLowerCase()
      .replaceAll(/[\s.-]+/g, '_')
    const known = fieldOfHeading(name) ?? ''
    const meant = Object.hasOwn(MEANT, plain) ? MEANT[plain] : Object.hasOwn(MEANT, known) ? known : undefined
    return meant === undefined || meant === name
      ? []
      : [`\`${name.slice(0, 100)}\` is not an identity: name it \`${meant}\``]
  })

/** Hints for the caller about the rows that were written. */
export class RowNotes {
  readonly #ignored = new Set<string>()
  /** How many rows have a field that is unread for one reason, by its words. */
  readonly #unread = new Map<string, number>()
  #renamed = 0
  #emptied = 0
  readonly #emptiedFields = new Set<string>()

  /** Counts a row that was found by one identity and brings another email or profile than it had. */
  addRenamed(): void {
    this.#renamed += 1
  }

  /** Counts values of one row that say that nothing is known. */
  addEmptied(fields: readonly string[]): void {
    this.#emptied += fields.length
    for (const field of fields) this.#emptiedFields.add(field)
  }

  add(ignored: readonly string[], unread: readonly string[], data: JsonObject): void {
    for (const field of ignored) this.#ignored.add(field)
    for (const field of unread) {
      const words = unreadWords(field, data[field])
      this.#unread.set(words, (this.#unread.get(words) ?? 0) + 1)
    }
  }

  /** `merged`: how many of the sent rows concerned a row that another sent row also concerned. */
  hints(merged: number): string[] {
    return [
      ...(merged === 0
        ? []
        : [`${counted(merged, 'row')} of this call had an identity of an earlier row and went into the same row.`]),
      ...(this.#renamed === 0
        ? []
        : [
            `${counted(this.#renamed, 'row')} went into a row that had another email or LinkedIn profile, because another identity is the same. The earlier identity still finds the row. ` +
              'Different people who share a phone or handle need a table with the key `email` or `field:<name>`.',
          ]),
      ...(this.#ignored.size === 0
        ? []
        : [
            `Ignored, because the service maintains them: ${[...this.#ignored].map((field) => `\`${field}\``).join(', ')}.`,
          ]),
      ...(this.#emptied === 0 ? [] : [emptiedWords(this.#emptied, this.#emptiedFields)]),
      ...[...this.#unread].map(
        ([words, count]) => `In ${counted(count, 'row')} ${words}: it is stored as data and is not an identity.`,
      ),
    ]
  }
}

/** Rows may have any number of fields that are called like a phone. */
const EMPTIED_NAMED_MAX = 10

/** The hint for values that say that nothing is known. */
export function emptiedWords(count: number, fields: Iterable<string>): string {
  const names = [...fields].slice(0, EMPTIED_NAMED_MAX).map((field) => `\`${field}\``)
  const [says, are] = count === 1 ? ['says', 'was'] : ['say', 'were']
  const where = count === 1 ? 'it is' : 'they are'
  return `${counted(count, 'value')} ${says} that nothing is known, such as \`n/a\` or \`-\`, and ${are} read as empty: ${where} in ${names.join(', ')}.`
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`
