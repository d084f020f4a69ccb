import { addressIn } from './email.ts'
import { parseNetwork } from './handle.ts'
import type { Identity, SubjectKind } from './kinds.ts'
import { linkedinIn } from './linkedin.ts'
import { type PhoneReading, readNumber, readWhatsAppNumber } from './phone.ts'
import { isNoSite, isPlaceholder, leavesEmpty } from './placeholders.ts'
import { detectSubject, readSubject, VALUE_LENGTH_MAX } from './read.ts'
import { SUBJECT_LENGTH_MAX, tidy } from './text.ts'
import { unwrap } from './unwrap.ts'

/**
 * Either the identity in its one normal form, or a sentence for the person who wrote it: what is wrong and what would
 * be right. A phone has its number in E.164 as written: an identity is compared, a number is dialled and written to,
 * and WhatsApp knows people of Mexico and Brazil by older spellings. Its extension is no part of either.
 */
export type Reading =
  | { readonly kind: 'read'; readonly identity: Identity; readonly number?: string; readonly extension?: string }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** `platform`: the network of a handle that does not name its own. */
interface ReadingOptions {
  readonly platform?: string
}

/** Reads a text as the kind that its caller names, as `readSubject` does, and states why it is unreadable. */
export function readIdentity(text: string, kind: SubjectKind, { platform }: ReadingOptions = {}): Reading {
  const identity = readSubject(text, kind, platform)
  if (identity === null) return { kind: 'unreadable', reason: reasonAgainst(text, kind, platform) }
  const read = identity.kind === 'phone' ? readWhatsAppNumber(text) : null
  if (read?.kind !== 'read') return { kind: 'read', identity }
  const { number, extension } = read
  return { kind: 'read', identity, number, ...(extension === null ? {} : { extension }) }
}

/** A reason as the end of a sentence that begins with the name of a member. */
export const asFault = (reason: string): string =>
  `cannot be used: ${reason.charAt(0).toLowerCase()}${reason.slice(1).replace(/\.$/, '')}`

/** What a text in a field of another kind is, which a person would move; or an address with too many signs. */
export type Misplaced = 'email' | 'phone' | 'linkedin' | 'two at signs'

/** What is in a field for emails or phones in place of one; null: nothing that is known. */
export function misplacedIn(text: string, kind: SubjectKind): Misplaced | null {
  const written = unwrap(tidy(text))
  if (written.length > VALUE_LENGTH_MAX) return null
  if (kind === 'phone') return readSubject(written, 'email') === null ? null : 'email'
  if (kind !== 'email') return null
  const { kind: number } = readNumber(written)
  if (number === 'read' || number === 'local') return 'phone'
  if (/linkedin\./i.test(written) && readSubject(written, 'linkedin') !== null) return 'linkedin'
  return /@[^@]*@/s.test(text) && addressIn(written).kind === 'none' ? 'two at signs' : null
}

const MISPLACED: Readonly<Record<Misplaced, string>> = {
  email: 'This is an email address. Write it into a field like `email`, and a number like +14155550132 here.',
  phone: 'This is a phone number. Write it into a field like `phone`, and an address like ada@example.com here.',
  linkedin:
    'This is a LinkedIn address. Write it into a field like `linkedin_url`, and an address like ada@example.com here.',
  'two at signs': 'There is more than one @ here. An address has one, like ada@example.com.',
}

/** Why a text without a given kind is no identity. */
export function reasonAgainstAny(text: string): string {
  const written = unwrap(tidy(text))
  if (/linkedin\.c|lnkd\.in/i.test(written)) return reasonAgainst(text, 'linkedin', undefined)
  if (written.startsWith('*.'))
    return 'A star covers nothing here. Write the domain alone, like example.com: it covers its subdomains.'
  if (written.includes('@')) return reasonAgainst(text, 'email', undefined)
  if (/^[+\d(][\d\s().+/-]{3,}/.test(written)) return reasonAgainst(text, 'phone', undefined)
  if (isPlaceholder(written)) return PLACEHOLDER
  return detectSubject(written)?.kind === 'url'
    ? 'This is one page. Write the address of a profile, or the domain, like example.com.'
    : 'This names no person and no domain. Write an email, a domain, a LinkedIn URL, a phone number with its country code, or platform:handle.'
}

/** Whether a text in a field for a contact of this kind states that none is known: `n/a`, `noemail@noemail.com`. */
export function isNoContact(text: string, kind: SubjectKind): boolean {
  if (text.length > PLACEHOLDER_LENGTH_MAX) return false
  if (leavesEmpty(text, kind)) return true
  switch (kind) {
    case 'email':
      return addressIn(text).kind === 'placeholder'
    case 'phone':
      return readNumber(text).kind === 'placeholder' && text.replaceAll(/\D/g, '').length >= INVENTED_DIGITS_MIN
    case 'domain':
      return isNoSite(text.trim().toLowerCase())
    default:
      return false
  }
}

/** Fewer digits may be an extension. */
const INVENTED_DIGITS_MIN = 7
/** Placeholders are a few words. */
const PLACEHOLDER_LENGTH_MAX = 60

const PLACEHOLDER = 'This means that nothing is known here, so it is no identity. Leave the field empty.'

const EXAMPLES: Readonly<Record<SubjectKind, string>> = {
  email: 'This is no email address. Write one like ada@example.com.',
  domain: 'This is no domain. Write one like example.com.',
  linkedin:
    'This is no LinkedIn profile or company page. Write its address, like https://www.linkedin.com/in/ada-example.',
  url: 'This is no web address. Write one like https://example.com/page.',
  handle: 'This is no handle. Write one like instagram:ada.example, or the address of the profile.',
  phone: 'This is no phone number. Write one with its country code, like +14155550132.',
  text: 'This text is empty.',
}

function reasonAgainst(text: string, kind: SubjectKind, platform: string | undefined): string {
  const written = unwrap(tidy(text))
  if (text.length > SUBJECT_LENGTH_MAX || written.length > VALUE_LENGTH_MAX)
    return `This is too long: ${EXAMPLES[kind].replace(/^[^.]*\. /, '')}`
  if (kind === 'email' && misplacedIn(text, kind) === 'two at signs') return MISPLACED['two at signs']
  if (isPlaceholder(written)) return kind === 'text' ? EXAMPLES.text : PLACEHOLDER
  switch (kind) {
    case 'email':
      return againstEmail(written)
    case 'phone':
      return againstPhone(written)
    case 'linkedin':
      return againstLinkedin(written)
    case 'domain':
      return againstDomain(written)
    case 'handle':
      return againstHandle(written, platform)
    case 'url':
    case 'text':
      return EXAMPLES[kind]
  }
}

function againstEmail(written: string): string {
  const { kind } = addressIn(written)
  switch (kind) {
    case 'placeholder':
      return PLACEHOLDER
    case 'several':
      return 'There are several addresses here. Write one, like ada@example.com.'
    case 'star':
      return 'No address has a star. Write one address like ada@example.com, or the domain, example.com, for everyone there.'
    case 'read':
    case 'none':
      return readWhatsAppNumber(written).kind !== 'none' && written.includes('@')
        ? 'This is an id of WhatsApp and no email address.'
        : misplacedReason(written, 'email')
  }
}

function misplacedReason(written: string, kind: 'email' | 'phone'): string {
  const misplaced = misplacedIn(written, kind)
  return misplaced === null ? EXAMPLES[kind] : MISPLACED[misplaced]
}

function againstPhone(written: string): string {
  if (misplacedIn(written, 'phone') !== null && readWhatsAppNumber(written).kind === 'none')
    return misplacedReason(written, 'phone')
  const read = written.includes('@') ? readWhatsAppNumber(written) : readNumber(written)
  return PHONE_REASONS[read.kind]
}

const PHONE_REASONS: Readonly<Record<PhoneReading['kind'], string>> = {
  read: EXAMPLES.phone,
  none: EXAMPLES.phone,
  placeholder: 'These digits are an invented number. Leave the field empty if no number is known.',
  several: 'There are several phone numbers here. Write one, like +14155550132.',
  rounded:
    'A spreadsheet has rounded this number and lost its digits. Format the column as text and write it like +14155550132.',
  group: 'This is a WhatsApp group, a list or a channel, and no person. Write a number like +14155550132.',
  hidden: 'This WhatsApp id hides the number of its person. Write the number, like +14155550132.',
  impossible: 'No phone number of this country has this count of digits. Write one like +14155550132.',
  local: 'The country code is missing. Write the number with it, like +14155550132.',
}

function againstLinkedin(written: string): string {
  if (linkedinIn(written).length > 1) return 'There are several LinkedIn profiles here. Write the address of one.'
  if (/linkedin\.c(?:om|n)\/(?:sales|talent|recruiter)\b/i.test(written))
    return 'This is an address within Sales Navigator or Recruiter, which only its owner can open. Write the public profile, like https://www.linkedin.com/in/ada-example.'
  if (/lnkd\.in\//i.test(written))
    return 'This is a short link. Open it and write the address that it leads to, like https://www.linkedin.com/in/ada-example.'
  if (/(?:^|[/.])linkedin\.c(?:om|n)\/(?:in|pub|company|school|showcase)\//i.test(written)) return PROFILE_UNKNOWN
  return EXAMPLES.linkedin
}

const PROFILE_UNKNOWN =
  'The name in this LinkedIn address is missing or none. Write it like https://www.linkedin.com/in/ada-example.'

function againstDomain(written: string): string {
  if (isNoSite(written.toLowerCase())) return PLACEHOLDER
  const found = detectSubject(written)
  switch (found?.kind) {
    case 'email':
      return 'This is an email address. Write the domain alone, like example.com.'
    case 'linkedin':
    case 'handle':
      return 'This is a profile on a network, whose domain belongs to the network. Write the domain of the own site, like example.com.'
    default:
      return EXAMPLES.domain
  }
}

function againstHandle(written: string, platform: string | undefined): string {
  if (platform === undefined) return EXAMPLES.handle
  const network = parseNetwork(platform)
  if (network === null) return 'The platform is no name of a network. Write one like instagram.'
  if (network === 'whatsapp') return againstPhone(written)
  return `This is no handle on ${network}. Write it like ada.example, or the address of the profile there.`
}

/**
 * Why a JSON number where an identity belongs is none, after the name of its member: it can hold neither the plus of a
 * country code nor a leading zero, and no reader guesses a country.
 */
export const numberWords = (kind: string): string =>
  kind === 'phone'
    ? 'is a number, which has no country code: write it as text with its country code, like "+14155550132"'
    : 'is a number: write it as text, in quotes'
